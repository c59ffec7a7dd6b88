// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/TuneCommand.h"
#include "tools/tilec/Arguments.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/OptionTable.h"
#include "tools/tilec/Outputs.h"

#include "compiler/Jit/OptionTable.h"
#include "tilec/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

static TuneRun &tuneOf(Options &options) {
  if (!options.tune)
    options.tune.emplace();
  return *options.tune;
}

static std::string setMode(Options &options, StringRef value) {
  if (value != "off" && value != "use" && value != "tune")
    return expectedGot("off, use or tune", value);
  tuneOf(options).options.mode = value == "off"   ? TuneOptions::Mode::Off
                                 : value == "use" ? TuneOptions::Mode::Use
                                                  : TuneOptions::Mode::Tune;
  return {};
}

static auto number(double TuneOptions::*member, StringRef what) {
  return [member, what](Options &options, StringRef value) {
    double number = 0;
    if (value.getAsDouble(number) || !(number >= 0))
      return expectedGot(what, value);
    tuneOf(options).options.*member = number;
    return std::string();
  };
}

std::vector<Option> tool::tuneOptionTable() {
  using V = OptionValue;
  return {
      {{"--space"},
       V::Assigned,
       "TEXT",
       "what `tilec tune` tries, instead of the source's '#pragma tilec tune(...)': "
       "'kernel = scale<{N}>; N = 256, 512; pipeline-loops = auto, 3; grid = (n + N - 1) / N; where = N < 1024'",
       [](Options &options, StringRef value) {
         tuneOf(options).space = value.str();
         return std::string();
       }},
      {{"--budget"},
       V::Assigned,
       "S",
       "seconds for tuning (default 15)",
       number(&TuneOptions::budget, "a number of seconds")},
      {{"--tolerance"},
       V::Assigned,
       "X",
       "how far a candidate's results may be from the default's, relative or absolute (default: by the element type)",
       number(&TuneOptions::tolerance, "a number from 0")},
      {{"--tune-mode"},
       V::Assigned,
       "off|use|tune",
       "take the default, what the wisdom knows, or that and else what trying finds (tune, the default)",
       setMode},
      {{"--tune-worker"},
       V::Assigned,
       "",
       "",
       [](Options &options, StringRef value) {
         options.tuneWorker = value.str();
         return std::string();
       }},
  };
}

namespace {

llvm::Error problem(const runtime::Error &error) {
  return llvm::createStringError(error.text);
}

llvm::Expected<TuneSpace> findSpace(const Options &options, const SourceFile &source) {
  if (!options.tune->space.empty()) {
    auto space = TuneSpace::parse(options.tune->space);
    return space ? llvm::Expected<TuneSpace>(*space) : llvm::createStringError("--space: " + space.error().text);
  }
  auto spaces = TuneSpace::ofSource(source);
  if (!spaces)
    return problem(spaces.error());
  std::string wanted = options.run ? options.run->kernel : "";
  std::vector<TuneSpace> found;
  for (TuneSpace &space : *spaces)
    if (wanted.empty() || space.kernel == wanted || StringRef(space.kernel).split('<').first == wanted)
      found.push_back(space);
  if (found.size() == 1)
    return found.front();
  return llvm::createStringError("expected one '#pragma tilec tune(kernel = ...; ...)'" +
                                 (wanted.empty() ? "" : " for '" + wanted + "'") + " in '" + source.name + "', got " +
                                 std::to_string(found.size()) + "; --run names the kernel, --space gives a space");
}

/// The parameters of the default's kernel.
llvm::Expected<manifest::Kernel> describeDefault(const Tuner &tuner, const SourceFile &source) {
  const TuneCandidate &candidate = tuner.candidates().front();
  Compilation compilation = Compilation::start(source, tuner.optionsOf(0));
  size_t printed = 0;
  printDiagnostics(compilation, printed);
  if (!compilation.succeeded())
    return llvm::createStringError("the default candidate (" + candidate.name + ") does not compile");
  std::string name = compilation.loweredName(candidate.kernel).value_or(candidate.kernel);
  auto kernel = runtime::findKernel(compilation.manifest(), name);
  if (!kernel)
    return problem(kernel.error());
  return **kernel;
}

/// The arguments where they are tuned, and what keeps them there.
struct Arguments {
  std::vector<DescribedArgument> described;
  std::vector<runtime::Buffer> buffers;
  std::vector<TuneArgument> values;
};

llvm::Error upload(Arguments &arguments, int ordinal) {
  auto device = runtime::Device::open(ordinal);
  auto context = device ? device->primaryContext() : runtime::Expected<runtime::Context>(device.error());
  if (!context)
    return problem(context.error());
  for (size_t i = 0; i < arguments.described.size(); ++i) {
    if (!arguments.described[i].array)
      continue;
    const ArrayArgument &array = *arguments.described[i].array;
    auto buffer = runtime::Buffer::allocate(*context, array.offsetBytes + array.bytes.size());
    if (!buffer)
      return problem(buffer.error());
    if (runtime::Status status = buffer->copyFrom(array.bytes.data(), array.bytes.size(), array.offsetBytes); !status)
      return problem(status.error());
    arguments.values[i].value =
        runtime::Argument(reinterpret_cast<const void *>(buffer->address() + array.offsetBytes));
    arguments.buffers.push_back(std::move(*buffer));
  }
  return llvm::Error::success();
}

llvm::Expected<Arguments> makeArguments(const manifest::Kernel &kernel, const Options &options, int ordinal) {
  std::vector<std::string> texts = options.run ? options.run->arguments : std::vector<std::string>();
  if (texts.size() != kernel.parameters.size())
    return llvm::createStringError("kernel '" + kernel.displayName + "': expected " +
                                   llvm::Twine(kernel.parameters.size()) + " times --arg, got " +
                                   llvm::Twine(texts.size()));
  Arguments arguments;
  for (auto [text, parameter] : llvm::zip(texts, kernel.parameters)) {
    auto argument = parseArgument(text, parameter);
    if (!argument)
      return llvm::createStringError("--arg '" + text + "' for parameter '" + parameter.name +
                                     "': " + llvm::toString(argument.takeError()));
    bool isArray = argument->array.has_value();
    arguments.values.push_back(
        {isArray ? runtime::Argument(static_cast<const void *>(argument->array->bytes.data())) : *argument->scalar,
         isArray ? argument->array->bytes.size() : 0});
    arguments.described.push_back(std::move(*argument));
  }
  if (ordinal >= 0)
    if (llvm::Error error = upload(arguments, ordinal))
      return std::move(error);
  return arguments;
}

/// The GPU that --on names, else the first one, else the CPU.
int chooseDevice(const Options &options) {
  if (options.run && options.run->isPlaceGiven)
    return options.run->device.value_or(-1);
  return runtime::Device::open(0) ? 0 : -1;
}

std::string tableOf(const Tuner &tuner, size_t best) {
  std::string text;
  double fastest = tuner.candidates()[best].milliseconds();
  for (const TuneCandidate &candidate : tuner.candidates()) {
    bool isTimed = !candidate.times.empty();
    if (isTimed)
      text += llvm::formatv("{0,12:F4} ms {1,7:F2}x  ", candidate.milliseconds(), candidate.milliseconds() / fastest);
    else
      text += std::string(26, ' ');
    text += candidate.name + (candidate.problem.empty() ? "" : ": " + candidate.problem) + "\n";
  }
  return text + "best: " + tuner.candidates()[best].name + "\n";
}

llvm::Error tune(const Options &options) {
  auto source = readSource(options.inputs.front());
  if (!source)
    return source.takeError();
  auto space = findSpace(options, *source);
  if (!space)
    return space.takeError();
  TuneOptions tuning = options.tune->options;
  tuning.wisdom = options.wisdom;
  tuning.device = chooseDevice(options);
  tuning.progress = [](const std::string &text) { llvm::errs() << "tilec: " << text << '\n'; };
  CompileOptions compile = options.compile;
  compile.architecture = options.architectures.front();
  auto tuner = Tuner::create(*source, compile, *space, tuning);
  if (!tuner)
    return problem(tuner.error());
  auto kernel = describeDefault(*tuner, *source);
  if (!kernel)
    return kernel.takeError();
  auto arguments = makeArguments(*kernel, options, tuning.device);
  if (!arguments)
    return arguments.takeError();
  auto best = tuner->choose(arguments->values);
  if (!best)
    return problem(best.error());
  return writeFile(options.output.empty() ? "-" : options.output, tableOf(*tuner, *best));
}

} // namespace

bool tool::tuneKernel(const Options &options) {
  return reportError(tune(options));
}
