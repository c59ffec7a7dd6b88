// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clusters that share rows draw them, instead of taking every so many one beforehand.
//
//     scf.for %b = %worker to %blocks step %workers                scf.while (%b = %worker, ..) {
//         iter_args(..) {                                            scf.condition(%b < %blocks) %b, ..
//       ..                                                 =>      } do {
//       scf.yield ..                                                 %next = next_block of %blocks
//     } {tile.block_loop}                                            ..
//                                                                    scf.yield %next, ..
//                                                                  } {tile.block_loop}
//
// Multiprocessors differ by half in what memory gives them: of clusters with as many rows each the first end after a
// third of the time. WarpRoleRewrite.h has what becomes of the draws: as soon as there is room for a row the first
// CTA's producer draws the next one, and sends its number to the producers of all (`cluster_put`). All clusters
// together draw once for each row. What is drawn earlier a slow cluster still has before it when no rows are left for
// the others.
//
// Numbers go through stages that nobody releases. They are enough, for in each row all CTAs wait for what all of them
// send. With r stages of rows, a producer that has room for row m has seen its consumers let go of row m - r, so they
// have had what all CTAs sent of row m - r - 1; each of these had loaded that row, and so had its producer read its
// number. The number of row m + 1 may take the place of that of row m - r - 1: it does with r + 2 stages.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// Stages of numbers more than of rows.
inline constexpr unsigned kNumbersAhead = 2;

/// A loop over rows that a cluster shares, whose CTAs send each other something in each; null where there is none.
mlir::scf::ForOp findRowsToDraw(mlir::func::FuncOp kernel);

/// Its rows are drawn.
void drawRows(mlir::scf::ForOp loop);

} // namespace tilec::tile_gpu
