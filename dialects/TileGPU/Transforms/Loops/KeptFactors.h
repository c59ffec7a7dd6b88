// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factors that products of warps multiply by in every iteration, read from shared memory where they are needed: as
// fragments they would take registers of a lane through all of the loop.
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
// Lanes find their fragments side by side, 16 bytes at a time; lanes with the same fragments read the same bytes. A
// tile that several factors are made of (keys by which scores and, turned, gradients are multiplied) is stored once, as
// it came, where `ldmatrix` reads each.
//
// And factors that lanes load in the loop and that change layout through scratch: the fragments of one would be held
// while the other comes through the same bytes. Each gets a buffer, stored as it came and read at the product, so that
// fragments come as they are multiplied; both, or the larger one, as far as there is room. Of one that several products
// multiply by, each reads its own.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// Keeps factors of the loop's products in shared memory, the largest first, until what a lane holds fits `available`
/// registers; takes at most `sharedBytes`, which it lessens. Returns how many.
unsigned keepFactors(mlir::scf::ForOp loop, int64_t available, int64_t &sharedBytes);

/// Bytes of shared memory that `keepFactors` would take if there were enough; `isTight`: that it has to. Lanes hold no
/// tile of `notHeld`: loads that are brought ahead, what is stored once, and what products read of them.
int64_t bytesOfKeptFactors(mlir::scf::ForOp loop, bool isTight, const llvm::DenseSet<mlir::Value> &notHeld);

/// Has factors that lanes of the loop loaded read from buffers where they are multiplied, where what a lane would hold
/// does not fit `available` registers and the kernel's shared memory stays below `ofCta` bytes. Returns how many.
unsigned readFactorsFromBuffers(mlir::scf::ForOp loop, int64_t available, int64_t ofCta);

} // namespace tilec::tile_gpu
