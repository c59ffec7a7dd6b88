// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Narrow registers side by side in one 32-bit register.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// `values` (registers of one type; several only if they fit into 32 bits), the first lowest, as one register. A single
/// value stays what it is.
mlir::Value packWord(mlir::ImplicitLocOpBuilder &builder, mlir::ValueRange values);
/// The registers of type `element` that `packWord` made `word` of.
llvm::SmallVector<mlir::Value> unpackWord(mlir::ImplicitLocOpBuilder &builder, mlir::Value word, mlir::Type element,
                                          unsigned count);

} // namespace tilec
