// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `mma.sync` of f64 from 9.0 on: 16 rows, and 8 or 16 along K, where chips before have m8n8k4.
#pragma once

#include "compiler/Target/Target.h"
#include <algorithm>

namespace tilec {

inline constexpr int64_t kLeastDepthOfTallDoubles = 8;

inline bool hasTallDoubles(const Target &target) {
  return target.has(Capability::MmaTallF64);
}

/// Many accumulators leave a lane registers for few factors: all products of one part of K, then the next.
constexpr bool hasManyDoubleAccumulators(int64_t accumulatorRegisters) {
  constexpr int64_t kMany = 128;
  return accumulatorRegisters >= kMany;
}

/// Along K, of a product that goes so deep, by lanes with so many registers of accumulators.
constexpr int64_t depthOfTallDoubles(int64_t k, int64_t accumulatorRegisters) {
  constexpr int64_t kMost = 16;
  return std::min(k, hasManyDoubleAccumulators(accumulatorRegisters) ? kLeastDepthOfTallDoubles : kMost);
}

} // namespace tilec
