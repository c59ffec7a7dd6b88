// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the end of a row needs is loaded beside the row, not behind its reduction.
//
//     %x = tile_gpu.load %row                   %x = tile_gpu.load %row
//     %s = tile_gpu.reduce %x            =>     %w = tile_gpu.load %weights
//     %w = tile_gpu.load %weights               %s = tile_gpu.reduce %x
//
// Behind a reduction over several warps stands a barrier, over which no later pass moves a load: each block would wait
// for memory twice, one time after the other. Of a small launch that finds nothing in the cache that is a tenth of all.
//
// Which loads: of tiles, in the block of ops that has the first reduction, behind it, of places that need no result of
// it, and of memory that nothing in between writes; in kernels without a loop; all of them, if a lane has registers to
// keep what they bring besides what was loaded before: those of the CTAs that the kernel is held to, or
// kModestRegisters, and moves 8 bytes or more at a time. Some of them alone would make it slower (docs/Experiments.md,
// "Constants of the model").
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// For a kernel whose views are expanded. `remarks`: says so.
void startLoadsEarly(mlir::func::FuncOp kernel, bool remarks);

} // namespace tilec::tile_gpu
