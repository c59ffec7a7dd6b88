// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The largest or smallest of many f32 registers. Widening keeps the order, so of what was widened from bf16 or f16 the
/// extreme is found among pairs in words, and the last two are widened: of bf16 that takes a quarter of the
/// instructions, since the assembler takes two steps of the tree in one.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// From how many registers on pairs are worth it.
constexpr size_t kFewestPairedRegisters = 4;

/// The 16-bit floats that all of `values` are widened from; empty if one is not, or their types differ.
llvm::SmallVector<mlir::Value> narrowSources(llvm::ArrayRef<mlir::Value> values);

/// The extreme of `values` (at least one, of f32) by ops like `Extreme` (`arith.maxnumf`, ...), as a balanced tree.
template <typename Extreme> mlir::Value extremeOf(mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<mlir::Value> values);

} // namespace tilec
