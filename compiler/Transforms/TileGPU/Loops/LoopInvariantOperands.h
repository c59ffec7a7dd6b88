// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps operands of `mma.sync` that no iteration changes in shared memory, and reads them where an MMA needs them. As
// fragments they would take registers of a lane through the whole loop.
//
//     %q = tile_gpu.convert_layout ..            %q = tile_gpu.convert_layout ..
//     scf.for .. {                               %b = tile_gpu.alloc_buffer
//       %s = tile_gpu.mma mma_sync %q, %k, ..    tile_gpu.buffer_store %q, %b
//       ..                                 =>    scf.for .. {
//     }                                            %f = tile_gpu.buffer_load %b
//                                                  %s = tile_gpu.mma mma_sync %f, %k, ..
//                                                  ..
//                                                }
//
// A lane's fragments lie side by side, so it reads 16 bytes at a time. Lanes with the same fragments read the same
// bytes. A tile that several operands are made of (keys, by which scores and, turned, gradients are multiplied) is
// stored once, in a layout from which `ldmatrix` reads each.
//
// Operands that lanes load in the loop and that change layout through scratch are treated likewise. Otherwise a lane
// would hold the fragments of one while the other comes through the same bytes. Each gets a buffer, which is stored as
// loaded and read at the MMA. Where room is short, only the larger one does. Each MMA that reads the operand reads its
// own fragments.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// Keeps operands of the loop's MMAs in shared memory, the largest first, until what a lane holds fits `available`
/// registers. Takes at most `sharedBytes`, which it lessens. Returns the number of operands.
unsigned keepOperands(mlir::scf::ForOp loop, int64_t available, int64_t &sharedBytes);

/// The bytes of shared memory that `keepOperands` would take if there were enough. `isTight`: lanes have too few
/// registers without. Lanes hold no tile of `notHeld`: loads that come ahead, tiles that are stored once, and what MMAs
/// read of them.
int64_t bytesOfKeptOperands(mlir::scf::ForOp loop, bool isTight, const llvm::DenseSet<mlir::Value> &notHeld);

/// Reads operands that lanes of the loop loaded from buffers, at the MMA. Does so where a lane would hold more than
/// `available` registers and the kernel's shared memory stays below `ofCta` bytes. Returns the number of operands.
unsigned readOperandsFromBuffers(mlir::scf::ForOp loop, int64_t available, int64_t ofCta);

} // namespace tilec::tile_gpu
