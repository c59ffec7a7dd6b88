// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Printing and assertions.
#ifndef TILEC_DIALECTS_TILEGPU_IR_OUTPUTOPS
#define TILEC_DIALECTS_TILEGPU_IR_OUTPUTOPS

include "dialects/TileGPU/IR/LayoutOps.td"

def TileGPU_PrintOp : TileGPU_Op<"print", [MemoryEffects<[MemWrite]>, TileGPU_ScratchOp]> {
  let summary = "printf by one lane; tiles reach it through scratch";
  let description = [{
    Each tile goes to scratch in row-major order, one behind the other, each aligned to 16 bytes (`getTileOffsets`); lane 0 of warp 0 prints.
  }];
  let arguments = (ins StrAttr:$format, Variadic<TileGPU_AnyLike>:$arguments, OptionalAttr<I64Attr>:$shared_offset);
  let assemblyFormat = "$format ($arguments^ `:` type($arguments))? attr-dict";
  let extraClassDeclaration = [{
    /// Where each argument starts in the scratch, in bytes; 0 for scalars.
    ::llvm::SmallVector<int64_t> getTileOffsets();
  }];
}

def TileGPU_AssertOp : TileGPU_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "stop the kernel with a message, given by one lane, unless the condition holds";
  let arguments = (ins I1:$condition, StrAttr:$message, StrAttr:$function);
  let assemblyFormat = "$condition `,` $message `in` $function attr-dict";
}

#endif
