// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sizes that are the same on every chip. What differs from chip to chip is in Target.h.
#pragma once

namespace tilec {

inline constexpr unsigned kLanesPerWarp = 32;
inline constexpr unsigned kWarpsPerWarpgroup = 4;
inline constexpr unsigned kWarpsPerCta = 32;
inline constexpr unsigned kThreadsPerCta = kWarpsPerCta * kLanesPerWarp;

inline constexpr unsigned kRegistersPerMultiprocessor = 65536;
inline constexpr unsigned kRegistersPerLane = 255;

/// Shared memory that each CTA costs beyond its own.
inline constexpr unsigned kReservedSharedMemory = 1024;
inline constexpr unsigned kMbarrierBytes = 8;

} // namespace tilec
