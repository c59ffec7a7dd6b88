// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of an MMA's operands, so that some are loaded while others are multiplied.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

/// Along K: of A its last dimension, of B the one before.
unsigned dimensionOfK(mlir::Value mmaOperand, layout::MmaOperand operand);

/// Part `number` of `operand`, `depth` elements along K. Written as a part of all of it: what nobody takes of a load is
/// not loaded.
mlir::Value partAlongK(mlir::ImplicitLocOpBuilder &builder, mlir::Value mmaOperand, layout::MmaOperand operand,
                       int64_t depth, int64_t number);

} // namespace tilec::tile_gpu
