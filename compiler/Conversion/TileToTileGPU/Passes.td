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

    Elementwise ops, `scf`, constants and scalars stay what they are. Memory accesses, atomics, reductions, scans, MMAs, output and the ops that rearrange
    tiles become `tile_gpu` ops; where such an op needs or makes another layout than its shape's, a `convert_layout` stands beside it.
    Requires: everything inlined, structured control flow. Leaves: no tile without a layout. Does not choose memory paths and places no barriers.
    MMAs become those of the target's instruction (`compiler/Strategy/MmaStrategy.h`).
    Not supported yet: MMAs of block-scaled operands, tiles of more than 1024 elements for each lane.
  }];
  let dependentDialects = ["::tilec::tile_gpu::TileGPUDialect", "::mlir::arith::ArithDialect"];
  let options = [
    Option<"architecture", "architecture", "std::string", "\"sm_90a\"", "Target, as in -arch">,
    Option<"remarks", "remarks", "bool", "false", "Report the strategy of each kernel">
  ];
}

def SplitBlocks : Pass<"tile-split-blocks", "::mlir::ModuleOp"> {
  let summary = "Divide tile blocks whose MMAs are too large for a CTA among several";
  let description = [{
    Tiles of a source may be larger than a CTA's registers or shared memory hold: 256x256 sums are all of a multiprocessor's registers. Where a dimension of the tiles
    can be divided so that nothing has to go between the parts (`Analysis/DimensionClasses`), each part becomes a block of its own, of a grid with as many more blocks:

    ```mlir
    %x = tile.block_id x                                        %place = tile.block_id x     // of parts
                                                                %x = %place >> 1, %part = %place & 1
    %a = tile.load_view %va[%x, %k] : tensor<256x64xf16>   =>   %a = tile.load_view %va2[2 * %x + %part, %k] : tensor<128x64xf16>
    %s = tile.mma %a, %b, %t : .. tensor<256x256xf32>           %s = tile.mma %a, %b, %t : .. tensor<128x256xf32>
    ```

    Into the fewest parts that each fit (`compiler/Strategy/MmaStrategy.h`). Declines where a part could see what another one does: loads that may read what is stored,
    atomics that order memory or whose results are used, loops that wait. Requires: variants made. Leaves: `tile.block_parts` on the kernels that were changed; the last variant,
    which is launched with the source's grid, computes its parts one after another; a kernel without variants gets one. With `remarks` it says what it did, and what kept it from it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::tilec::tile::TileDialect"];
  let options = [
    Option<"architecture", "architecture", "std::string", "\"sm_90a\"", "Target, as in -arch">,
    Option<"maxVariants", "max-variants", "unsigned", "3", "Most forms of one kernel; with 1 parts come one after another">,
    Option<"remarks", "remarks", "bool", "false", "Report how blocks are divided, and why others are not">
  ];
}

def WidenMmas : Pass<"tile-widen-mmas", "::mlir::ModuleOp"> {
  let summary = "Make several small tile blocks one where memory is too slow for their MMAs";
  let description = [{
    Blocks next to each other multiply by the same tiles. Where L2 or shared memory takes longer for the operands of a block's MMAs than the instructions for these
    (`compiler/Strategy/MmaCycles.h`), two or four blocks along x, y or both become one with longer tiles:

    ```mlir
    %y = tile.block_id y                                            %y = tile.block_id y            // of two blocks
    %b = tile.load_view %vb[%t, %y] : tensor<64x64xf16>        =>   %b = tile.load_view %wide[%t, %y] : tensor<64x128xf16>
    %s = tile.mma %a, %b, %c : .. tensor<64x64xf32>                 %s = tile.mma %a, %b, %c : .. tensor<64x128xf32>
    ```

    The fewest blocks with which the MMAs take less time than with fewer, of those that fit a CTA. The form (`tile.blocks_of_cta`) is for grids of multiples of them, and of so many blocks
    (`tile.many_blocks`) that it is faster even if the last turn leaves most multiprocessors idle. Where the first form is numbered (`tile-number-blocks`), it becomes wide; else
    a copy of it, in front of all forms. Only where the block's number is nothing but an index of views (`WidenTiles`), and each operand depends on x alone or on y alone.
    Requires: variants made, blocks of a size that fits a CTA. With `remarks` it says what it did.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
  let options = [
    Option<"architecture", "architecture", "std::string", "\"sm_90a\"", "Target, as in -arch">,
    Option<"remarks", "remarks", "bool", "false", "Report which blocks become one">
  ];
}

#endif
