// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enumerations of the `tile_gpu` dialect.
#ifndef TILEC_DIALECTS_TILEGPU_IR_TILEGPUENUMS
#define TILEC_DIALECTS_TILEGPU_IR_TILEGPUENUMS

include "mlir/IR/EnumAttr.td"

def TileGPU_BarrierScope : I32EnumAttr<"BarrierScope", "lanes that wait for each other", [
  I32EnumAttrCase<"Warp", 0, "warp">, I32EnumAttrCase<"Cta", 1, "cta">, I32EnumAttrCase<"Cluster", 2, "cluster">]> {
  let cppNamespace = "::tilec::tile_gpu";
  let genSpecializedAttr = 0;
}

def TileGPU_CachePolicy : I32EnumAttr<"CachePolicy", "how long caches should keep what is accessed", [
  I32EnumAttrCase<"Streaming", 0, "streaming">, I32EnumAttrCase<"Reused", 1, "reused">]> {
  let cppNamespace = "::tilec::tile_gpu";
  let genSpecializedAttr = 0;
}

def TileGPU_MbarrierArrivers : I32EnumAttr<"MbarrierArrivers", "who arrives at an mbarrier", [
  I32EnumAttrCase<"First", 0, "first">, I32EnumAttrCase<"Warps", 1, "warps">, I32EnumAttrCase<"Lanes", 2, "lanes">]> {
  let cppNamespace = "::tilec::tile_gpu";
  let genSpecializedAttr = 0;
}

def TileGPU_MmaInstruction : I32EnumAttr<"MmaInstruction", "what multiplies matrices", [
  I32EnumAttrCase<"Fma", 0, "fma">, I32EnumAttrCase<"MmaSync", 1, "mma_sync">,
  I32EnumAttrCase<"Wgmma", 2, "wgmma">, I32EnumAttrCase<"Tcgen05", 3, "tcgen05">]> {
  let cppNamespace = "::tilec::tile_gpu";
  let genSpecializedAttr = 0;
}

#endif
