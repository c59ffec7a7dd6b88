// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What hints may say: stated once for the source's hints, which are dropped beyond it, and the attribute, which is
// refused.
#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <string>

namespace tilec::tile {

/// Values from 1 to `most` that the hint `key` may have.
struct HintLimit {
  llvm::StringLiteral key;
  int64_t most;
  bool isPowerOfTwo;

  bool allows(int64_t value) const {
    return value >= 1 && value <= most && (!isPowerOfTwo || llvm::isPowerOf2_64(value));
  }
  /// What is expected, in words.
  std::string text() const {
    return (isPowerOfTwo ? "a power of two up to " : "1 to ") + std::to_string(most);
  }
};

inline constexpr HintLimit kNumCtaLimit{"num_cta_in_cga", 16, true}, kOccupancyLimit{"occupancy", 32, false},
    kWorkerWarpsLimit{"num_worker_warps_per_cta", 32, true}, kLatencyLimit{"latency", 10, false};

/// Whom a hint may be for: 0 is every architecture, else ten times a compute capability.
inline bool isHintArchitecture(int64_t key) {
  return llvm::is_contained({0, 800, 860, 870, 880, 890, 900, 1000, 1030, 1070, 1100, 1200, 1210}, key);
}

} // namespace tilec::tile
