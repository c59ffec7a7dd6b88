// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-scaled MMAs by tcgen05, as `tile-gpu-stage-mma-operands` leaves them: both operands in buffers of their own,
// elements of four bits two to a byte, and the scales in tensor memory.
//
//     %d = tile_gpu.scaled_mma tcgen05 %a scale %s, %b scale %t, %c
//     =>
//     %p = tile_gpu.convert_layout %a                   // where no lane has the elements of a byte
//     %q = tile_gpu.pack_fours %p dimension 1           // of e2m1 only; b likewise
//     tile_gpu.buffer_store %q, %bufferOfA
//     tile_gpu.proxy_fence
//     tile_gpu.tensor_store_scales %s, %memory column 64
//     tile_gpu.tensor_store_scales %t of_b, %memory column 68
//     tile_gpu.tensor_mma %bufferOfA, %bufferOfB into %memory column 0 .. scales <f8E8M0FNU, depth = 2, ..>
//
// What no loop changes is stored before the loop. Operands are not read where the copy engine put them: what it brings
// has a byte for each element of four bits, and of fp8 the tile's own K, which is major for A only.
#pragma once

#include "compiler/Transforms/TileGPU/MatrixMultiply/TensorMemoryColumns.h"

namespace tilec::tile_gpu {

/// `op` is a `scaled_mma tcgen05`, and gone afterwards.
void stageScaledMma(ScaledMmaOp op, TensorColumns &tensorColumns);

} // namespace tilec::tile_gpu
