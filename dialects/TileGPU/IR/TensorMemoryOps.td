// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor memory, and the MMAs whose accumulators lie there (tcgen05).
#ifndef TILEC_DIALECTS_TILEGPU_IR_TENSORMEMORYOPS
#define TILEC_DIALECTS_TILEGPU_IR_TENSORMEMORYOPS

include "dialects/TileGPU/IR/BufferTypes.td"

def TileGPU_TensorMemoryType : TileGPU_Type<"TensorMemory", "tensor_memory"> {
  let summary = "columns of a CTA's tensor memory";
  let description = [{
    `!tile_gpu.tensor_memory<256>`: 256 columns of 128 cells of 32 bits; a power of two from 32 to 512. An MMA of M x N accumulators has N columns for each 128
    rows of each batch, element (row, column) in cell `row mod 128`; MMAs of 64 rows use 16 of each 32 cells.
  }];
  let parameters = (ins "int64_t":$columns);
  let assemblyFormat = "`<` $columns `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kMinColumns = 32, kMaxColumns = 512;
    /// Of shared memory: the address, and the mbarriers that MMAs arrive at.
    static constexpr int64_t kMbarriers = 4, kSharedBytes = 8 + 8 * kMbarriers;
  }];
}

def TileGPU_BlockScalesAttr : AttrDef<TileGPU_Dialect, "BlockScales"> {
  let mnemonic = "block_scales";
  let summary = "where in tensor memory the scales of an MMA lie";
  let description = [{
    `#tile_gpu.block_scales<f8E8M0FNU, depth = 4, columnOfA = 64, columnOfB = 68>`: `depth` scales along K for each row of A, from column 64 on, and
    for each column of B, from column 68 on, as `tensor_store_scales` puts them there (`layout::TensorScales`).
  }];
  let parameters = (ins "::mlir::Type":$elementType, "int64_t":$depth, "int64_t":$columnOfA, "int64_t":$columnOfB);
  let assemblyFormat = "`<` $elementType `,` struct($depth, $columnOfA, $columnOfB) `>`";
}

def TileGPU_AllocTensorMemoryOp : TileGPU_Op<"alloc_tensor_memory", [MemoryEffects<[MemAlloc, MemRead, MemWrite]>]> {
  let summary = "tensor memory for the CTA";
  let description = [{
    By all warps of the CTA that compute, or before roles are taken by all, once in a kernel, with a barrier inside. A multiprocessor has 512 columns: a CTA that finds too few waits until another gives
    its own back. Their contents are unspecified. `tile-gpu-allocate-shared-memory` sets `shared_offset`.

    MMAs are counted from here: each lane knows how many have started and which it has waited for. Four mbarriers take turns at their ends: nobody waits
    for an MMA when the fourth one behind it is over.
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs TileGPU_TensorMemoryType:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def TileGPU_DeallocTensorMemoryOp : TileGPU_Op<"dealloc_tensor_memory", [MemoryEffects<[MemFree, MemRead, MemWrite]>]> {
  let summary = "give tensor memory back";
  let description = "By the warps that have it, with a barrier before; behind every other use, and before the kernel ends: nobody else would do it.";
  let arguments = (ins TileGPU_TensorMemoryType:$memory);
  let assemblyFormat = "$memory attr-dict `:` qualified(type($memory))";
  let hasVerifier = 1;
}

class TileGPU_TensorMemoryAccess<string mnemonic, list<Trait> traits = []>
    : TileGPU_Op<mnemonic, traits # [MemoryEffects<[MemRead, MemWrite]>]> {
  let hasVerifier = 1;
}

class TileGPU_TensorAccumulatorAccess<string mnemonic, list<Trait> traits = []> : TileGPU_TensorMemoryAccess<mnemonic, traits> {
  code declarations = [{
    /// Columns of a tile of accumulators.
    int64_t getNumColumns();
    /// Of the tiles of all turns, from `column` on.
    int64_t getNumColumnsOfTurns() {
      return getNumColumns() * int64_t(getTurns().value_or(1));
    }
  }];
  let extraClassDeclaration = declarations;
}

def TileGPU_TensorMmaOp : TileGPU_TensorAccumulatorAccess<"tensor_mma", [AttrSizedOperandSegments]> {
  let summary = "start an MMA into tensor memory, without waiting for it";
  let description = [{
    Columns from `column` on become a x b, plus what they hold where `accumulates` is true, by `tcgen05.mma`. Both operands are stages, read as they lie by descriptor:
    `layout::tensorOperand` says which layouts that can be. f16, bf16, tf32, e4m3 and e5m2 (accumulators f32), i8 (accumulators i32, wrapping); M is 64 or a multiple of
    128, N a multiple of 16.

    Lane 0 of warp 0 starts it. MMAs follow one another in the order of their starts. The operands are read and the columns written at any time until
    a `tensor_wait` that ends the MMA: nobody touches them meanwhile but other MMAs. What was copied into a stage is there behind the waits that
    `after` names. Ordinary writes of it come before by a `proxy_fence` of those who wrote and a barrier, `tensor_store`s and `tensor_store_scales`
    by a barrier.

    With `scales` each run of elements along K is multiplied by its scale, by `tcgen05.mma` with block scales. M is a multiple of 128, accumulators are f32:

    | stages of                        | scales     | elements of a scale | instruction                         |
    |---------------------------------|------------|---------------------|-------------------------------------|
    | e4m3, e5m2                      | e8m0       | 32                  | `mxf8f6f4`, a scale an instruction  |
    | i8, two e2m1 each (`pack_fours`)| e8m0       | 32                  | `mxf4`, two                         |
    | the same                        | e4m3, e8m0 | 16                  | `mxf4nvf4`, four                    |

    Of e4m3 scales the sign is not looked at.

    In the region of an issuer MMAs are not counted: a `tensor_commit` says when they are over.

    `turn %t of n`: tiles of accumulators lie behind each other in n places, from `column` on, and number %t, below n, is meant.
  }];
  let arguments = (ins TileGPU_BufferType:$a, TileGPU_BufferType:$b, TileGPU_TensorMemoryType:$memory, I64Attr:$column, I1:$accumulates,
                       Variadic<TileGPU_TokenType>:$after, UnitAttr:$unsigned_a, UnitAttr:$unsigned_b,
                       OptionalAttr<TileGPU_BlockScalesAttr>:$scales, Optional<I32>:$turn, OptionalAttr<I64Attr>:$turns);
  let assemblyFormat = [{
    $a `,` $b `into` $memory `column` $column (`turn` $turn^ `of` $turns)? `accumulates` $accumulates (`after` $after^)?
    (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)? (`scales` $scales^)? attr-dict
    `:` qualified(type($a)) `,` qualified(type($b)) `into` qualified(type($memory))
  }];
  let extraClassDeclaration = declarations # [{
    /// The MMA as the layouts see it: of stages of i8 with scales, K is half of what is multiplied.
    ::tilec::layout::TileMma mma();
    /// The scales of A or B in tensor memory; only with `scales`.
    ::tilec::layout::TensorScales scalesOf(::tilec::layout::MmaOperand operand);
  }];
}

def TileGPU_TensorCommitOp : TileGPU_Op<"tensor_commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "arrive at an mbarrier when all MMAs that were started are over";
  let description = [{
    By the issuer (`warp_roles`): one arrival of the phase, at any later time, when all MMAs that it has started so far have read their stages and written
    their columns (`tcgen05.commit`). Whoever waits for the phase may overwrite the one and load the other. With `cluster` it arrives at this mbarrier of
    every CTA of the cluster; to the others' that says only what has been read.
  }];
  let arguments = (ins TileGPU_MbarriersType:$barriers, I32:$index, TileGPU_TensorMemoryType:$memory, UnitAttr:$cluster);
  let assemblyFormat = [{
    $memory `to` $barriers `[` $index `]` (`cluster` $cluster^)? attr-dict `:` qualified(type($memory)) `,` qualified(type($barriers))
  }];
  let hasVerifier = 1;
}

def TileGPU_TensorWaitOp : TileGPU_Op<"tensor_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pending` MMAs into tensor memory are in flight";
  let description = "Every lane waits, for all MMAs but the `pending` (0 or 1) youngest.";
  let arguments = (ins TileGPU_TensorMemoryType:$memory, I64Attr:$pending);
  let assemblyFormat = "$memory `pending` $pending attr-dict `:` qualified(type($memory))";
  let hasVerifier = 1;
}

def TileGPU_TensorLoadOp : TileGPU_TensorAccumulatorAccess<"tensor_load"> {
  let summary = "load a tile of accumulators from tensor memory";
  let description = [{
    Each lane reads what it holds in the result's layout, which is one of accumulators of `tile_gpu.mma tcgen05`: a warp reaches 32 cells of a column, those of its
    number modulo 4. MMAs that write there are over. Turns are those of `tensor_mma`.
  }];
  let arguments = (ins TileGPU_TensorMemoryType:$memory, I64Attr:$column, Optional<I32>:$turn, OptionalAttr<I64Attr>:$turns);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = [{
    $memory `column` $column (`turn` $turn^ `of` $turns)? attr-dict `:` qualified(type($memory)) `->` type($result)
  }];
}

def TileGPU_TensorStoreOp : TileGPU_TensorAccumulatorAccess<"tensor_store"> {
  let summary = "store a tile of accumulators to tensor memory";
  let description = "As `tensor_load`, the other way round. Before an MMA reads it all lanes wait at a barrier.";
  let arguments = (ins TileGPU_Distributed:$value, TileGPU_TensorMemoryType:$memory, I64Attr:$column, Optional<I32>:$turn,
                       OptionalAttr<I64Attr>:$turns);
  let assemblyFormat = [{
    $value `,` $memory `column` $column (`turn` $turn^ `of` $turns)? attr-dict `:` type($value) `,` qualified(type($memory))
  }];
}

def TileGPU_TensorStoreScalesOp : TileGPU_TensorMemoryAccess<"tensor_store_scales"> {
  let summary = "store the scales of an MMA to tensor memory";
  let description = [{
    Scales of A ([batch,] M x depth) or, `of_b`, of B ([batch,] depth x N), in the layout that `layout::TensorScales` has for them: the bytes of a cell are four
    neighbours along K, a row's number modulo 32 is its lane's, each of the first four warps has all. So all 32-lane parts of tensor memory get
    them, as MMAs want it; warps beyond have a part of the columns, or copies that they keep.

    As with `tensor_store`, all lanes wait at a barrier before an MMA reads them.
  }];
  let arguments = (ins TileGPU_DistributedOf<Tile_Float>:$value, UnitAttr:$of_b, TileGPU_TensorMemoryType:$memory, I64Attr:$column);
  let assemblyFormat = "$value (`of_b` $of_b^)? `,` $memory `column` $column attr-dict `:` type($value) `,` qualified(type($memory))";
  let extraClassDeclaration = [{
    /// The tile as tensor memory sees it.
    ::tilec::layout::TensorScales scales();
  }];
}

#endif
