// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of a kernel's tiles is live at once: an estimate of register pressure before there are layouts.
//
// Ops are taken in program order. A tile lives from its op to its last use in the same block, uses inside of nested
// regions being at the op that holds them. What iota, splats, constants and elementwise ops make from nothing is not
// counted, it can be made again, nor what is stretched from a smaller tile; masks neither, they are predicates; nor
// pointers, whose differences are constants.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::strategy {

/// 4-byte words, each smaller element counting as its share of one, at the place of the kernel with most of them.
int64_t liveWords(mlir::func::FuncOp kernel);

} // namespace tilec::strategy
