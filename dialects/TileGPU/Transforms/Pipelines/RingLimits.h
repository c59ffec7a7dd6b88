// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What rings of loads expect of a kernel, whoever fills them: each lane (PipelinePlan.h) or a producer (RolePlan.h).
#pragma once

#include <cstdint>

namespace tilec::tile_gpu {

/// The most slots that a ring gets.
inline constexpr int64_t kMaxSlots = 8;
/// A loop of fewer iterations is over before anything is ahead.
inline constexpr int64_t kMinTrips = 4;

} // namespace tilec::tile_gpu
