// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Candidates compiled, and what says before any launch that one is out of question.
#pragma once
#include "compiler/Tune/TuneJob.h"
#include "tilec/Tuner.h"

#include <chrono>

namespace tilec::tune {

/// A candidate's code.
struct CandidateCode {
  std::string image;    ///< for a GPU a cubin, or PTX where nothing assembles it; for the CPU the `tile` dialect
  std::string identity; ///< equal for equal code: PTX, or the `tile` dialect without locations
  manifest::Kernel kernel;
  std::string manifestJson; ///< of the image
  JobCandidate job;
  std::string problem; ///< why it cannot be used; empty if it can
  bool spills = false;
};

/// The chip that candidates are for.
struct TuneDevice {
  int ordinal = -1; ///< -1: the CPU
  std::string name = "cpu", architecture;
  uint32_t sharedBytes = ~0u; ///< most of one CTA

  static runtime::Expected<TuneDevice> open(int ordinal);
};

/// Compiles one candidate.
CandidateCode compileCandidate(const SourceFile &source, const CompileOptions &options, const std::string &kernel,
                               const TuneDevice &device);

/// Compiles those that `wanted` names, several at a time: the first in any case, the others until `end`.
std::vector<CandidateCode> compileCandidates(const SourceFile &source, const std::vector<CompileOptions> &options,
                                             const std::vector<TuneCandidate> &candidates,
                                             const std::vector<bool> &wanted, const TuneDevice &device, unsigned jobs,
                                             std::chrono::steady_clock::time_point end);

} // namespace tilec::tune
