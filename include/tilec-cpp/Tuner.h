// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tuner for C++17, over tilec-c/Tuner.h: the fastest form of a kernel, by trying them.
///
///   tilec::Tuner tuner("scale.cu", text, "kernel = scale<{N}>; N = 256, 512; grid = (n + N - 1) / N");
///   size_t best = tuner.choose({tilec::Array(out, bytes), tilec::Array(in, bytes), n});
///   tilec::Options options;
///   tuner.apply(best, options);   // instantiates tuner.kernel(best), which is scale<512>
#ifndef TILEC_CPP_TUNER_H
#define TILEC_CPP_TUNER_H

#include "tilec-c/Tuner.h"
#include "tilec-cpp/Compiler.h"

#include <functional>
#include <memory>

namespace tilec {
inline namespace v1 {

/// How to tune.
struct TuneOptions {
  std::string wisdom; ///< a file of JSON lines; empty: nothing is remembered
  TilecTuneMode mode = TILEC_TUNE_TUNE;
  double budget = 15;    ///< seconds
  double tolerance = -1; ///< how far results may be from the default's; negative: by the element type
  int device = -1;       ///< ordinal of the GPU; -1: the CPU
  std::function<void(const std::string &)> progress; ///< told what becomes of each candidate
};

/// An argument of a kernel that is tuned: a scalar, or an array with its bytes.
struct TuneArgument {
  template <typename T, std::enable_if_t<std::is_constructible_v<Argument, T>, int> = 0>
  TuneArgument(T value) : value{Argument(value).argument, 0} {}
  TuneArgument(const void *address, size_t bytes) : value{Argument(address).argument, bytes} {}

  TilecTuneArgument value;
};

/// An array on the device that is tuned for.
inline TuneArgument Array(const void *address, size_t bytes) {
  return TuneArgument(address, bytes);
}

/// Belongs to one thread at a time.
class Tuner : public Handle<TilecTuner, tilecTunerDestroy> {
public:
  /// An empty space means the only `#pragma tilec tune(...)` of the source.
  Tuner(const std::string &name, const std::string &text, const std::string &space = {}, const TuneOptions &tune = {},
        const Options &options = {})
      : Tuner(name, text, space, tune, options, std::make_unique<Progress>(tune.progress)) {}

  /// The candidate for such arguments, which are left as they are.
  size_t choose(const std::vector<TuneArgument> &arguments) const {
    std::vector<TilecTuneArgument> list;
    for (const TuneArgument &argument : arguments)
      list.push_back(argument.value);
    size_t chosen = 0;
    v1::check(tilecTunerChoose(get(), list.data(), list.size(), nullptr, &chosen));
    return chosen;
  }
  size_t size() const {
    return tilecTunerCandidateCount(get());
  }
  /// `N=256, pipeline-loops=3`
  std::string name(size_t candidate) const {
    return tilecTunerCandidateName(get(), candidate);
  }
  /// `scale<256>`
  std::string kernel(size_t candidate) const {
    return tilecTunerCandidateKernel(get(), candidate);
  }
  /// Why it is out of question; empty if it is not.
  std::string problem(size_t candidate) const {
    return tilecTunerCandidateProblem(get(), candidate);
  }
  double milliseconds(size_t candidate) const {
    return tilecTunerCandidateMilliseconds(get(), candidate);
  }
  /// Adds what a candidate is compiled with.
  void apply(size_t candidate, Options &options) const {
    v1::check(tilecTunerApply(get(), candidate, &options.native()));
  }

private:
  using Progress = std::function<void(const std::string &)>;

  Tuner(const std::string &name, const std::string &text, const std::string &space, const TuneOptions &tune,
        const Options &options, std::unique_ptr<Progress> progress)
      : Handle(create(name, text, space, tune, options, *progress)), progress(std::move(progress)) {}

  static TilecTuner create(const std::string &name, const std::string &text, const std::string &space,
                           const TuneOptions &tune, const Options &options, Progress &progress) {
    TilecSourceFile source = {name.c_str(), text.c_str()};
    TilecTuneOptions c = TILEC_TUNE_DEFAULTS;
    c.wisdom = tune.wisdom.empty() ? nullptr : tune.wisdom.c_str();
    c.mode = tune.mode;
    c.budget = tune.budget;
    c.tolerance = tune.tolerance;
    c.device = tune.device;
    c.progressData = &progress;
    if (progress)
      c.progress = [](void *data, const char *told) { (*static_cast<Progress *>(data))(told); };
    TilecTuner made = nullptr;
    v1::check(tilecTunerCreate(&source, &options.native(), space.empty() ? nullptr : space.c_str(), &c, &made));
    return made;
  }

  std::unique_ptr<Progress> progress; ///< where the tuner finds it
};

} // namespace v1
} // namespace tilec

#endif // TILEC_CPP_TUNER_H
