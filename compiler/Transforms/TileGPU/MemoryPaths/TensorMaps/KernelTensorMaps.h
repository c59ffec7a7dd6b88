// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps that the kernel makes itself, of tensors whose address, extents or strides it has loaded: where, and when
// that pays.
//
//     %p = tile_gpu.load ..                       // of a group, say
//     %map = tile_gpu.build_tensor_map #map(%p, %rows) in %buffer; tile_gpu.tensor_map_fence %map
//     scf.for .. { tma_load %map[..] .. }
//
// A map takes about two microseconds to make, while the loads of an earlier loop are still in the stage buffer. So it
// pays where a loop loads through it, for warpgroup MMAs, which nothing else feeds as fast.
#pragma once

#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorMap.h"

namespace tilec::tile_gpu {

/// The tensor of the load is made outside of the innermost loop around it, and no rows of it are named.
bool mayBuildMap(LoadViewOp load);

/// Makes the map before the innermost loop around `load`, and fences it. Further out it may be made for nothing: of
/// many groups a CTA has rows of few.
mlir::Value buildMap(LoadViewOp load, const TensorMapChoice &choice);

} // namespace tilec::tile_gpu
