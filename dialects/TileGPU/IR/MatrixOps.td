// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products over distributed tiles.
#ifndef TILEC_DIALECTS_TILEGPU_IR_MATRIXOPS
#define TILEC_DIALECTS_TILEGPU_IR_MATRIXOPS

include "dialects/TileGPU/IR/TileGPUAttributes.td"

def TileGPU_MmaOp : TileGPU_Op<"mma", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "matrix product in registers: result = a x b + accumulator";
  let description = [{
    Shapes and element types are those of `tile.mma` (f16 besides, where a chip has no product of fp8). Each warp computes its part of the
    accumulator from its own registers; nothing moves between warps. Layouts: the accumulator's is one of fragments of the instruction over
    registers and warps, and the operands' follow from it (`layout::operandLayout`).

    | instruction | fragment | products of                                  |
    |-------------|----------|----------------------------------------------|
    | `fma`       | 1x1x1    | f32, one after the other along K in each lane|
    | `mma_sync`  | 8x8x4    | f64                                          |
    |             | 16x8xK   | all others, K = 256 / bits of an element     |

    The order of a sum and the precision of partial sums are those of the instruction. Where fp8 has an instruction, sums of at most 128
    products are added up in f32. Elements of integers are unsigned where it says so, and sums wrap.
  }];
  let arguments = (ins TileGPU_ProductInstructionAttr:$instruction, TileGPU_Distributed:$a, TileGPU_Distributed:$b,
                       TileGPU_Distributed:$accumulator, UnitAttr:$unsigned_a, UnitAttr:$unsigned_b);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    $instruction $a `,` $b `,` $accumulator (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)? attr-dict
    `:` type($a) `,` type($b) `,` type($accumulator)
  }];
  let extraClassDeclaration = [{
    /// The product as the layouts see it.
    ::tilec::layout::MatrixProduct product();
  }];
  let hasVerifier = 1;
}

#endif
