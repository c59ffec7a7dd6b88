// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values of any register type from another lane of the warp. All lanes take part.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// `value` of lane `lane` (i32).
mlir::Value shuffleFrom(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Value lane);
/// `value` of the lane whose number differs in the bits `mask`.
mlir::Value shuffleXor(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, unsigned mask);

} // namespace tilec
