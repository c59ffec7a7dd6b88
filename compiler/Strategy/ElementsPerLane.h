// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many neighbouring elements a lane should take of each tile shape, so that its memory accesses are wide.
//
// Each load and store has a width: the elements that one access may cover, from what is known of alignment, strides and
// masks (dialects/Tile/Analysis/Divisibility.h), at most 16 bytes. A shape has one layout for all its accesses. A lane
// with w neighbours suits an access that may cover them, or 16 bytes of them. It harms one that may not: lanes then
// have gaps between them, and each of its instructions touches w times as many lines. So a shape takes the largest
// width that suits at least half of its accesses; without known alignment that is one, and lanes stand side by side.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>
#include <vector>

namespace tilec::strategy {

/// Elements of a lane along the last dimension for each shape; shapes left out: one.
using AccessWidths = std::map<std::vector<int64_t>, int64_t>;

/// Chooses the widths of a kernel in `tile` form.
AccessWidths chooseAccessWidths(mlir::func::FuncOp kernel);

} // namespace tilec::strategy
