// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lanes of a warp that update one cell become one lane with all their values.
///
/// Memory does updates of one cell one after the other. On an H200 16 million sums of which half go to one cell take
/// 6.2 ms one by one and 0.5 ms joined; where all cells differ, the search for equal ones costs a hundredth.
///
/// In shared memory that search would be most of the time. 67 million sums of f32 into 256 cells of each block's own
/// take, in ms:
///
/// | keys                 | one by one | joined | in memory, joined |
/// |----------------------|------------|--------|-------------------|
/// | at random            | 0.21       | 1.06   | 15.9              |
/// | half of all are one  | 1.8        | 0.63   | 10.8              |
/// | all are one          | 4.6        | 0.35   | 3.7               |
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

struct JoinedUpdate {
  mlir::Value value;
  mlir::Value predicate; ///< i1: this lane does the update, for all that had its address
};

/// `address`, `predicate` (i1, null: true) and `value` are those of each lane; all lanes of the warp take part. `kind`
/// is not an exchange. Halves are added up in f32.
JoinedUpdate joinLanes(mlir::ImplicitLocOpBuilder &builder, tile::AtomicKind kind, mlir::Value address,
                       mlir::Value predicate, mlir::Value value);

/// Joins lanes only where many have the cell of one of two lanes that are looked at: for shared memory.
JoinedUpdate joinCrowdedLanes(mlir::ImplicitLocOpBuilder &builder, tile::AtomicKind kind, mlir::Value address,
                              mlir::Value predicate, mlir::Value value);

} // namespace tilec
