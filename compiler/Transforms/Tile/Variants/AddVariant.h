// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AddVariant.h - a first variant of a kernel that has none ---------------===//
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// A copy of a kernel without variants, to be preferred to it: variant 0, without facts. It may get parameters of its
/// own. The kernel becomes the last variant.
mlir::func::FuncOp addPreferredVariant(mlir::func::FuncOp kernel);
/// A copy of the only variant besides the last one, to stand behind it: for what the first one is not to take.
mlir::func::FuncOp addSecondVariant(mlir::func::FuncOp first, mlir::func::FuncOp last);

} // namespace tilec::tile
