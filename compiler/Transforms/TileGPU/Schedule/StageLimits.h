// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stage buffers of loads expect of a kernel, whoever fills them: each lane (PipelinePlan.h) or a producer
// (WarpRolePlan.h).
#pragma once

#include <cstdint>

namespace tilec::tile_gpu {

/// The most stages that a stage buffer gets.
inline constexpr int64_t kMaxStages = 8;
/// A loop of fewer iterations is over before anything is ahead.
inline constexpr int64_t kMinTrips = 4;

} // namespace tilec::tile_gpu
