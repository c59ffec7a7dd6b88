// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns of tensor memory for the products of a kernel, and each product by itself: its sums go there, are added to,
// and come back.
//
//     %s = tile_gpu.mma tcgen05 %a, %b, %c
//     =>
//     tile_gpu.tensor_store %c, %memory column 0        // not where %c is zero
//     tile_gpu.tensor_mma %a, %b into %memory column 0 accumulates %true
//     tile_gpu.tensor_wait %memory pending 0
//     %s = tile_gpu.tensor_load %memory column 0
//
// Products that add to one another's sums, directly or around a loop, have columns together; else each has its own as
// far as there are any, and beyond they take turns. `tile-gpu-keep-tensor-sums` takes stores and loads out of loops.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace tilec::tile_gpu {

class TensorColumns {
public:
  /// Allocates for all `tile_gpu.mma tcgen05` of the kernel, if there are any.
  explicit TensorColumns(mlir::func::FuncOp kernel);

  /// The sums of `op`, whose operands are in slots; `from`: what they are added to, null for zero.
  mlir::Value multiply(mlir::ImplicitLocOpBuilder &builder, MmaOp op, mlir::Value a, mlir::Value b, mlir::Value from,
                       mlir::ValueRange arrivals);

private:
  mlir::Value memory;
  llvm::DenseMap<mlir::Operation *, int64_t> columnOf; ///< of each product
};

} // namespace tilec::tile_gpu
