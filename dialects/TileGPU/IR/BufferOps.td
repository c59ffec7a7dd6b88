// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers in shared memory: where they come from, their stages, and moving tiles between them and registers.
#ifndef TILEC_DIALECTS_TILEGPU_IR_BUFFEROPS
#define TILEC_DIALECTS_TILEGPU_IR_BUFFEROPS

include "dialects/TileGPU/IR/BufferTypes.td"

def TileGPU_AllocBufferOp : TileGPU_Op<"alloc_buffer", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a buffer in the shared memory of the CTA";
  let description = [{
    Its bytes are unspecified, and its own until `free_buffer`; without one, until the kernel ends. `tile-gpu-allocate-shared-memory` sets
    `shared_offset`: buffers that do not live at one time may share bytes.

    `room_ahead`: an operand that an iteration stores for MMAs; `tile-gpu-specialize-warps` left room for those of later iterations, too.
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$shared_offset, UnitAttr:$room_ahead);
  let results = (outs TileGPU_BufferType:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def TileGPU_FreeBufferOp : TileGPU_Op<"free_buffer", [MemoryEffects<[MemFree]>]> {
  let summary = "the buffer is not used any more";
  let description = [{
    Nothing is in flight into or out of it: it has been waited for. In the block of its `alloc_buffer`, or of the consumers of the `warp_roles` there.
    Does not wait for lanes that still read it; who uses the bytes next does (`tile-gpu-place-memory-barriers`).
  }];
  let arguments = (ins TileGPU_BufferType:$buffer);
  let assemblyFormat = "$buffer attr-dict `:` qualified(type($buffer))";
  let hasVerifier = 1;
}

def TileGPU_BufferStageOp : TileGPU_Op<"buffer_stage", [Pure,
    TypesMatchWith<"result is one stage of the buffer", "buffer", "result", "::llvm::cast<BufferType>($_self).getStageType()">]> {
  let summary = "one stage of a buffer";
  let description = "`index` is uniform, from 0 up and below the number of stages.";
  let arguments = (ins TileGPU_BufferType:$buffer, I32:$index);
  let results = (outs TileGPU_BufferType:$result);
  let assemblyFormat = "$buffer `[` $index `]` attr-dict `:` qualified(type($buffer))";
  let hasFolder = 1;
}

def TileGPU_BufferViewOp : TileGPU_Op<"buffer_view", [Pure]> {
  let summary = "a stage as a tile of another shape";
  let description = [{
    The same bytes under other names: the element at each offset is the one that the result's layout says. So a stage is permuted or
    reshaped without a move. It lives as long as the stage.
  }];
  let arguments = (ins TileGPU_BufferType:$buffer);
  let results = (outs TileGPU_BufferType:$result);
  let assemblyFormat = "$buffer attr-dict `:` qualified(type($buffer)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

def TileGPU_BufferLoadOp : TileGPU_Op<"buffer_load", [MemoryEffects<[MemRead]>, AttrSizedOperandSegments]> {
  let summary = "load a tile from a buffer into registers";
  let description = [{
    Every lane reads what it holds in the result's layout, whichever that is; as many neighbours at once as the two layouts put side by side. What was
    copied there asynchronously is there only behind its wait: `after` names it. If another lane wrote it, a barrier stands between.

    With `part`, the result is that part of the stage along the one dimension in which it is shorter. The number is uniform, from 0 up.

    ```mlir
    // Columns 4 * %i to 4 * %i + 3 of 128 rows.
    %a = tile_gpu.buffer_load %stage part %i : !tile_gpu.buffer<128x32xf32, #shared> -> tensor<128x4xf32, #layout>
    ```
  }];
  let arguments = (ins TileGPU_BufferType:$buffer, Optional<I32>:$part, Optional<TileGPU_TokenType>:$after);
  let results = (outs TileGPU_Distributed:$result);
  let assemblyFormat = "$buffer (`part` $part^)? (`after` $after^)? attr-dict `:` qualified(type($buffer)) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$buffer, "::mlir::Value":$after), [{
    build($_builder, $_state, result, buffer, /*part=*/::mlir::Value(), after);
  }]>];
  let extraClassDeclaration = [{
    /// From packed places of the result to element offsets in the stage, of part 0.
    ::tilec::layout::LinearMap getOffsets();
    /// What each bit of the part's number adds to them, by XOR; none without parts.
    ::llvm::SmallVector<uint64_t> getOffsetsOfParts();
  }];
  let hasVerifier = 1;
}

def TileGPU_BufferStoreOp : TileGPU_Op<"buffer_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "store a tile from registers into a buffer";
  let description = [{
    Each element by its one owner. An ordinary write: before the asynchronous proxy (tensor-map and bulk copies, wgmma) reads it, every
    lane needs a `proxy_fence` and then a barrier.
  }];
  let arguments = (ins TileGPU_Distributed:$value, TileGPU_BufferType:$buffer);
  let assemblyFormat = "$value `,` $buffer attr-dict `:` type($value) `,` qualified(type($buffer))";
  let hasVerifier = 1;
}

def TileGPU_BufferPutOp : TileGPU_Op<"buffer_put", [MemoryEffects<[MemWrite]>]> {
  let summary = "store a scalar into a stage, by the producer of warp roles";
  let description = [{
    By its one lane, an ordinary write. The arrival at an mbarrier behind it tells consumers, who have released the stage before.
  }];
  let arguments = (ins I32:$value, TileGPU_BufferType:$buffer);
  let assemblyFormat = "$value `,` $buffer attr-dict `:` qualified(type($buffer))";
  let hasVerifier = 1;
}

def TileGPU_BufferGetOp : TileGPU_Op<"buffer_get", [MemoryEffects<[MemRead]>]> {
  let summary = "the scalar that the producer of warp roles has put into a stage";
  let description = "Read by every lane; `after` is the wait for the producer's arrival. By the producer itself, what the first CTA's has sent (`cluster_put`).";
  let arguments = (ins TileGPU_BufferType:$buffer, TileGPU_TokenType:$after);
  let results = (outs I32:$result);
  let assemblyFormat = "$buffer `after` $after attr-dict `:` qualified(type($buffer))";
  let hasVerifier = 1;
}

#endif
