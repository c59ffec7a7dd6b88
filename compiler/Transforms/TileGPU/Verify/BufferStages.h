// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stage of which buffer a value names, and whether two of them certainly are one: what verifiers of stage buffers
// and of sends compare.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile_gpu {

/// One stage of a buffer.
struct Stage {
  AllocBufferOp buffer;
  mlir::Value index; ///< null: the only one
};

inline Stage stageOf(mlir::Value value) {
  Stage stage;
  for (;;) {
    if (auto view = value.getDefiningOp<BufferViewOp>())
      value = view.getBuffer();
    else if (auto part = value.getDefiningOp<BufferStageOp>())
      stage.index = part.getIndex(), value = part.getBuffer();
    else
      break;
  }
  stage.buffer = value.getDefiningOp<AllocBufferOp>();
  return stage;
}

inline std::optional<int64_t> numberOf(mlir::Value index) {
  llvm::APInt number;
  if (!index)
    return 0;
  return mlir::matchPattern(index, mlir::m_ConstantInt(&number)) ? std::optional(number.getSExtValue()) : std::nullopt;
}

/// Whether both are surely the same number.
inline bool isSame(mlir::Value a, mlir::Value b) {
  return a == b || (numberOf(a) && numberOf(a) == numberOf(b));
}

} // namespace tilec::tile_gpu
