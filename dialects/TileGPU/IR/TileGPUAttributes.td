// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts and enumerations of the `tile_gpu` dialect.
#ifndef TILEC_DIALECTS_TILEGPU_IR_TILEGPUATTRIBUTES
#define TILEC_DIALECTS_TILEGPU_IR_TILEGPUATTRIBUTES

include "dialects/TileGPU/IR/TileGPUDialect.td"
include "dialects/TileGPU/IR/TileGPUEnums.td"
include "mlir/IR/TensorEncoding.td"

def TileGPU_LayoutAttr : AttrDef<TileGPU_Dialect, "Layout", [VerifiableTensorEncoding]> {
  let mnemonic = "layout";
  let summary = "which place holds which element of a tile";
  let description = [{
    A linear layout (`dialects/Layout/LinearLayout.h`): for each bit of the register, lane, warp and CTA index the coordinates of
    the element it leads to; coordinates of a place are the XOR of its bits'. There are five lane bits. A zero basis replicates.

    ```mlir
    // 256 elements over 4 warps: two neighbours a lane, 32 lanes, 4 warps.
    #layout = #tile_gpu.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]]>
    tensor<256xf32, #layout>
    ```
  }];
  let parameters = (ins "int64_t":$rank,
    ArrayRefParameter<"int64_t">:$registers, ArrayRefParameter<"int64_t">:$lanes,
    ArrayRefParameter<"int64_t">:$warps, ArrayRefParameter<"int64_t">:$ctas,
    "int64_t":$numRegisterBits, "int64_t":$numLaneBits, "int64_t":$numWarpBits, "int64_t":$numCtaBits);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The attribute of a layout; its shape is left to the tile's type.
    static LayoutAttr get(::mlir::MLIRContext *context, const ::tilec::layout::LinearLayout &layout);
    /// The layout of a tile of this shape.
    ::tilec::layout::LinearLayout toLinearLayout(::llvm::ArrayRef<int64_t> shape) const;
    /// The layout of a distributed tile's type.
    static ::tilec::layout::LinearLayout of(::mlir::Type type);

    ::mlir::LogicalResult verifyEncoding(::llvm::ArrayRef<int64_t> shape, ::mlir::Type elementType,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
  }];
}

def TileGPU_MmaInstructionAttr : EnumAttr<TileGPU_Dialect, TileGPU_MmaInstruction, "mma_instruction">;
def TileGPU_CachePolicyAttr : EnumAttr<TileGPU_Dialect, TileGPU_CachePolicy, "cache">;
def TileGPU_BarrierScopeAttr : EnumAttr<TileGPU_Dialect, TileGPU_BarrierScope, "barrier_scope">;

#endif
