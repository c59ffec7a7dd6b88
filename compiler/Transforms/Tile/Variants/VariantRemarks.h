// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What users read about variants: the facts they need, in the names of the source, and what is lost without them.
#pragma once

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile {

/// Bytes that a lane moves at once in each access of a kernel.
using AccessBytes = llvm::SmallVector<int64_t>;

/// What a variant is worth.
struct VariantGain {
  AccessBytes without, with;
  unsigned masks = 0;    ///< accesses that lost their mask
  unsigned accesses = 0; ///< all that the kernel has of tiles, updates among them
  bool updates = false;  ///< some are updates
};

/// A remark at the first parameter that `facts` are about: "variant 0 needs p, q aligned to 16 bytes, n at least 256 *
/// grid x; without them 3 of 3 loads and stores move 4 instead of 16 bytes a lane, 3 of 3 are masked".
void reportVariant(mlir::func::FuncOp kernel, unsigned number, llvm::ArrayRef<FactAttr> facts, const VariantGain &gain);

} // namespace tilec::tile
