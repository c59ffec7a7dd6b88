// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilec/Tuner.h"

#include "compiler/Jit/OptionTable.h"
#include "compiler/Tune/CandidateCode.h"
#include "compiler/Tune/TuneExpression.h"
#include "compiler/Tune/WorkerProcess.h"
#include "runtime/FileLock.h"
#include "runtime/PackedArguments.h"
#include "runtime/Wisdom.h"
#include "tilec/Runtime.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

using namespace tilec;
using namespace tilec::tune;
using llvm::StringRef;
using runtime::Dim3;
using runtime::Error;
using runtime::Expected;
using Clock = std::chrono::steady_clock;

namespace {

constexpr size_t kFewestTimes = 5, kMostTimes = 40;
constexpr double kLoadSeconds = 120;        ///< where the driver assembles PTX
constexpr double kDefaultSeconds = 60;      ///< for the first run of the default
constexpr double kSlack = 20, kLeast = 2.0; ///< others may take so many times the default's time, and two seconds

Error badOption(const std::string &text) {
  return {"tune", runtime::kBadOption, "kBadOption", text};
}

/// A folder that goes with the object.
class Folder {
public:
  Folder() {
    llvm::SmallString<128> made;
    if (!llvm::sys::fs::createUniqueDirectory("tilec-tune", made))
      path = made.str();
  }
  ~Folder() {
    if (!path.empty())
      llvm::sys::fs::remove_directories(path);
  }
  runtime::Status write(const std::string &name, StringRef bytes) const {
    std::error_code error;
    llvm::raw_fd_ostream file(path + "/" + name, error);
    if (!error) {
      file << bytes;
      file.flush();
      error = file.error();
      file.clear_error();
    }
    if (!error)
      return {};
    return Error{"tune", runtime::kBadFile, "kBadFile", "cannot write '" + path + "/" + name + "': " + error.message()};
  }
  std::string path;
};

} // namespace

double TuneCandidate::milliseconds() const {
  if (times.empty())
    return std::numeric_limits<double>::infinity();
  std::vector<double> sorted = times;
  size_t middle = sorted.size() / 2;
  std::sort(sorted.begin(), sorted.end());
  return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::pair<double, double> TuneCandidate::bounds() const {
  std::vector<double> sorted = times;
  std::sort(sorted.begin(), sorted.end());
  double count = double(sorted.size()), spread = 0.98 * std::sqrt(count);
  size_t low = size_t(std::max(0.0, std::floor(count / 2 - spread)));
  size_t high = std::min(sorted.size() - 1, size_t(std::ceil(count / 2 + spread)));
  return {sorted[low], sorted[high]};
}

struct Tuner::State {
  SourceFile source;
  CompileOptions options;
  TuneSpace space;
  TuneOptions tune;
  TuneDevice device;
  std::vector<TuneCandidate> candidates;
  std::vector<CompileOptions> optionsOf;
  std::map<std::string, size_t> chosen; ///< by key

  runtime::Status enumerate();
  bool isExcluded(const TuneCandidate &candidate, runtime::Status &problem) const;
  Expected<std::vector<Dim3>> gridsFor(const manifest::Kernel &kernel, std::span<const TuneArgument> arguments) const;
  WisdomKey keyOf(std::span<const TuneArgument> arguments) const;
  std::optional<size_t> remembered(const WisdomKey &key, bool nearest) const;
  Expected<size_t> tryAll(const WisdomKey &key, std::span<const TuneArgument> arguments, std::span<const Dim3> grids);
  void say(const std::string &text) const {
    if (tune.progress)
      tune.progress(text);
  }
  void drop(size_t index, const std::string &problem) {
    candidates[index].problem = problem;
    say(candidates[index].name + ": " + problem);
  }
};

/// What a name in `where` or in a grid means: a candidate's constant or option, if that is a number.
static std::optional<int64_t> numberOf(const TuneCandidate &candidate, StringRef name) {
  for (const auto *list : {&candidate.constants, &candidate.options})
    for (const auto &[key, value] : *list) {
      std::string plain = key;
      std::replace(plain.begin(), plain.end(), '-', '_');
      int64_t number;
      if (plain == name && value == "true")
        return 1;
      if (plain == name && value == "false")
        return 0;
      if (plain == name && !StringRef(value).getAsInteger(0, number))
        return number;
    }
  return std::nullopt;
}

bool Tuner::State::isExcluded(const TuneCandidate &candidate, runtime::Status &problem) const {
  if (space.where.empty())
    return false;
  auto holds = evaluate(space.where, [&](StringRef name) { return numberOf(candidate, name); });
  if (!holds)
    problem = holds.error();
  return !holds || !*holds;
}

runtime::Status Tuner::State::enumerate() {
  size_t count = 1;
  for (const TuneAxis &axis : space.axes)
    count *= axis.values.size();
  constexpr size_t kMost = 100000;
  if (count > kMost)
    return badOption("expected at most 100000 candidates, got " + std::to_string(count));
  for (size_t index = 0; index < count; ++index) {
    TuneCandidate candidate;
    candidate.kernel = space.kernel;
    CompileOptions all = options;
    size_t rest = index, weight = count;
    for (const TuneAxis &axis : space.axes) {
      weight /= axis.values.size();
      const std::string &value = axis.values[rest / weight];
      rest %= weight;
      candidate.name += (candidate.name.empty() ? "" : ", ") + axis.name + "=" + value;
      (axis.isConstant ? candidate.constants : candidate.options).emplace_back(axis.name, value);
      std::string marked = "{" + axis.name + "}";
      for (size_t at; axis.isConstant && (at = candidate.kernel.find(marked)) != std::string::npos;)
        candidate.kernel.replace(at, marked.size(), value);
      if (!axis.isConstant)
        if (std::string error = setCompileOption(all, axis.name, value); !error.empty())
          return badOption(error);
    }
    if (candidate.name.empty())
      candidate.name = "default";
    if (StringRef(candidate.kernel).contains('<'))
      all.nameExpressions.push_back(candidate.kernel);
    runtime::Status problem;
    bool excluded = isExcluded(candidate, problem);
    if (!problem)
      return problem;
    if (excluded)
      continue;
    candidates.push_back(std::move(candidate));
    optionsOf.push_back(std::move(all));
  }
  return candidates.empty() ? badOption("expected at least one candidate, got none") : runtime::Status();
}

WisdomKey Tuner::State::keyOf(std::span<const TuneArgument> arguments) const {
  WisdomKey key{device.name, device.architecture, space.kernel, wisdomHash(source, options), {}, {}};
  for (const TuneArgument &argument : arguments)
    key.add(argument.value, argument.bytes);
  return key;
}

std::optional<size_t> Tuner::State::remembered(const WisdomKey &key, bool nearest) const {
  if (tune.wisdom.empty())
    return std::nullopt;
  auto wisdom = Wisdom::read(tune.wisdom);
  if (!wisdom) {
    say(wisdom.error().text);
    return std::nullopt;
  }
  if (wisdom->damaged())
    say(llvm::formatv("{0}: {1} lines cannot be read and are passed over", tune.wisdom, wisdom->damaged()).str());
  auto placeOf = [&](const WisdomEntry &entry) -> std::optional<size_t> {
    for (size_t i = 0; i < candidates.size(); ++i)
      if (candidates[i].constants == entry.constants && candidates[i].options == entry.options)
        return i;
    return std::nullopt;
  };
  const WisdomEntry *entry =
      wisdom->find(key, nearest, [&](const WisdomEntry &one) { return placeOf(one).has_value(); });
  return entry ? placeOf(*entry) : std::nullopt;
}

Expected<std::vector<Dim3>> Tuner::State::gridsFor(const manifest::Kernel &kernel,
                                                   std::span<const TuneArgument> arguments) const {
  if (space.grid.empty())
    return badOption("expected the grid of the kernel '" + space.kernel +
                     "', as in 'grid = (n + N - 1) / N', got none");
  std::vector<Dim3> grids;
  for (const TuneCandidate &candidate : candidates) {
    uint32_t extents[3] = {1, 1, 1};
    for (size_t i = 0; i < space.grid.size(); ++i) {
      auto value = evaluate(space.grid[i], [&](StringRef name) -> std::optional<int64_t> {
        for (size_t p = 0; p < std::min(kernel.parameters.size(), arguments.size()); ++p)
          if (kernel.parameters[p].name == name && arguments[p].value.kind() == runtime::Argument::Kind::Integer)
            return int64_t(wordOf(arguments[p].value));
        return numberOf(candidate, name);
      });
      if (!value)
        return value.error();
      if (*value < 1 || *value > int64_t(~0u))
        return badOption("'" + space.grid[i] + "' gives a grid of " + std::to_string(*value) + " for " +
                         candidate.name);
      extents[i] = uint32_t(*value);
    }
    grids.push_back({extents[0], extents[1], extents[2]});
  }
  return grids;
}

namespace {

/// The candidates of one call, in the worker.
class Trial {
public:
  Trial(std::vector<TuneCandidate> &candidates, std::span<const Dim3> grids, WorkerProcess &worker)
      : candidates(candidates), grids(grids), worker(worker) {}

  /// Runs a candidate once and compares its results with the first one's.
  runtime::Status check(size_t index, bool isDefault) {
    double seconds = isDefault ? kDefaultSeconds : limit();
    auto answer = ask("check", index, seconds);
    if (!answer)
      return answer.error();
    double milliseconds = 0;
    StringRef(*answer).getAsDouble(milliseconds);
    if (isDefault)
      defaultMilliseconds = milliseconds;
    return {};
  }

  runtime::Status time(size_t index) {
    auto answer = ask("time", index, limit());
    double milliseconds = 0;
    if (!answer)
      return answer.error();
    StringRef(*answer).getAsDouble(milliseconds);
    candidates[index].times.push_back(milliseconds);
    return {};
  }

private:
  double limit() const {
    return kLeast + kSlack * defaultMilliseconds / 1000;
  }

  Expected<std::string> ask(const char *what, size_t index, double seconds) {
    if (!worker.isRunning())
      loaded.clear();
    if (loaded.insert(index).second) {
      auto answer = worker.ask(llvm::formatv("load {0}", index).str(), kLoadSeconds);
      if (!answer)
        return answer;
    }
    const Dim3 &grid = grids[index];
    return worker.ask(llvm::formatv("{0} {1} {2} {3} {4}", what, index, grid.x, grid.y, grid.z).str(), seconds);
  }

  std::vector<TuneCandidate> &candidates;
  std::span<const Dim3> grids;
  WorkerProcess &worker;
  std::set<size_t> loaded;
  double defaultMilliseconds = 0;
};

/// The bytes of an array, wherever it is.
Expected<std::string> contentOf(const TuneArgument &argument, const TuneDevice &device) {
  uint64_t address = wordOf(argument.value);
  if (device.ordinal < 0)
    return std::string(reinterpret_cast<const char *>(address), argument.bytes);
  auto gpu = runtime::Device::open(device.ordinal);
  auto context = gpu ? gpu->primaryContext() : Expected<runtime::Context>(gpu.error());
  if (!context)
    return context.error();
  if (runtime::Status status = context->synchronize(); !status)
    return status.error();
  std::string bytes(argument.bytes, '\0');
  if (runtime::Status status = context->copyToHost(bytes.data(), address, bytes.size()); !status)
    return status.error();
  return bytes;
}

runtime::Status describe(const Folder &folder, const TuneDevice &device, double tolerance,
                         const std::vector<CandidateCode> &codes, const manifest::Kernel &kernel,
                         std::span<const TuneArgument> arguments) {
  Job job;
  job.device = device.ordinal;
  job.tolerance = tolerance;
  if (arguments.size() != kernel.parameters.size())
    return Error{"tune", runtime::kArgumentCount, "kArgumentCount",
                 "kernel '" + kernel.displayName + "': expected " + std::to_string(kernel.parameters.size()) +
                     " arguments, got " + std::to_string(arguments.size())};
  auto words = runtime::wordsOf(kernel, [&] {
    std::vector<runtime::Argument> values;
    for (const TuneArgument &argument : arguments)
      values.push_back(argument.value);
    return values;
  }());
  if (!words)
    return words.error();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TuneArgument &argument = arguments[i];
    JobArgument made{kernel.parameters[i].elementType, argument.bytes, 0, (*words)[i], kernel.parameters[i].size};
    if (argument.bytes) {
      made.offset = wordOf(argument.value) % 256;
      auto bytes = contentOf(argument, device);
      if (!bytes)
        return bytes.error();
      if (runtime::Status status = folder.write("argument-" + std::to_string(i), *bytes); !status)
        return status;
    }
    job.arguments.push_back(made);
  }
  for (size_t i = 0; i < codes.size(); ++i) {
    job.candidates.push_back(codes[i].problem.empty() ? codes[i].job : JobCandidate());
    if (!codes[i].problem.empty())
      continue;
    std::string number = std::to_string(i);
    for (auto [name, bytes] : {std::pair("candidate-", &codes[i].image), {"manifest-", &codes[i].manifestJson}})
      if (runtime::Status status = folder.write(name + number, *bytes); !status)
        return status;
  }
  return job.write(folder.path);
}

} // namespace

Expected<size_t> Tuner::State::tryAll(const WisdomKey &key, std::span<const TuneArgument> arguments,
                                      std::span<const Dim3> given) {
  auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(tune.budget));
  for (TuneCandidate &candidate : candidates)
    candidate.problem.clear(), candidate.times.clear();
  std::vector<bool> wanted;
  for (size_t i = 0; i < candidates.size(); ++i)
    wanted.push_back(given.empty() || given[i].x * given[i].y * given[i].z != 0);
  size_t first = size_t(std::find(wanted.begin(), wanted.end(), true) - wanted.begin());
  if (first == candidates.size())
    return badOption("expected at least one candidate, got none");
  std::vector<CandidateCode> codes = compileCandidates(source, optionsOf, candidates, wanted, device, tune.jobs, end);
  auto unusable = [&](const std::string &problem) {
    return Error{"tune", runtime::kBadSource, "kBadSource",
                 "the default candidate (" + candidates[first].name + ") cannot be used: " + problem};
  };
  if (!codes[first].problem.empty())
    return unusable(codes[first].problem);
  std::vector<Dim3> grids(given.begin(), given.end());
  if (grids.empty()) {
    auto computed = gridsFor(codes[first].kernel, arguments);
    if (!computed)
      return computed.error();
    grids = *computed;
  }

  std::vector<size_t> running;
  std::map<std::tuple<std::string, uint32_t, uint32_t, uint32_t>, size_t> seen;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!wanted[i]) {
      candidates[i].problem = "left out";
      continue;
    }
    if (codes[i].problem.empty()) {
      auto [same, isNew] = seen.emplace(std::tuple(codes[i].identity, grids[i].x, grids[i].y, grids[i].z), i);
      if (!isNew)
        codes[i].problem = "the same code as " + candidates[same->second].name;
      else if (codes[i].spills && !codes[first].spills)
        codes[i].problem = "it spills registers";
    }
    if (codes[i].problem.empty())
      running.push_back(i);
    else
      drop(i, codes[i].problem);
  }

  Folder folder;
  if (runtime::Status status = describe(folder, device, tune.tolerance, codes, codes[first].kernel, arguments); !status)
    return status.error();
  WorkerProcess worker(tune.worker, folder.path);
  Trial trial(candidates, grids, worker);
  auto problemOf = [&](const Error &error) {
    StringRef text = error.text;
    bool differs = text.consume_front("differs ");
    return differs ? "other results than the default, in argument " + text.str() : text.str();
  };
  std::vector<size_t> usable;
  for (size_t i : running) {
    if (i != first && Clock::now() > end) {
      drop(i, "not tried: the budget was spent");
      continue;
    }
    if (runtime::Status status = trial.check(i, i == first); status)
      usable.push_back(i);
    else if (i == first)
      return unusable(problemOf(status.error()));
    else
      drop(i, problemOf(status.error()));
  }

  size_t best = first;
  for (size_t turn = 0; turn < kMostTimes; ++turn) {
    for (size_t i : usable)
      if (runtime::Status status = trial.time(i); !status) {
        if (i == first)
          return unusable(problemOf(status.error()));
        drop(i, problemOf(status.error()));
      }
    llvm::erase_if(usable, [&](size_t i) { return !candidates[i].problem.empty(); });
    best = *std::min_element(usable.begin(), usable.end(), [&](size_t a, size_t b) {
      return candidates[a].milliseconds() < candidates[b].milliseconds();
    });
    if (turn + 1 < kFewestTimes)
      continue;
    double limit = candidates[best].bounds().second;
    llvm::erase_if(usable, [&](size_t i) { return candidates[i].bounds().first > limit; });
    if (usable.size() == 1 || Clock::now() > end)
      break;
  }
  say(llvm::formatv("{0}: {1:F4} ms, the default {2:F4} ms", candidates[best].name, candidates[best].milliseconds(),
                    candidates[first].milliseconds())
          .str());
  if (!tune.wisdom.empty()) {
    WisdomEntry entry{key, candidates[best].constants, candidates[best].options, candidates[best].milliseconds(),
                      candidates[first].milliseconds()};
    if (runtime::Status status = Wisdom::append(tune.wisdom, entry); !status)
      say(status.error().text); // what was found holds without being remembered
  }
  return best;
}

Expected<Tuner> Tuner::create(const SourceFile &source, const CompileOptions &options, const TuneSpace &space,
                              const TuneOptions &tune) {
  auto state = std::make_unique<State>();
  auto device = TuneDevice::open(tune.device);
  if (!device)
    return device.error();
  state->source = source;
  state->options = options;
  state->space = space;
  state->tune = tune;
  state->device = *device;
  if (tune.device >= 0)
    state->options.architecture = device->architecture;
  if (runtime::Status status = state->enumerate(); !status)
    return status.error();
  return Tuner(std::move(state));
}

Tuner::Tuner(std::unique_ptr<State> state) : state(std::move(state)) {}
Tuner::Tuner(Tuner &&) noexcept = default;
Tuner::~Tuner() = default;

const std::vector<TuneCandidate> &Tuner::candidates() const {
  return state->candidates;
}

CompileOptions Tuner::optionsOf(size_t candidate) const {
  return state->optionsOf[candidate];
}

Expected<size_t> Tuner::choose(std::span<const TuneArgument> arguments, std::span<const Dim3> grids) {
  WisdomKey key = state->keyOf(arguments);
  WisdomEntry known{key, {}, {}, 0, 0};
  std::string text = known.toJson();
  if (auto found = state->chosen.find(text); found != state->chosen.end())
    return found->second;
  auto isLeftOut = [&](const Dim3 &grid) { return grid.x == 0 || grid.y == 0 || grid.z == 0; };
  size_t first = 0;
  while (first < grids.size() && isLeftOut(grids[first]))
    ++first;
  if (state->tune.mode == TuneOptions::Mode::Off)
    return first;
  bool nearest = state->tune.mode == TuneOptions::Mode::Use;
  std::optional<size_t> chosen = state->remembered(key, nearest);
  if (!chosen && !nearest) {
    std::optional<FileLock> lock;
    if (!state->tune.wisdom.empty()) {
      lock.emplace(state->tune.wisdom + ".lock", text);
      chosen = state->remembered(key, nearest); // what another process has found meanwhile
    }
    if (!chosen) {
      auto tried = state->tryAll(key, arguments, grids);
      if (!tried)
        return tried;
      chosen = *tried;
    }
  }
  return state->chosen[text] = chosen.value_or(first);
}
