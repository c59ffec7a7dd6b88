// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which dimensions of a kernel's tiles can only be divided together.
//
// A dimension is divided into equal parts, one behind the other. Operands and results of an elementwise op are then
// divided alike, so are a tile and its loads and stores, and what a loop carries. Such dimensions are one *class*.
// Whether a class can be divided, into how many parts, is said by its members:
//
// | op                      | ties together                                   | cannot be divided                |
// |-------------------------|-------------------------------------------------|----------------------------------|
// | elementwise, pointers   | each dimension of all operands and results      |                                  |
// | broadcast               | what is not stretched                           |                                  |
// | reshape                 | dimensions that begin at the same outer extent  | all others                       |
// | permute, loops, `if`    | the same dimension of what is passed on         |                                  |
// | reduce                  | all but the axis; the axis is marked *reduced*  |                                  |
// | mma                     | batches; rows of A and the sum; columns of B and the sum | K                        |
// | scan, cat               | all but the axis                                | the axis                         |
// | extract, insert         | dimensions that are taken whole                 | all others                       |
// | iota                    |                                                 | all but the outermost            |
// | strided view            |                                                 | where parts do not fit the steps |
// | constant                |                                                 | unless all elements are equal    |
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>
#include <vector>

namespace tilec::tile {

/// A dimension of a tile.
struct TileDimension {
  mlir::Value tile;
  unsigned dimension;

  int64_t extent() const {
    return shapeOf(tile.getType())[dimension];
  }
};

/// Dimensions that are divided together or not at all.
struct DimensionClass {
  std::vector<TileDimension> members;
  /// What keeps it from being divided; null where nothing does.
  mlir::Operation *obstacle = nullptr;
  std::string reason;
  /// Reductions along it.
  llvm::SmallVector<mlir::Operation *> reductions;
};

class DimensionClasses {
public:
  /// For division into `parts`, a power of two.
  DimensionClasses(mlir::func::FuncOp kernel, int64_t parts);

  /// Those with an extent above 1, in the order of their first members in the kernel.
  std::vector<DimensionClass> find();

private:
  /// What a dimension says of its class.
  struct Node {
    TileDimension dimension;
    unsigned parent;
    mlir::Operation *obstacle = nullptr;
    std::string reason;
    llvm::SmallVector<mlir::Operation *> reductions;
  };

  void visit(mlir::Operation *op);
  void visitRegions(mlir::Operation *op);
  void visitReshape(mlir::Value source, mlir::Value result, mlir::Operation *op);
  void visitView(mlir::Operation *op, mlir::Value view, mlir::ValueRange indices, mlir::Value tile);
  void visitMma(MmaOp op);
  void visitIota(mlir::Value tile, mlir::Operation *op);
  void visitOther(mlir::Operation *op);

  /// The node of a dimension with an extent above 1; none for others.
  std::optional<unsigned> nodeOf(mlir::Value tile, unsigned dimension);
  unsigned rootOf(unsigned node);
  void tie(mlir::Value a, unsigned dimensionOfA, mlir::Value b, unsigned dimensionOfB);
  /// All dimensions of tiles of one shape, but `except`.
  void tieAll(mlir::ValueRange tiles, std::optional<unsigned> except = std::nullopt);
  void forbid(mlir::Value tile, unsigned dimension, mlir::Operation *op, llvm::StringRef reason);
  void forbidAll(mlir::ValueRange tiles, mlir::Operation *op, llvm::StringRef reason);

  int64_t parts;
  std::vector<Node> nodes;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, unsigned> numbers;
};

} // namespace tilec::tile
