// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `mma.sync`: which form a product takes, and one instruction of it.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

struct MatrixInstruction {
  std::string intrinsic;     ///< of LLVM; empty for multiply-add in each lane
  unsigned perWord = 1;      ///< elements of a factor in one register of the instruction
  bool packedHalves = false; ///< factors are pairs of f16, not words
  bool packedSums = false;   ///< sums are pairs of f16
  /// Along K, after which sums are added up in f32; 0 where the instruction's own sums are exact enough.
  int64_t depthOfPartialSums = 0;
};

MatrixInstruction matrixInstruction(tile_gpu::MmaOp op);
/// f64, 16 x `depth` times `depth` x 8; depth 4, 8 or 16. Chips from 9.0 on.
MatrixInstruction tallDoubles(int64_t depth);

/// The registers of a factor for one instruction. `elements` are null beyond K; so are all of a lane with one of
/// `lanesBeyondK` set.
llvm::SmallVector<mlir::Value> packOperand(mlir::ImplicitLocOpBuilder &builder, const MatrixInstruction &instruction,
                                           llvm::ArrayRef<mlir::Value> elements, uint32_t lanesBeyondK);
/// The new sums.
llvm::SmallVector<mlir::Value> emitMatrixInstruction(mlir::ImplicitLocOpBuilder &builder,
                                                     const MatrixInstruction &instruction, mlir::ValueRange operands,
                                                     mlir::ValueRange sums);

} // namespace tilec
