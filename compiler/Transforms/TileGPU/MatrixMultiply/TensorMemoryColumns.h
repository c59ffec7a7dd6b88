// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns of tensor memory for the MMAs of a kernel, and each MMA by itself: its accumulators go there, are added to,
// and come back.
//
//     %s = tile_gpu.mma tcgen05 %a, %b, %c
//     =>
//     tile_gpu.tensor_store %c, %memory column 0        // not where %c is zero
//     tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true
//     tile_gpu.tensor_wait %memory pending 0
//     %s = tile_gpu.tensor_load %memory column 0
//
// MMAs that add to one another's accumulators, directly or around a loop, have columns together; else each has its own
// as far as there are any, and beyond they take turns. Accumulators that change places in a loop have, as far as there
// are any, columns for each behind those of the first. `tile-gpu-keep-tensor-accumulators` takes stores and loads out
// of loops.
//
// Block-scaled MMAs have their scales behind all accumulators, one MMA those of the one before: an MMA has ended
// when the next one's scales are stored.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace tilec::tile_gpu {

/// No op between the two, of one block, touches tensor memory: what `from` loaded is still there.
bool isUntouched(mlir::Operation *from, mlir::Operation *to);

class TensorColumns {
public:
  /// Allocates for all `mma tcgen05` and `scaled_mma tcgen05` of the kernel, if there are any.
  explicit TensorColumns(mlir::func::FuncOp kernel);

  /// The accumulators of `op`, whose operands are in stages; `from`: what they are added to, null for zero.
  mlir::Value multiply(mlir::ImplicitLocOpBuilder &builder, MmaOp op, mlir::Value a, mlir::Value b, mlir::Value from,
                       mlir::ValueRange arrivals);
  /// Creates a block-scaled MMA, whose scales are tiles.
  mlir::Value multiply(mlir::ImplicitLocOpBuilder &builder, ScaledMmaOp op, mlir::Value a, mlir::Value b,
                       mlir::Value from);

private:
  /// What is added to is in its columns when the MMA starts.
  void storeAccumulator(mlir::ImplicitLocOpBuilder &builder, mlir::Operation *op, mlir::Value from);
  /// Stores scales where the MMA finds them.
  void storeScales(mlir::ImplicitLocOpBuilder &builder, mlir::Value scales, const layout::TensorScales &place,
                   int64_t column);

  mlir::Value memory;
  int64_t scalesAt = 0;                                ///< the first column of scales
  llvm::DenseMap<mlir::Operation *, int64_t> columnOf; ///< of each MMA
};

} // namespace tilec::tile_gpu
