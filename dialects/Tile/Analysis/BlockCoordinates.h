// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel computes of the place of its block before it does anything else with it.
//
//     %id = tile.block_id x
//     %row = arith.divsi %id, %columns            // a coordinate
//     %column = arith.remsi %id, %columns         // another one
//     ... uses of %row and %column, none of %id
//
// Coordinates are a cut: all that the kernel has of its block's place goes through them. Between the place and a
// coordinate is integer arithmetic of the place, arguments and the grid's extents alone, which a launcher can repeat.
// Of all cuts it is one near the uses: a division splits a number, so cuts before it have fewer members and say less.
// What is computed of one coordinate alone by sums, products and the like (the first row of a tile, as an example) is
// none of its own.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// The coordinates of a block, in the order of their ops. Where the kernel uses the place itself, this is one of them.
llvm::SmallVector<mlir::Value> findBlockCoordinates(mlir::func::FuncOp kernel);

/// How to compute the coordinates, as the attribute `tile.numbering` has it (IR/BlockNumbering.h).
mlir::Attribute describeNumbering(llvm::ArrayRef<mlir::Value> coordinates);

} // namespace tilec::tile
