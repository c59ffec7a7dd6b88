// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of shared buffers, of mbarriers, and of what is in flight.
#ifndef TILEC_DIALECTS_TILEGPU_IR_BUFFERTYPES
#define TILEC_DIALECTS_TILEGPU_IR_BUFFERTYPES

include "dialects/TileGPU/IR/TileGPUAttributes.td"

def TileGPU_SharedLayoutAttr : AttrDef<TileGPU_Dialect, "SharedLayout"> {
  let mnemonic = "shared";
  let summary = "where in shared memory each element of a tile lies";
  let description = [{
    A linear map from offsets (in elements) to coordinates: one basis for each offset bit, lowest first; the element at an offset is the XOR of
    the bases of its set bits. Every element has exactly one offset. A swizzle is nothing but such a map
    (`layout::swizzledShared` makes those of tensor maps and wgmma).

    ```mlir
    // 4x8 elements in row-major order, and with the halves of odd rows exchanged.
    #rows = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]>
    #swizzled = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [1, 4], [2, 0]]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$coordinates, "int64_t":$numOffsetBits);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The attribute of a map from offsets to row-major element numbers of a tile of `shape`.
    static SharedLayoutAttr get(::mlir::MLIRContext *context, const ::tilec::layout::LinearMap &elementAt, ::llvm::ArrayRef<int64_t> shape);
    /// That map.
    ::tilec::layout::LinearMap toLinearMap(::llvm::ArrayRef<int64_t> shape) const;
  }];
}

class TileGPU_Type<string name, string typeMnemonic> : TypeDef<TileGPU_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TileGPU_BufferType : TileGPU_Type<"Buffer", "buffer"> {
  let summary = "one tile, or several stages of one, in the shared memory of the CTA";
  let description = [{
    `!tile_gpu.buffer<128x64xf16, #tile_gpu.shared<...>, stages = 3, align = 1024>`. Each stage, holds a tile; an element takes its
    storage size (`i1` a byte). Stage s starts s times `getStageBytes` behind the buffer's start, which is a multiple of `align` (a power of
    two, 128 unless given); a stage's bytes are rounded up to `align`. Any number of stages.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType, "::tilec::tile_gpu::SharedLayoutAttr":$layout,
                        "int64_t":$stages, "int64_t":$alignment);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kDefaultAlignment = 128;
    /// From one stage to the next.
    int64_t getStageBytes() const;
    int64_t getBytes() const { return getStages() * getStageBytes(); }
    /// A buffer of one of the stages.
    BufferType getStageType() const;
    /// From element offsets in a stage to row-major element numbers. Its inverse gives each element's offset.
    ::tilec::layout::LinearMap getElementAtOffset() const;
    /// From packed places of a distributed tile of this shape to element offsets in a stage.
    ::tilec::layout::LinearMap getOffsetOfPlace(const ::tilec::layout::LinearLayout &places) const;
  }];
}

def TileGPU_MbarriersType : TileGPU_Type<"Mbarriers", "mbarriers"> {
  let summary = "mbarriers in the shared memory of the CTA";
  let description = "`!tile_gpu.mbarriers<4>`: four, of 8 bytes each.";
  let parameters = (ins "int64_t":$count);
  let assemblyFormat = "`<` $count `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = "int64_t getBytes() const { return 8 * getCount(); }";
}

def TileGPU_TokenType : TileGPU_Type<"Token", "token"> {
  let summary = "something in flight, or its arrival";
  let description = [{
    No value at run time. A token orders an op that uses bytes behind the wait that saw them arrive, whatever passes move.
  }];
}

#endif
