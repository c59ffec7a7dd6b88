// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a producer warp has to compute: where the tiles of its loads start, and the control flow around them.
//
// The slice of a copy is closed backwards over operands, over what loops carry, and over the control flow around each
// of its ops:
//
// | needed                             | because of it                                                        |
// |------------------------------------|----------------------------------------------------------------------|
// | an op                              | its operands; the ops with regions around it                         |
// | a loop, a branch                   | its bounds and step, or its condition                                |
// | what a loop carries, or a result   | its initial value; what each iteration or each branch yields for it  |
//
// The producer is one lane that runs ahead of the others. So the slice may hold scalars only, nothing with effects, and
// no loads but of scalars that this kernel does not write. Blocks may be drawn (`next_block`) where nothing but the
// next iteration needs the number, or what scalar arithmetic makes of it: the producer draws, computes, and tells the
// others. Tensor maps that the kernel makes for the copy are made by the producer.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace tilec::tile_gpu {

/// What keeps a load from being brought by a producer.
struct ProducerObstacle {
  std::string reason;
  mlir::Operation *where = nullptr;
};

/// A draw that the producer does for all, and what of it the others have to know.
struct Draw {
  NextBlockOp op;
  llvm::SetVector<mlir::Operation *> arithmetic; ///< on the number, for the next iteration alone
  llvm::SetVector<mlir::Value> handedOn;         ///< what the next iteration begins with: of i32
};

class ProducerSlice {
public:
  explicit ProducerSlice(mlir::func::FuncOp kernel) : kernel(kernel) {}

  /// Takes in all that the copy needs, or nothing and says why not.
  std::optional<ProducerObstacle> add(TmaLoadOp copy);

  bool contains(mlir::Operation *op) const {
    return ops.contains(op);
  }
  /// Whether the slice contains a result or an argument of a block.
  bool contains(mlir::Value value) const {
    return values.contains(value);
  }

  /// Draws that the producer does for all.
  llvm::ArrayRef<Draw> getDraws() const {
    return draws;
  }

private:
  void need(mlir::Value value);
  void needRange(mlir::ValueRange needed);
  void needOp(mlir::Operation *op);
  void needMap(BuildTensorMapOp build);
  void needDraw(const Draw &draw);
  void needAround(mlir::Operation *op);
  void needArgument(mlir::BlockArgument argument);
  void needResult(mlir::OpResult result);
  void needControl(mlir::Operation *op);
  void refuse(mlir::Operation *op, llvm::StringRef reason);
  bool mayBeWritten(LoadOp load);

  mlir::func::FuncOp kernel;
  llvm::DenseSet<mlir::Operation *> ops;
  llvm::DenseSet<mlir::Value> values;
  llvm::SmallVector<Draw> draws;
  std::optional<ProducerObstacle> obstacle;
};

} // namespace tilec::tile_gpu
