// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The largest grid that a GPU launches, and what is said of larger ones.
#ifndef TILEC_RUNTIME_GRIDLIMITS_H
#define TILEC_RUNTIME_GRIDLIMITS_H

#include <cstdint>
#include <limits>
#include <string>

namespace tilec::runtime {

inline constexpr uint64_t kMostCtasAlongX = std::numeric_limits<int32_t>::max(), kMostCtasAlongYZ = 65535;

inline bool isLaunchable(uint64_t x, uint64_t y, uint64_t z) {
  return x <= kMostCtasAlongX && y <= kMostCtasAlongYZ && z <= kMostCtasAlongYZ;
}

inline std::string gridText(uint64_t x, uint64_t y, uint64_t z) {
  return std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z);
}

/// What is wrong with a grid that is not launchable; `unit` is what it counts.
inline std::string whyNotLaunchable(uint64_t x, uint64_t y, uint64_t z, const char *unit) {
  return "expected a grid of at most " + gridText(kMostCtasAlongX, kMostCtasAlongYZ, kMostCtasAlongYZ) + " " + unit +
         ", got " + gridText(x, y, z);
}

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_GRIDLIMITS_H
