// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The largest grid that a GPU launches.
#ifndef TILEC_RUNTIME_GRIDLIMITS_H
#define TILEC_RUNTIME_GRIDLIMITS_H

#include <cstdint>
#include <limits>

namespace tilec::runtime {

inline constexpr uint64_t kMostCtasAlongX = std::numeric_limits<int32_t>::max(), kMostCtasAlongYZ = 65535;

inline bool isLaunchable(uint64_t x, uint64_t y, uint64_t z) {
  return x <= kMostCtasAlongX && y <= kMostCtasAlongYZ && z <= kMostCtasAlongYZ;
}

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_GRIDLIMITS_H
