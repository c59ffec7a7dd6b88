// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The combining region of a reduction or scan, applied to registers.
#pragma once

#include "mlir/IR/Block.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

class Combiner {
public:
  using Values = llvm::SmallVector<mlir::Value>;

  /// `body` takes n elements, then n more, and yields n.
  Combiner(mlir::ImplicitLocOpBuilder &builder, mlir::Block &body) : builder(builder), body(body) {}

  /// The region's results for `first` and `second`, registers of each operand.
  Values apply(mlir::ValueRange first, mlir::ValueRange second);
  /// Where `condition` holds `first` applied to `second`, elsewhere `second`.
  Values applyIf(mlir::Value condition, mlir::ValueRange first, mlir::ValueRange second);
  /// Both combined; where `swapped` (null: nowhere) holds, `second` comes first.
  Values applyInOrder(mlir::ValueRange first, mlir::ValueRange second, mlir::Value swapped);
  /// All of `values` (at least one) as a balanced tree, in order.
  Values applyToAll(llvm::ArrayRef<Values> values);
  /// The op that is all of the body, applied to its two arguments; null if there is more to it.
  mlir::Operation *onlyOp() const;
  /// What changes nothing when it comes first, bit for bit; null if the body is not known to have one.
  mlir::Value identity();
  /// What `both`, some value combined with `second`, was before that; empty unless the body can be undone.
  Values undo(mlir::ValueRange both, mlir::ValueRange second);
  /// Whether a value combined with itself is that value.
  bool isIdempotent() const;
  /// Whether exchanging the arguments gives the same bits.
  bool isCommutative() const;

private:
  mlir::ImplicitLocOpBuilder &builder;
  mlir::Block &body;
};

} // namespace tilec
