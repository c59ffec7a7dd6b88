// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs of one iteration that add to one accumulator, which the loop carries and nobody reads on the way: such MMAs may
// run on into the next iteration.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// The MMAs that are added up one after the other in one carried value.
struct MmaChain {
  unsigned carried; ///< number among the carried values
  llvm::SmallVector<WarpgroupMmaOp> mmas;
  llvm::SmallVector<WarpgroupWaitOp> waits; ///< behind each MMA
};

/// One for each carried value that is such an accumulator.
llvm::SmallVector<MmaChain> findMmaChains(mlir::scf::ForOp loop);

/// All MMAs of the loop are in such chains, of operands in shared memory from outside of the loop or that `isStage` is
/// true of.
bool mayRunOn(mlir::scf::ForOp loop, llvm::function_ref<bool(mlir::Value operand)> isStage);

} // namespace tilec::tile_gpu
