// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of a kernel's tiles is live at once: an estimate of register pressure before there are layouts.
//
// Loads and elementwise ops go element by element: what the last of them makes of a tile takes its place in registers.
// So tiles are counted only where all of them have to be held: at reductions, scans, changes of shape, stores, loops
// and their ends. There a tile lives if it was computed before and is used later; uses inside of a nested region count
// at the op that holds it. What iota, splats, constants and elementwise ops make from nothing is not counted, it can be
// made again, nor what is stretched from a smaller tile; masks neither, they are predicates; nor pointers, whose
// differences are constants.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::strategy {

/// Tiles that are loaded and only multiplied may stay in shared memory, where MMAs read them; these add in place.
enum class LoadedOperands { Counted, InSharedMemory };

/// 4-byte words, each smaller element counting as its share of one, at the place of the kernel with most of them.
int64_t liveWords(mlir::func::FuncOp kernel, LoadedOperands mmaOperands = LoadedOperands::Counted);

} // namespace tilec::strategy
