// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Joins the lanes of a warp that update one cell: one lane updates it with all their values.
///
/// Memory does updates of one cell one after the other, so joined ones are faster. Where all cells differ, the search
/// for equal ones costs little.
///
/// In shared memory that search would be most of the time (docs/Experiments.md, "Constants of the model").
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
