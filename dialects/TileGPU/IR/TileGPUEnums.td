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

#endif
