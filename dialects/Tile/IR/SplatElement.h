// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one element of tiles that have all the same.
#pragma once

#include "mlir/IR/Builders.h"

namespace tilec::tile {

/// The element of a splat or of a constant tile of integers that is one, as a scalar; a scalar itself. Null for other
/// tiles, whose elements may differ.
mlir::Value splatElement(mlir::OpBuilder &builder, mlir::Value value);

} // namespace tilec::tile
