// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion from `tile` to `tile_gpu`.
#ifndef TILEC_COMPILER_CONVERSION_TILETOTILEGPU_PASSES
#define TILEC_COMPILER_CONVERSION_TILETOTILEGPU_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTileToTileGPU : Pass<"convert-tile-to-tile-gpu", "::mlir::ModuleOp"> {
  let summary = "Spread every kernel's tiles over lanes and warps";
  let description = [{
    Each kernel gets a number of warps and a layout for each tile shape (`compiler/Strategy/LayoutPlan.h`); every tile's type then carries its
    shape's layout:

    ```mlir
    %x = tile.load %p : tensor<256x!tile.ptr<f32>>         %x = tile_gpu.load %p : tensor<256x!tile.ptr<f32>, #layout>
    %y = math.exp %x : tensor<256xf32>                 =>  %y = math.exp %x : tensor<256xf32, #layout>
    %s = tile.reduce %y axis = 0 : ...                     %r = tile_gpu.reduce %y axis = 0 : ...
                                                           %s = tile_gpu.convert_layout %r : ...
    ```

    Elementwise ops, `scf`, constants and scalars stay what they are. Memory accesses, atomics, reductions, scans, output and the ops that rearrange
    tiles become `tile_gpu` ops; where such an op needs or makes another layout than its shape's, a `convert_layout` stands beside it.
    Requires: everything inlined, structured control flow. Leaves: no tile without a layout. Does not choose memory paths and places no barriers.
    Not supported yet: matrix products, tiles of more than 1024 elements for each lane.
  }];
  let dependentDialects = ["::tilec::tile_gpu::TileGPUDialect", "::mlir::arith::ArithDialect"];
}

#endif
