// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion from `tile` to `tile_gpu`.
#ifndef TILEC_COMPILER_CONVERSION_TILETOTILEGPU_PASSES
#define TILEC_COMPILER_CONVERSION_TILETOTILEGPU_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTileToTileGPU : Pass<"convert-tile-to-tile-gpu", "::mlir::ModuleOp"> {
  let summary = "Spread every kernel's tiles over lanes and warps";
  let description = [{
    Each kernel gets a number of warps and, where registers have to leave room for several CTAs, their number (`compiler/Strategy/KernelStrategy.h`);
    with `remarks` it says what was chosen. Every tile's type then carries the plain layout of its shape, until `tile-gpu-assign-layouts`:

    ```mlir
    %x = tile.load %p : tensor<256x!tile.ptr<f32>>         %x = tile_gpu.load %p : tensor<256x!tile.ptr<f32>, #layout>
    %y = math.exp %x : tensor<256xf32>                 =>  %y = math.exp %x : tensor<256xf32, #layout>
    %s = tile.reduce %y axis = 0 : ...                     %r = tile_gpu.reduce %y axis = 0 : ...
                                                           %s = tile_gpu.convert_layout %r : ...
    ```

    Elementwise ops, `scf`, constants and scalars stay what they are. Memory accesses, atomics, reductions, scans, matrix products, output and the ops that rearrange
    tiles become `tile_gpu` ops; where such an op needs or makes another layout than its shape's, a `convert_layout` stands beside it.
    Requires: everything inlined, structured control flow. Leaves: no tile without a layout. Does not choose memory paths and places no barriers.
    Matrix products become those of the target's instruction (`compiler/Strategy/ProductStrategy.h`).
    Not supported yet: products of block-scaled factors, tiles of more than 1024 elements for each lane.
  }];
  let dependentDialects = ["::tilec::tile_gpu::TileGPUDialect", "::mlir::arith::ArithDialect"];
  let options = [
    Option<"architecture", "architecture", "std::string", "\"sm_90a\"", "Target, as in -arch">,
    Option<"remarks", "remarks", "bool", "false", "Report the strategy of each kernel">
  ];
}

#endif
