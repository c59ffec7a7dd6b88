// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs over distributed tiles.
#ifndef TILEC_DIALECTS_TILEGPU_IR_MATRIXOPS
#define TILEC_DIALECTS_TILEGPU_IR_MATRIXOPS

include "dialects/TileGPU/IR/BufferTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TileGPU_MmaOp : TileGPU_Op<"mma", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "MMA in registers: result = a x b + accumulator";
  let description = [{
    Shapes and element types are those of `tile.mma` (f16 besides, where a chip has no MMA of fp8). Each warp computes its part of the
    accumulator from its own registers; nothing moves between warps. Layouts: the accumulator's is one of fragments of the instruction over
    registers and warps, and the operands' follow from it (`layout::operandLayout`).

    | instruction | fragment | MMAs of                                  |
    |-------------|----------|----------------------------------------------|
    | `fma`       | 1x1x1    | f32, one after the other along K in each lane|
    | `mma_sync`  | 8x8x4    | f64                                          |
    |             | 16x8xK   | all others, K = 256 / bits of an element     |
    | `wgmma`     | 64x8xK   | all but f64, K = 256 / bits of an element    |
    | `tcgen05`   | 128x1, or as wgmma for 64 rows | as wgmma, accumulators of 32 bits |

    Warpgroups read operands from shared memory, as `tcgen05` does: those have any layout, and `tile-gpu-stage-mma-operands` brings them there (it leaves
    `warpgroup_mma`s, and `tensor_mma`s whose accumulators lie in tensor memory). With `a_in_registers` the lanes hold A, in the layout that follows from the accumulator's.

    Lanes that multiply alone (`fma`) read operands from shared memory, too: these have any layout until `tile-gpu-step-fma-dots`, which leaves steps along K
    whose operands are in the layouts that follow from the accumulator's.

    The order of an accumulator and the precision of partial sums are those of the instruction. Where fp8 has an instruction, accumulators of at most 128
    MMAs are added up in f32. Elements of integers are unsigned where it says so, and accumulators wrap.
  }];
  let arguments = (ins TileGPU_MmaInstructionAttr:$instruction, TileGPU_Distributed:$a, TileGPU_Distributed:$b,
                       TileGPU_Distributed:$accumulator, UnitAttr:$unsigned_a, UnitAttr:$unsigned_b, UnitAttr:$a_in_registers);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    $instruction $a (`in_registers` $a_in_registers^)? `,` $b `,` $accumulator (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)? attr-dict
    `:` type($a) `,` type($b) `,` type($accumulator)
  }];
  let extraClassDeclaration = [{
    /// The MMA as the layouts see it.
    ::tilec::layout::TileMma mma();
    /// The operand (0: a, 1: b) may have any layout.
    bool takesAnyLayout(unsigned operand) {
      return !isOfWarps() && (operand == 1 || (operand == 0 && !getAInRegisters()));
    }
    /// An instruction reads operands from shared memory.
    bool isOfMatrixUnit() {
      return !isOfWarps() && !isOfLanes();
    }
    /// The lanes of a warp multiply what they hold.
    bool isOfWarps() {
      return getInstruction() == MmaInstruction::MmaSync;
    }
    /// Each lane multiplies by itself.
    bool isOfLanes() {
      return getInstruction() == MmaInstruction::Fma;
    }
    /// Both operands have the layouts that follow from the accumulator's.
    bool hasFragments();
  }];
  let hasVerifier = 1;
}

def TileGPU_WarpgroupMmaOp : TileGPU_Op<"warpgroup_mma", [MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "start a warpgroup MMA, without waiting for it";
  let description = [{
    result = a x b + accumulator (zero where there is none), by `wgmma`. b, and a unless it is a tile in registers, is a stage that each warpgroup reads as it
    lies, by descriptor: `layout::warpgroupOperand` says which layouts that can be. Element types and layouts of the result and of a tile a are
    those of `mma wgmma`.

    The result is *in flight* until a `warpgroup_wait` that ends its group; each op is a group of its own, and groups end in order. Until then nobody may
    read it: it may only be the accumulator of another `warpgroup_mma` of the same type, be carried by control flow, or go to a `warpgroup_wait`.
    Stages are read at any time up to that end, too; a warp that has waited knows of its own warpgroup's reads only.

    What was copied into a stage is there behind the waits that `after` names. Ordinary writes of it come before by a `proxy_fence` of those who wrote and
    a barrier. With `k_range` only elements [begin, end) along K take part.
  }];
  let arguments = (ins AnyTypeOf<[TileGPU_BufferType, TileGPU_Distributed]>:$a, TileGPU_BufferType:$b,
                       Optional<TileGPU_Distributed>:$accumulator, Variadic<TileGPU_TokenType>:$after,
                       UnitAttr:$unsigned_a, UnitAttr:$unsigned_b, OptionalAttr<DenseI64ArrayAttr>:$k_range);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    $a `,` $b (`plus` $accumulator^ `:` type($accumulator))? (`after` $after^)? (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)?
    (`k_range` $k_range^)? attr-dict `:` qualified(type($a)) `,` qualified(type($b)) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The MMA as the layouts see it; all of it, whatever `k_range` says.
    ::tilec::layout::TileMma mma();
    ::mlir::Type elementTypeOfA();
    bool hasAInRegisters() { return ::mlir::isa<::mlir::RankedTensorType>(getA().getType()); }
    /// Begin and end along K.
    std::pair<int64_t, int64_t> rangeOfK();
  }];
  let hasVerifier = 1;
}

def TileGPU_WarpgroupWaitOp : TileGPU_Op<"warpgroup_wait", [MemoryEffects<[MemRead, MemWrite]>, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "wait until at most `pending` warpgroup MMAs are in flight";
  let description = [{
    Each warpgroup waits for its own, oldest first, until at most the `pending` youngest `warpgroup_mma`s are left. The results are the same tiles behind
    the wait: those that are done can be read, the others stay in flight. A tile in flight whose registers something else must not get
    before this wait is among the operands.
  }];
  let arguments = (ins Variadic<TileGPU_Distributed>:$accumulators, I64Attr:$pending);
  let results = (outs Variadic<TileGPU_Distributed>:$results);
  let assemblyFormat = "$accumulators `pending` $pending attr-dict `:` type($accumulators)";
}

#endif
