// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose blocks are numbered by what the source computes: `block_id` is a coordinate of a box, `num_blocks` an
// extent of it, and the attribute says how a source's block gets its place in the box. Such a form may be launched
// where the blocks of the grid fill the box, one for each place (docs/ABI.md).
//
//     tile.numbering = {steps = [["blockX"], ["argument", 4], ["divS", 32, 0, 1], ["remS", 32, 0, 1]],
//                       coordinates = array<i64: 2, 3>}
//
// Steps are those of the manifest (tilec/Manifest.h), but that an argument has no bytes: it is a whole one, signed.
#pragma once

#include "mlir/IR/Operation.h"

namespace tilec::tile {

/// Name of the attribute (a dictionary as above) of such a kernel.
inline constexpr llvm::StringLiteral kNumberingAttr = "tile.numbering";
/// Keys of the dictionary.
inline constexpr llvm::StringLiteral kNumberingStepsKey = "steps", kNumberingCoordinatesKey = "coordinates";

mlir::LogicalResult verifyNumbering(mlir::Operation *kernel, mlir::Attribute numbering);

} // namespace tilec::tile
