// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The process that runs candidates. Whatever they do to it, the tuner goes on.
#include "compiler/Tune/ResultComparison.h"
#include "compiler/Tune/TuneJob.h"
#include "tilec/Runtime.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <sys/prctl.h>
#include <unistd.h>

using namespace tilec;
using namespace tilec::tune;
using namespace tilec::runtime;

namespace {

constexpr int kRequests = 3;           ///< the file descriptor
constexpr size_t kAlignment = 256;     ///< of what a driver allocates
constexpr size_t kFlushed = 256 << 20; ///< more than any L2 holds

/// Where candidates run: arrays there, candidates loaded there.
class Place {
public:
  virtual ~Place() = default;
  virtual Status load(size_t candidate, const JobCandidate &description, llvm::StringRef image,
                      llvm::StringRef manifest) = 0;
  /// Gives array `index` the bytes that it began with.
  virtual Status reset(size_t index, llvm::StringRef bytes, size_t offset) = 0;
  virtual Expected<std::string> content(size_t index, size_t bytes, size_t offset) = 0;
  virtual uint64_t address(size_t index, size_t offset) = 0;
  /// Runs a candidate to its end; gives milliseconds.
  virtual Expected<double> run(size_t candidate, Dim3 grid, std::span<void *const> arguments) = 0;
};

class HostPlace : public Place {
public:
  Status load(size_t candidate, const JobCandidate &description, llvm::StringRef image, llvm::StringRef) override {
    CompileOptions options;
    options.flushSubnormals = description.flushSubnormals;
    options.preciseDivision = description.preciseDivision;
    options.preciseSqrt = description.preciseSqrt;
    options.fastMath = description.fastMath;
    Compilation compilation = Compilation::startTile(std::string_view(image), options);
    if (!compilation.succeeded())
      return Error{"tune", kBadImage, "kBadImage", "the candidate cannot be read"};
    loaded.insert_or_assign(candidate, Loaded{description.symbol, std::move(compilation)});
    return {};
  }
  Status reset(size_t index, llvm::StringRef bytes, size_t offset) override {
    std::vector<char> &memory = arrays[index];
    memory.resize(bytes.size() + 2 * kAlignment);
    std::memcpy(reinterpret_cast<void *>(address(index, offset)), bytes.data(), bytes.size());
    return {};
  }
  Expected<std::string> content(size_t index, size_t bytes, size_t offset) override {
    return std::string(reinterpret_cast<const char *>(address(index, offset)), bytes);
  }
  uint64_t address(size_t index, size_t offset) override {
    uint64_t begin = reinterpret_cast<uint64_t>(arrays[index].data());
    return llvm::alignTo(begin, kAlignment) + offset;
  }
  Expected<double> run(size_t candidate, Dim3 grid, std::span<void *const> arguments) override {
    Loaded &one = loaded.at(candidate);
    std::string output;
    auto start = std::chrono::steady_clock::now();
    if (Status status = one.compilation.launchOnHost(one.symbol, grid, arguments, {}, &output); !status)
      return status.error();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

private:
  struct Loaded {
    std::string symbol;
    Compilation compilation;
  };
  std::map<size_t, Loaded> loaded;
  std::map<size_t, std::vector<char>> arrays;
};

class DevicePlace : public Place {
public:
  static Expected<std::unique_ptr<Place>> open(int ordinal) {
    auto device = Device::open(ordinal);
    auto context = device ? device->primaryContext() : Expected<Context>(device.error());
    if (!context)
      return context.error();
    auto stream = Stream::create(*context);
    auto start = Event::create(*context), end = Event::create(*context);
    auto flushed = Buffer::allocate(*context, kFlushed);
    if (!stream || !start || !end || !flushed)
      return !stream ? stream.error() : !start ? start.error() : !end ? end.error() : flushed.error();
    return std::unique_ptr<Place>(new DevicePlace(*context, *stream, *start, *end, *flushed));
  }
  Status load(size_t candidate, const JobCandidate &description, llvm::StringRef image,
              llvm::StringRef manifest) override {
    auto module = Module::load(context, std::string_view(image), std::string_view(manifest));
    auto kernel = module ? module->kernel(description.symbol) : Expected<Kernel>(module.error());
    if (!kernel)
      return kernel.error();
    kernels.insert_or_assign(candidate, *kernel);
    return {};
  }
  Status reset(size_t index, llvm::StringRef bytes, size_t offset) override {
    auto known = buffers.find(index);
    if (known == buffers.end()) {
      auto buffer = Buffer::allocate(context, bytes.size() + kAlignment);
      if (!buffer)
        return buffer.error();
      known = buffers.emplace(index, *buffer).first;
    }
    return known->second.copyFrom(bytes.data(), bytes.size(), offset);
  }
  Expected<std::string> content(size_t index, size_t bytes, size_t offset) override {
    std::string result(bytes, '\0');
    if (Status status = buffers.at(index).copyTo(result.data(), bytes, offset); !status)
      return status.error();
    return result;
  }
  uint64_t address(size_t index, size_t offset) override {
    return buffers.at(index).address() + offset;
  }
  Expected<double> run(size_t candidate, Dim3 grid, std::span<void *const> arguments) override {
    LaunchOptions options;
    options.grid = grid;
    options.stream = &stream;
    Status steps[] = {flushed.fill(stream, 0), start.record(stream),
                      kernels.at(candidate).launchAddresses(options, arguments), end.record(stream), end.synchronize()};
    for (const Status &status : steps)
      if (!status)
        return status.error();
    auto milliseconds = end.millisecondsSince(start);
    return milliseconds ? Expected<double>(*milliseconds) : milliseconds.error();
  }

private:
  DevicePlace(Context context, Stream stream, Event start, Event end, Buffer flushed)
      : context(context), stream(stream), start(start), end(end), flushed(flushed) {}
  Context context;
  Stream stream;
  Event start, end;
  Buffer flushed;
  std::map<size_t, Kernel> kernels;
  std::map<size_t, Buffer> buffers;
};

class Worker {
public:
  Worker(Job job, std::string folder, std::unique_ptr<Place> place)
      : job(std::move(job)), folder(std::move(folder)), place(std::move(place)) {}

  Status start() {
    for (size_t i = 0; i < job.arguments.size(); ++i) {
      JobArgument &argument = job.arguments[i];
      auto bytes = argument.bytes ? read("argument-" + std::to_string(i)) : Expected<std::string>(std::string());
      if (!bytes || bytes->size() != argument.bytes)
        return bytes ? Error{"tune", kBadFile, "kBadFile", "an argument is damaged"} : bytes.error();
      initial.push_back(std::move(*bytes));
    }
    return resetArrays();
  }

  std::string answer(llvm::StringRef request) {
    llvm::SmallVector<llvm::StringRef> words;
    request.split(words, ' ');
    size_t candidate = 0;
    Dim3 grid;
    if (words.size() < 2 || words[1].getAsInteger(10, candidate) || candidate >= job.candidates.size())
      return "error bad request";
    if (words[0] == "load")
      return said(load(candidate));
    if (words.size() != 5 || words[2].getAsInteger(10, grid.x) || words[3].getAsInteger(10, grid.y) ||
        words[4].getAsInteger(10, grid.z))
      return "error bad request";
    return words[0] == "check" ? check(candidate, grid) : time(candidate, grid);
  }

private:
  static std::string said(const Status &status) {
    if (status)
      return "ok";
    std::string text = status.error().text;
    std::replace(text.begin(), text.end(), '\n', ' ');
    return "error " + text;
  }

  Expected<std::string> read(const std::string &name) {
    auto file = llvm::MemoryBuffer::getFile(folder + "/" + name, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!file)
      return Error{"tune", kBadFile, "kBadFile", "cannot read '" + folder + "/" + name + "'"};
    return (*file)->getBuffer().str();
  }

  Status load(size_t candidate) {
    auto image = read("candidate-" + std::to_string(candidate));
    auto manifest = read("manifest-" + std::to_string(candidate));
    if (!image || !manifest)
      return image ? manifest.error() : image.error();
    return place->load(candidate, job.candidates[candidate], *image, *manifest);
  }

  Status resetArrays() {
    for (size_t i = 0; i < job.arguments.size(); ++i)
      if (job.arguments[i].bytes)
        if (Status status = place->reset(i, initial[i], job.arguments[i].offset); !status)
          return status;
    return {};
  }

  Expected<double> run(size_t candidate, Dim3 grid) {
    std::vector<uint64_t> words;
    for (size_t i = 0; i < job.arguments.size(); ++i)
      words.push_back(job.arguments[i].bytes ? place->address(i, job.arguments[i].offset) : job.arguments[i].word);
    std::vector<void *> addresses;
    for (uint64_t &word : words)
      addresses.push_back(&word);
    return place->run(candidate, grid, addresses);
  }

  std::string time(size_t candidate, Dim3 grid) {
    auto milliseconds = run(candidate, grid);
    return milliseconds ? "ok " + llvm::formatv("{0:e9}", *milliseconds).str() : said(milliseconds.error());
  }

  std::string check(size_t candidate, Dim3 grid) {
    if (Status status = resetArrays(); !status)
      return said(status);
    auto milliseconds = run(candidate, grid);
    if (!milliseconds)
      return said(milliseconds.error());
    for (size_t i = 0; i < job.arguments.size(); ++i) {
      const JobArgument &argument = job.arguments[i];
      if (!argument.bytes)
        continue;
      auto got = place->content(i, argument.bytes, argument.offset);
      if (!got)
        return said(got.error());
      std::string name = "expected-" + std::to_string(i);
      auto expected = read(name);
      if (!expected) { // this is the first one
        if (Status status = write(name, *got); !status)
          return said(status);
      } else if (!isNear(*expected, *got, argument.elementType, job.tolerance)) {
        return "differs " + std::to_string(i);
      }
    }
    return "ok " + llvm::formatv("{0:e9}", *milliseconds).str();
  }

  Status write(const std::string &name, llvm::StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream file(folder + "/" + name, error);
    if (!error) {
      file << bytes;
      file.flush();
      error = file.error();
      file.clear_error();
    }
    return error ? Error{"tune", kBadFile, "kBadFile", "cannot write '" + folder + "/" + name + "'"} : Status();
  }

  Job job;
  std::string folder;
  std::unique_ptr<Place> place;
  std::vector<std::string> initial; ///< bytes of the arrays
};

void reply(const std::string &text) {
  std::string line = text + "\n";
  (void)!write(kRequests, line.data(), line.size());
}

} // namespace

int tune::serveTuner(const std::string &folder) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); // a kernel that hangs is nobody's once the tuner is gone
  auto job = Job::read(folder);
  if (!job) {
    reply("error " + job.error().text);
    return 1;
  }
  auto place = job->device < 0 ? Expected<std::unique_ptr<Place>>(std::make_unique<HostPlace>())
                               : DevicePlace::open(job->device);
  if (!place) {
    reply("error " + place.error().text);
    return 1;
  }
  Worker worker(std::move(*job), folder, std::move(*place));
  if (Status status = worker.start(); !status) {
    reply("error " + status.error().text);
    return 1;
  }
  reply("ok");
  std::string line;
  for (char c; read(kRequests, &c, 1) == 1;) {
    if (c != '\n') {
      line += c;
      continue;
    }
    reply(worker.answer(line));
    line.clear();
  }
  return 0;
}
