// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a multiprocessor's registers are shared among its lanes.
#pragma once

#include "dialects/Layout/Multiprocessor.h"
#include <algorithm>

namespace tilec {

/// What the assembler gives a lane where so many warps (1 to 64) share a multiprocessor: by eights, and to as many
/// warps on each of its four schedulers.
constexpr unsigned registersAmong(unsigned warps) {
  constexpr unsigned kGranularity = 8, kSchedulers = 4;
  unsigned all = (warps + kSchedulers - 1) / kSchedulers * kSchedulers;
  unsigned share = kRegistersPerMultiprocessor / (all * kLanesPerWarp);
  return std::min(kRegistersPerLane, share / kGranularity * kGranularity);
}

/// Two warpgroups of consumers get most of what a third, the producer's, does not need (`setmaxnreg`).
constexpr unsigned kDealtOutWarps = 8, kConsumerRegisters = 232, kProducerRegisters = 40;

} // namespace tilec
