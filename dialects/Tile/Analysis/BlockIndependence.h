// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether anything that a kernel does could tell how its blocks are spread over time and CTAs.
//
// Blocks may run in any order, so one CTA may run many, one after the other, unless a block waits for another that
// comes later on the same CTA: then it would wait for ever. To wait is to loop until memory changes:
//
//   * a loop that goes on or not by what it reads from memory that other blocks may write: it may wait for one of them;
//   * control flow that is not structured: loops in it are not seen;
//   * the hint num_cta_in_cga: a block is several CTAs, and barriers.
//
// What a loop reads of the block's own memory (`tile.alloca`) is no obstacle, nor are atomics whose result only decides
// how often a counted loop runs, or a branch: that needs no other block to run.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>
#include <string>

namespace tilec::tile {

/// What could tell, and why.
struct BlockObstacle {
  mlir::Operation *op;
  std::string reason;
};

/// The first thing in `kernel` that could tell; nothing if its blocks are free.
std::optional<BlockObstacle> findBlockObstacle(mlir::func::FuncOp kernel);

/// The dimensions of the grid on which `value` depends, as bits 0 to 2; all of them if that is not seen.
unsigned blockDimensionsOf(mlir::Value value);

} // namespace tilec::tile
