// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lanes and CTAs of a kernel have of a multiprocessor, as passes estimate it before there is machine code.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// Registers of a lane that a CTA is expected to take where the kernel does not say how many CTAs there are.
inline constexpr int64_t kExpectedRegisters = 64;

/// Warps of a multiprocessor that shared memory has to be left for: what is in flight no longer comes from there being
/// more of them.
inline constexpr int64_t kWantedWarps = 16;

/// Registers of a lane for a tile, narrow elements packed; 0 for masks, pointers and scalars.
int64_t registersOf(mlir::Type type);

/// The registers that a lane may have where so many CTAs of the kernel share a multiprocessor.
int64_t registersOfLane(mlir::func::FuncOp kernel, int64_t ctas);

/// The registers that a lane may have by the occupancy limit of the kernel. No value without a limit: registers are not
/// scarce then.
std::optional<int64_t> availableRegisters(mlir::func::FuncOp kernel);

/// CTAs that share a multiprocessor: as many as the kernel is held to, else what registers may let, up to
/// `wantedWarps`.
int64_t ctasByRegisters(mlir::func::FuncOp kernel, int64_t wantedWarps = kWantedWarps);

/// CTAs of a planned kernel that share a multiprocessor, and what there is no more room for.
struct CtaOccupancy {
  int64_t ctas;
  llvm::StringRef limit;
  bool isLimitedBySharedMemory = false;
};

/// Requires `tile_gpu.num_warps` and `tile_gpu.shared_bytes`. Registers count where the kernel promises a number of
/// CTAs.
CtaOccupancy occupancyOf(mlir::func::FuncOp kernel, const Target &target);

/// Warps of a CTA, those of a producer among them.
int64_t warpsOfCta(mlir::func::FuncOp kernel);

/// Shared memory of a CTA, what it costs beyond its own bytes included; none if it has none of its own.
int64_t sharedBytesOfCta(mlir::func::FuncOp kernel);

} // namespace tilec::tile_gpu
