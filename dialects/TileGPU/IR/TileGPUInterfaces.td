// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ops that use shared memory for themselves tell the allocator and the barrier pass.
#ifndef TILEC_DIALECTS_TILEGPU_IR_TILEGPUINTERFACES
#define TILEC_DIALECTS_TILEGPU_IR_TILEGPUINTERFACES

include "mlir/IR/OpBase.td"

def TileGPU_ScratchInterface : OpInterface<"ScratchInterface"> {
  let cppNamespace = "::tilec::tile_gpu";
  let description = [{
    The op may pass data between lanes through scratch shared memory: its lowering writes the scratch, waits at a barrier, reads it,
    and ends without a further barrier. So memory accesses before the op are ordered before those after it, but
    who overwrites the scratch next has to wait first (`tile-gpu-place-memory-barriers` does).
  }];
  let methods = [
    InterfaceMethod<"Bytes of scratch, 0 if the op gets by without.", "int64_t", "getScratchBytes">,
    InterfaceMethod<[{Each warp has a part of the scratch and waits for no other: the op orders nothing between warps. Part w starts
      `tile_gpu.warp_scratch_bytes` of the kernel times w behind the offset; the warp waits before it writes, so parts need
      no other barrier.}], "bool", "isScratchOfWarps", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{Other CTAs of the cluster write the scratch, at a time of their own, and the op's barrier is one of the cluster: the scratch
      has a place that nothing else uses.}], "bool", "isScratchOfCluster", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<"Where the scratch starts in the CTA's shared memory; absent before allocation.",
                    "::std::optional<int64_t>", "getScratchOffset", (ins), [{}], [{
      auto offset = $_op->template getAttrOfType<::mlir::IntegerAttr>("shared_offset");
      return offset ? ::std::optional<int64_t>(offset.getInt()) : ::std::nullopt;
    }]>
  ];
}

#endif
