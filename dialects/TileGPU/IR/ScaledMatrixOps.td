// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-scaled MMAs over distributed tiles.
#ifndef TILEC_DIALECTS_TILEGPU_IR_SCALEDMATRIXOPS
#define TILEC_DIALECTS_TILEGPU_IR_SCALEDMATRIXOPS

include "dialects/TileGPU/IR/TileGPUDialect.td"

def TileGPU_ScaledMmaOp : TileGPU_Op<"scaled_mma", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "block-scaled MMA: result = (a * a_scale) x (b * b_scale) + accumulator";
  let description = [{
    Shapes and scales are those of `tile.scaled_mma`, of rank 2 or 3; by `mma.sync` with block scales in registers:

    | a and b     | scales | elements of a scale | fragment | instruction       |
    |-------------|--------|---------------------|----------|-------------------|
    | e4m3, e5m2  | e8m0   | 32                  | 16x8x32  | `mxf8f6f4`        |
    | e2m1        | e8m0   | 32                  | 16x8x64  | `mxf4`            |
    | e2m1        | e4m3   | 16                  | 16x8x64  | `mxf4nvf4`        |

    Layouts: as `mma mma_sync`; those of the scales follow from the accumulator's as well (`layout::scaleLayout`). Sums are f32.

    With `tcgen05` operands and scales have any layout, and the accumulator's is as of `mma tcgen05`: `tile-gpu-stage-mma-operands` leaves a `tensor_mma`
    with scales (whose table holds). M is a multiple of 128, K at least one instruction's.
  }];
  let arguments = (ins UnitAttr:$into_tensor_memory, TileGPU_Distributed:$a, TileGPU_Distributed:$a_scale, TileGPU_Distributed:$b, TileGPU_Distributed:$b_scale,
                       TileGPU_Distributed:$accumulator);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    (`tcgen05` $into_tensor_memory^)? $a `scale` $a_scale `,` $b `scale` $b_scale `,` $accumulator attr-dict
    `:` type($a) `,` type($a_scale) `,` type($b) `,` type($b_scale) `,` type($accumulator)
  }];
  let extraClassDeclaration = [{
    /// The MMA as the layouts see it.
    ::tilec::layout::TileMma mma();
    /// Elements along K that have one scale.
    int64_t elementsOfScale();
    /// The layout of operand 0 to 3 (a, its scales, b, its scales) that goes with the accumulators'; none if that is none, and where
    /// they have any.
    std::optional<::tilec::layout::LinearLayout> operandLayout(unsigned operand, const ::tilec::layout::LinearLayout &sum);
  }];
  let hasVerifier = 1;
}

def TileGPU_PackFoursOp : TileGPU_Op<"pack_fours", [Pure]> {
  let summary = "two elements of 4 bits in each byte";
  let description = [{
    Elements 2i and 2i + 1 along `dimension` become the lower and the upper half of byte i. A lane has both, in registers one bit of whose number tells them
    apart; without that bit the result's layout is the source's (`layout::packedPairs`).
  }];
  let arguments = (ins TileGPU_DistributedOf<Tile_Float>:$source, I64Attr:$dimension);
  let results = (outs TileGPU_DistributedOf<I8>:$result);
  let assemblyFormat = "$source `dimension` $dimension attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

#endif
