// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tiles that lie in shared memory are read from there.
//
//     %t = buffer_load %b : <64x32, #a>                   %t1 = buffer_load %b : <64x32, #w>
//     free_buffer %b                                =>    %p = extract %t1[0, 1] : #w -> <64x16, #p>
//     %p = extract %t[0, 1] : #a -> <64x16, #p>           free_buffer %b
//
// In #w each lane holds for every part what it holds in #p, in registers of their own: the extraction chooses
// registers, and what no part wants is never loaded. Otherwise the tile would go through shared memory a second time,
// with a barrier before it that the whole of another part has to be in registers for.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// Where constant indices name the part, in the block of the load, and lanes would have to exchange elements.
void loadSubTilesFromBuffers(mlir::func::FuncOp kernel);

} // namespace tilec::tile_gpu
