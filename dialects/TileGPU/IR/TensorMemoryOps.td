// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor memory, and the products whose sums lie there (tcgen05).
#ifndef TILEC_DIALECTS_TILEGPU_IR_TENSORMEMORYOPS
#define TILEC_DIALECTS_TILEGPU_IR_TENSORMEMORYOPS

include "dialects/TileGPU/IR/BufferTypes.td"

def TileGPU_TensorMemoryType : TileGPU_Type<"TensorMemory", "tensor_memory"> {
  let summary = "columns of a CTA's tensor memory";
  let description = [{
    `!tile_gpu.tensor_memory<256>`: 256 columns of 128 cells of 32 bits; a power of two from 32 to 512. A product of M x N sums has N columns for each 128
    rows of each batch, element (row, column) in cell `row mod 128`; products of 64 rows use 16 of each 32 cells.
  }];
  let parameters = (ins "int64_t":$columns);
  let assemblyFormat = "`<` $columns `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kMinColumns = 32, kMaxColumns = 512;
    /// Of shared memory: the address, and the mbarriers that products arrive at.
    static constexpr int64_t kSharedBytes = 24;
  }];
}

def TileGPU_AllocTensorMemoryOp : TileGPU_Op<"alloc_tensor_memory", [MemoryEffects<[MemAlloc, MemRead, MemWrite]>]> {
  let summary = "tensor memory for the CTA";
  let description = [{
    By all warps of the CTA that compute, once in a kernel, with a barrier inside. A multiprocessor has 512 columns: a CTA that finds too few waits until another gives
    its own back. Their contents are unspecified. `tile-gpu-allocate-shared-memory` sets `shared_offset`.

    Products are counted from here: each lane knows how many have started and which it has waited for.
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

class TileGPU_TensorMemoryAccess<string mnemonic> : TileGPU_Op<mnemonic, [MemoryEffects<[MemRead, MemWrite]>]> {
  let hasVerifier = 1;
}

def TileGPU_TensorMmaOp : TileGPU_TensorMemoryAccess<"tensor_mma"> {
  let summary = "start a matrix product into tensor memory, without waiting for it";
  let description = [{
    Columns from `column` on become a x b, plus what they hold where `accumulates` is true, by `tcgen05.mma`. Both operands are slots, read as they lie by descriptor:
    `layout::tensorOperand` says which layouts that can be. f16, bf16, tf32, e4m3 and e5m2 (sums f32), i8 (sums i32, wrapping); M is 64 or a multiple of
    128, N a multiple of 16.

    Lane 0 of warp 0 starts it. Products follow one another in the order of their starts. The operands are read and the columns written at any time until
    a `tensor_wait` that ends the product: nobody touches them meanwhile but other products. What was copied into a slot is there behind the waits that
    `after` names. Ordinary writes of it come before by a `proxy_fence` of those who wrote and a barrier, `tensor_store`s by a barrier.
  }];
  let arguments = (ins TileGPU_BufferType:$a, TileGPU_BufferType:$b, TileGPU_TensorMemoryType:$memory, I64Attr:$column, I1:$accumulates,
                       Variadic<TileGPU_TokenType>:$after, UnitAttr:$unsigned_a, UnitAttr:$unsigned_b);
  let assemblyFormat = [{
    $a `,` $b `into` $memory `column` $column `accumulates` $accumulates (`after` $after^)? (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)? attr-dict
    `:` qualified(type($a)) `,` qualified(type($b)) `into` qualified(type($memory))
  }];
  let extraClassDeclaration = [{
    /// The product as the layouts see it.
    ::tilec::layout::MatrixProduct product();
    int64_t getNumColumns();
  }];
}

def TileGPU_TensorWaitOp : TileGPU_Op<"tensor_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pending` products into tensor memory are in flight";
  let description = "Every lane waits, for all products but the `pending` (0 or 1) youngest.";
  let arguments = (ins TileGPU_TensorMemoryType:$memory, I64Attr:$pending);
  let assemblyFormat = "$memory `pending` $pending attr-dict `:` qualified(type($memory))";
  let hasVerifier = 1;
}

def TileGPU_TensorLoadOp : TileGPU_TensorMemoryAccess<"tensor_load"> {
  let summary = "load a tile of sums from tensor memory";
  let description = [{
    Each lane reads what it holds in the result's layout, which is one of sums of `tile_gpu.mma tcgen05`: a warp reaches 32 cells of a column, those of its
    number modulo 4. Products that write there are over.
  }];
  let arguments = (ins TileGPU_TensorMemoryType:$memory, I64Attr:$column);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = "$memory `column` $column attr-dict `:` qualified(type($memory)) `->` type($result)";
}

def TileGPU_TensorStoreOp : TileGPU_TensorMemoryAccess<"tensor_store"> {
  let summary = "store a tile of sums to tensor memory";
  let description = "As `tensor_load`, the other way round. Before a product reads it all lanes wait at a barrier.";
  let arguments = (ins TileGPU_Distributed:$value, TileGPU_TensorMemoryType:$memory, I64Attr:$column);
  let assemblyFormat = "$value `,` $memory `column` $column attr-dict `:` type($value) `,` qualified(type($memory))";
}

#endif
