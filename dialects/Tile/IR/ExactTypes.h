// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which element types have every value of which others.
#pragma once

#include "mlir/IR/BuiltinTypes.h"

namespace tilec::tile {

/// Every value of `narrow`, an element type of integers or floats, is a value of the floating-point type `wide`.
bool holdsEveryValueOf(mlir::FloatType wide, mlir::Type narrow);

} // namespace tilec::tile
