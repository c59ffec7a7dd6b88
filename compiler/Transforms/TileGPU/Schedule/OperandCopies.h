// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cp.async that write an operand to where `wgmma` or `tcgen05` read it.
//
//     %x = load %pointers                               %x = async_copy .. into a stage, iterations ahead
//     %buffer = alloc_buffer                            %token = async_wait
//     buffer_store %x, %buffer                     =>   proxy_fence; memory_barrier cta
//     proxy_fence                                       %stage = buffer_stage %buffer[..]
//     warpgroup_mma %buffer, ..                         warpgroup_mma %stage, .. after %token
//     free_buffer %buffer
//
// The stage has the layout of the buffer that it stands for: each cp.async writes one chunk of the swizzle.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

/// The store of what is loaded for MMAs of a matrix unit: the only use of the tile, whatever renames it, and the only
/// write of a buffer of which MMAs are the only readers. Null if there is none.
BufferStoreOp findOperandStore(LoadOp load);

/// The stage that stands for the buffer of `store`; null where `vector` elements of one copy are not neighbours there.
BufferType stageInPlace(LoadOp load, BufferStoreOp store, int64_t vector);

/// Puts `stage`, which `arrived` is the token of, in the place of the buffer. Store and load are gone.
void readInPlace(mlir::ImplicitLocOpBuilder &builder, LoadOp load, BufferStoreOp store, mlir::Value stage,
                 mlir::Value arrived);

/// The copies of a branch, each under its condition: MMAs that follow need not wait at the branch's end until its
/// addresses are computed. The branch's token as it was where more is in it.
mlir::Value copiesWithoutBranch(mlir::scf::IfOp branch);

} // namespace tilec::tile_gpu
