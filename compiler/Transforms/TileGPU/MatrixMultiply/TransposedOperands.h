// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands that lanes load from one stage and store into another, where other elements lie side by side.
//
//     %x = buffer_load %stage : #coalesced       %x = buffer_load %stage : #turned
//     %y = tile.ftof %x              =>          %y = tile.ftof %x
//     buffer_store %y, %operand                  buffer_store %y, %operand
//
// In the layout that layout::layoutBetweenStages gives, lanes load and store 16 bytes at once, without bank conflicts.
//
// Bytes come as pairs first, of which lanes make words along K (layout::pairedLayout):
//
//     %x = buffer_load %stage : #fragment  =>    %p = buffer_load %stage : #paired
//                                                %x = convert_layout %p : #paired -> #fragment
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// The tile as it should be loaded and computed to be stored into a stage of type `target`: itself, or what is made
/// anew in another layout. Ops that only it used are left without a use.
mlir::Value transposedFor(mlir::Value tile, BufferType target);

/// Where transposed matrices of pairs give what it loads.
void loadInPairs(BufferLoadOp load);

} // namespace tilec::tile_gpu
