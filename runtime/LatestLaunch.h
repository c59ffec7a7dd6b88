// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A kernel's latest launch, to be repeated.
///
/// Loops launch the same kernel with the same arguments again and again. Then the choice of a variant, the grid, the
/// attributes and the tensor maps are what they were: a comparison of the arguments says so, and the driver gets the
/// structures of the last time, with this time's stream.
#ifndef TILEC_RUNTIME_LATESTLAUNCH_H
#define TILEC_RUNTIME_LATESTLAUNCH_H

#include "runtime/LaunchPlan.h"

#include <mutex>

namespace tilec::runtime {

/// A kernel's latest launch. Launches of several threads may share it; what one is at, another does without.
class LatestLaunch {
public:
  /// Launches if the latest launch was the same but for the stream; nothing if not, or if another thread is at it.
  std::optional<Status> repeat(const ContextState &context, const PackedArguments &arguments,
                               const LaunchOptions &options, size_t &variant);
  /// For a launch without workspace. `maps`: the variant's tensor maps.
  void remember(const LaunchPlan &plan, const PackedArguments &arguments, const LaunchOptions &options,
                std::span<const cu::TensorMap> maps);

private:
  bool isSame(const PackedArguments &arguments, const LaunchOptions &options) const;
  void *find(const manifest::HiddenParameter &hidden);

  std::mutex mutex;
  bool isThere = false;
  // What was asked for.
  std::vector<uint64_t> words; ///< of the arguments
  LaunchOptions options;       ///< its stream is not looked at
  // What came of it.
  LaunchPlan plan;
  LaunchAttributes attributes;
  std::vector<cu::TensorMap> maps;
  std::vector<void *> pointers; ///< to the words, the grid and the maps here
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_LATESTLAUNCH_H
