// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a CTA may run several tile blocks of a kernel, one after the other.
//
// Blocks may run in any order. But a block that waits for a later one of the same CTA would wait for ever. A wait is a
// loop that runs until memory changes, so these are obstacles:
//
//   * a loop whose end depends on memory that other blocks may write: it may wait for one of them;
//   * control flow that is not structured: loops in it are not seen;
//   * the hint num_cta_in_cga: then a block is a cluster of CTAs, with barriers of its own.
//
// What a loop reads of the block's own memory (`tile.alloca`) is no obstacle, nor are atomics whose result only decides
// how often a counted loop runs, or a branch: that needs no other block to run.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>
#include <string>

namespace tilec::tile {

/// An operation that needs each block on a CTA of its own, and why.
struct BlockObstacle {
  mlir::Operation *op;
  std::string reason;
};

/// The first obstacle in `kernel`; nothing if a CTA may run several of its blocks.
std::optional<BlockObstacle> findBlockObstacle(mlir::func::FuncOp kernel);

/// The dimensions of the grid on which `value` depends, as bits 0 to 2; all of them where that is
/// unknown.
unsigned blockDimensionsOf(mlir::Value value);

/// Whether what a kernel loads has a part in the value: single elements, no tiles.
bool comesOfTables(mlir::Value value);

} // namespace tilec::tile
