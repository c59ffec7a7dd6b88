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
  /// Whether exchanging the arguments gives the same bits.
  bool isCommutative() const;

private:
  mlir::ImplicitLocOpBuilder &builder;
  mlir::Block &body;
};

} // namespace tilec
