// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the layouts of an op's operands and results follow from each other.
//
// Every op with distributed operands or results has one layout *of its own*: that of its result, of a reduction's
// sources, or of a store's pointers. The others follow:
//
// | op                                     | own layout | others                                         | and back  |
// |----------------------------------------|------------|------------------------------------------------|-----------|
// | elementwise, load, store, atomic, scan | any tile's | the same                                       | the same  |
// | broadcast                              | result's   | source: `broadcastOperand`                     | no        |
// | reshape                                | result's   | source: `reshaped`                             | yes       |
// | permute                                | result's   | source: `permuted` by the inverse              | yes       |
// | reduce                                 | source's   | result: `reduced`                              | no        |
// | cat                                    | result's   | operands: `half`, if one place bit tells them  | `joined`  |
// |                                        |            | apart                                          |           |
// | mma                                    | result's   | a and b: `layout::operandLayout`, if it is one | no        |
// |                                        |            | of an MMA                                      |           |
// | extract                     | result's | source: any, at a cost      | `subTile` |
// | insert, print, gather index | result's | sub-tile, tiles, index: any | -         |
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// Any layout of this operand will do.
bool takesAnyLayout(mlir::OpOperand &operand);
/// Shape of the tile whose layout is the op's own; none for ops that have none.
std::optional<std::vector<int64_t>> ownShape(mlir::Operation *op);

layout::LinearLayout resultLayout(mlir::Operation *op, const layout::LinearLayout &own);
/// None if no layout of the operand fits.
std::optional<layout::LinearLayout> operandLayout(mlir::OpOperand &operand, const layout::LinearLayout &own);
/// The op's own layout from that of an operand; none if it does not follow.
std::optional<layout::LinearLayout> ownFromOperand(mlir::OpOperand &operand, const layout::LinearLayout &layout);
/// Whether the op's own layout ever follows from that of the operand, and is that of the result.
bool followsOperand(mlir::OpOperand &operand);
bool followsResult(mlir::Operation *op);

} // namespace tilec::tile_gpu
