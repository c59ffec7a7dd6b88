// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Cache/CacheEntry.h"
#include "runtime/Wisdom.h"
#include "tilec/Tuner.h"

#include "llvm/ADT/StringRef.h"

using namespace tilec;
using llvm::StringRef;

/// Without folders of headers, which are elsewhere on every machine.
static std::vector<std::string> withoutFolders(const std::vector<std::string> &arguments) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-isystem" || arguments[i] == "-I")
      ++i;
    else if (!StringRef(arguments[i]).starts_with("-I"))
      kept.push_back(arguments[i]);
  }
  return kept;
}

std::string tilec::wisdomHash(const SourceFile &source, const CompileOptions &options) {
  CompileOptions same = options;
  same.architecture = same.cudaPath = "";
  same.arguments = withoutFolders(options.arguments);
  same.nameExpressions.clear();
  same.headers.insert(same.headers.begin(), {"", source.text});
  same.colors = same.remarks = same.lineInfo = same.assemblerVerbose = false; // change no code
  return jit::hashOfOptions(same);
}

runtime::Expected<std::vector<TunedKernel>> tilec::applyWisdom(const SourceFile &source, CompileOptions &options,
                                                               const std::string &path) {
  auto spaces = TuneSpace::ofSource(source);
  if (!spaces)
    return spaces.error();
  auto wisdom = Wisdom::read(path);
  if (!wisdom)
    return wisdom.error();
  std::string hash = wisdomHash(source, options);
  std::vector<TunedKernel> kernels;
  std::vector<std::pair<std::string, std::string>> agreed;
  for (const TuneSpace &space : *spaces) {
    auto tuner = Tuner::create(source, options, space, {});
    if (!tuner)
      return tuner.error();
    const std::vector<TuneCandidate> &candidates = tuner->candidates();
    size_t chosen = 0;
    auto fits = [&](const WisdomEntry &entry) {
      if (entry.key.kernel != space.kernel || entry.key.source != hash ||
          entry.key.architecture != options.architecture)
        return false;
      for (const TuneCandidate &candidate : candidates)
        if (candidate.constants == entry.constants && candidate.options == entry.options)
          return true;
      return false;
    };
    const WisdomEntry *entry = wisdom->longest(fits);
    for (size_t i = 0; entry && i < candidates.size(); ++i)
      if (candidates[i].constants == entry->constants && candidates[i].options == entry->options)
        chosen = i;
    const TuneCandidate &candidate = candidates[chosen];
    if (!kernels.empty() && candidate.options != agreed)
      return runtime::Error{"applyWisdom", runtime::kBadOption, "kBadOption",
                            "'" + source.name + "': the kernels " + kernels.front().name + " and " +
                                StringRef(space.kernel).split('<').first.str() +
                                " are tuned to different options; expected each in a source of its own"};
    agreed = candidate.options;
    WisdomEntry line{{"", "", space.kernel, hash, {}, {}}, candidate.constants, candidate.options, 0, 0};
    kernels.push_back({StringRef(space.kernel).split('<').first.str(), candidate.kernel, candidate.constants,
                       entry != nullptr, line.toJson()});
    std::vector<std::string> names = options.nameExpressions;
    CompileOptions tuned = tuner->optionsOf(chosen);
    names.insert(names.end(), tuned.nameExpressions.begin() + ptrdiff_t(names.size()), tuned.nameExpressions.end());
    if (&space == &spaces->back())
      options = tuned;
    options.nameExpressions = names;
  }
  return kernels;
}

runtime::Expected<std::vector<TunedCandidate>>
tilec::candidatesOf(const SourceFile &source, const CompileOptions &options, const std::string &path) {
  auto spaces = TuneSpace::ofSource(source);
  auto wisdom = spaces ? Wisdom::read(path) : runtime::Expected<Wisdom>(spaces.error());
  if (!wisdom)
    return wisdom.error();
  std::string hash = wisdomHash(source, options);
  std::vector<TunedCandidate> found;
  for (const TuneSpace &space : *spaces) {
    auto tuner = Tuner::create(source, options, space, {});
    if (!tuner)
      return tuner.error();
    for (const WisdomEntry &entry : wisdom->all()) {
      if (entry.key.kernel != space.kernel || entry.key.source != hash ||
          entry.key.architecture != options.architecture)
        continue;
      for (size_t i = 0; i < tuner->candidates().size(); ++i)
        if (const TuneCandidate &one = tuner->candidates()[i];
            one.constants == entry.constants && one.options == entry.options)
          found.push_back({entry.toJson(), entry.candidate(), tuner->optionsOf(i)});
    }
  }
  return found;
}
