// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the tile of an index starts, for indices that may be far outside of the tensor.
#pragma once

#include "mlir/IR/Builders.h"

namespace tilec::tile {

/// `index * step` as i64, with `index` read as unsigned. A product that does not fit stays larger than every tensor,
/// where it would wrap into one.
mlir::Value startOfTile(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value index, int64_t step);

} // namespace tilec::tile
