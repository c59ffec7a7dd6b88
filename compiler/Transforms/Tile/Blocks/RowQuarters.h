// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long rows that a cluster shares, and what all rows are multiplied by or added to, are loaded in quarters by CTAs that
// stay.
//
//     scf.for %row = .. {                               %w0 = tile.load_view %quarters[%first]
//       %x = tile.load_view %rows[%row, %part]          scf.for %row = .. {
//       %w = tile.load_view %weights[0, %part]   =>       %x0 = tile.load_view %parts[%row, 4 * %part]
//       ..                                                .. %x1, %x2, %x3, %w1, %w2, %w3
//                                                         %x = tile.cat (tile.cat %x0, %x1), (tile.cat %x2, %x3)
//                                                         %w = tile.cat (tile.cat %w0, %w1), (tile.cat %w2, %w3)
//
//   * Rows of which shared memory has room for one at a time: a quarter is in registers, and its stage takes the next
//     row's, while the others are still on their way. As a whole none of the next row is asked for before the last byte
//     has come.
//   * Weights that have no room beside the row as a whole: lanes keep some quarters in registers, loaded before the
//     loop. Those in the loop are loaded once, too, into shared memory, by who chooses paths to memory
//     (MemoryPathModel.h). Only where all find room so; else lanes load the whole, and the row, for each row anew.
//
// Quarters are joined without an instruction, since the highest bits of a column are bits of a lane's registers.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// The shared memory of a CTA for stages of rows and what is kept beside them. Any target with clusters has more, for
/// mbarriers and reductions.
inline constexpr int64_t kBytesForRows = 224 * 1024;

/// In a kernel whose tiles are those of a CTA.
void loadInQuarters(mlir::func::FuncOp kernel);

} // namespace tilec::tile
