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

/// What came from a lane that may not be there.
struct ShiftedValue {
  mlir::Value value; ///< a lane's own where there is no other
  mlir::Value valid; ///< i1: there is
};
/// `value` of the lane `distance` below (above where negative), among each `width` lanes: powers of two.
ShiftedValue shuffleShifted(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, int distance, unsigned width);

} // namespace tilec
