// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Comparisons that come out alike for neighbours: whether they lie inside of an array whose extent is a multiple of
/// four, for example.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace tilec {

/// For comparisons of tiles below `root` the length of contiguous ranges of elements that have one result each. Runs
/// are in row-major order and aligned to their length. Comparisons with runs of 1 are left out.
llvm::DenseMap<mlir::Operation *, int64_t> findRunsOfComparisons(mlir::Operation *root);

} // namespace tilec
