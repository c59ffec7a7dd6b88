// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What atomic updates have in common with the arithmetic that they do.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"

namespace tilec::tile {

/// What a value of `type`, combined with by `kind`, is left unchanged by.
mlir::TypedAttr neutralElement(mlir::Builder &builder, AtomicKind kind, mlir::Type type);

} // namespace tilec::tile
