// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two upper bounds of the numbers of a tile become one, where the smaller is known with fewer registers.
//
//     %visible = arith.cmpi sle, %column, %row           // %row: one number for each row, spread over columns
//     %inside = arith.cmpi slt, %column, splat of %n     =>   %last = arith.minsi %row, splat of max(%n, 0) - 1
//     %mask = arith.andi %visible, %inside                    %mask = arith.cmpi sle, %column, %last
//
// Masks of causal attention are of this kind: a comparison and a selection for each score instead of two. %n - 1 must
// not overflow, and %column be from zero up where one bound is strict and the other is not.
#pragma once

#include "mlir/IR/Operation.h"

namespace tilec::tile_gpu {

/// Joins the bounds of all masks below `root`.
void joinBounds(mlir::Operation *root);

} // namespace tilec::tile_gpu
