// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many registers of a lane tiles may take where warps have roles, and what each role gets.
//
// Registers are dealt out at entry in equal shares: 168 a lane where there are three warpgroups. With more than that,
// two warpgroups of consumers get most of what the third, the producer's, does not need.
#pragma once

#include "compiler/Target/LaneRegisters.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// 32-bit registers of a lane that tiles may take: the rest is for addresses and what is being computed.
inline constexpr int64_t kMaxTileRegisters = 200;
/// The most registers for tiles where a lane of three warpgroups gets no more than its share, 168.
inline constexpr int64_t kMaxPlainTileRegisters = 112;

/// Tiles of `registers` a lane fit.
bool fitsConsumers(WarpRolesOp roles, int64_t registers);

/// Gives consumers of MMAs what tiles of `registers` a lane need; with `many`, the producer as much more as few
/// tiles leave.
void dealOutRegisters(WarpRolesOp roles, int64_t registers, bool many = false);

/// Gives consumers that load accumulators from tensor memory what the largest tile needs, where they start MMAs
/// themselves.
void dealOutRegistersOfAccumulators(WarpRolesOp roles);

/// Deals out the registers of kernels whose rows clusters share. 16 warps take 64 registers of a lane for a row, or two
/// CTAs of 8 do. With a producer warp one quarter of the multiprocessor has five warps, so that a lane gets 96. What
/// producers do not need goes to the others.
void dealOutRegistersOfRows(WarpRolesOp roles, int64_t ctas);

} // namespace tilec::tile_gpu
