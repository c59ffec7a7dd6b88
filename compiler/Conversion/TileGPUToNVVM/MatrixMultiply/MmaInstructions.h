// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `mma.sync`: which form an MMA takes, and one instruction of it.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

struct MatrixInstruction {
  std::string intrinsic;           ///< of LLVM; empty for multiply-add in each lane
  unsigned perWord = 1;            ///< elements of an operand in one register of the instruction
  bool packedHalves = false;       ///< operands are pairs of f16, not words
  bool packedAccumulators = false; ///< accumulators are pairs of f16
  /// Along K, after which accumulators are added up in f32; 0 where the instruction's own accumulators are exact
  /// enough.
  int64_t depthOfPartialSums = 0;
};

MatrixInstruction matrixInstruction(tile_gpu::MmaOp op);
/// f64, 16 x `depth` times `depth` x 8; depth 4, 8 or 16. Chips from 9.0 on.
MatrixInstruction tallDoubles(int64_t depth);

/// The registers of an operand for one instruction. `elements` are null beyond K; so are all of a lane with one of
/// `lanesBeyondK` set.
llvm::SmallVector<mlir::Value> packOperand(mlir::ImplicitLocOpBuilder &builder, const MatrixInstruction &instruction,
                                           llvm::ArrayRef<mlir::Value> elements, uint32_t lanesBeyondK);
/// The new accumulators.
llvm::SmallVector<mlir::Value> emitMatrixInstruction(mlir::ImplicitLocOpBuilder &builder,
                                                     const MatrixInstruction &instruction, mlir::ValueRange operands,
                                                     mlir::ValueRange accumulators);

} // namespace tilec
