// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that check what those of Passes.td have made, and change nothing.
#ifndef TILEC_COMPILER_TRANSFORMS_TILEGPU_VERIFYPASSES
#define TILEC_COMPILER_TRANSFORMS_TILEGPU_VERIFYPASSES

include "mlir/Pass/PassBase.td"

def VerifySharedMemory : Pass<"tile-gpu-verify-shared-memory", "::mlir::func::FuncOp"> {
  let summary = "Check that what lives at one time in shared memory has bytes of its own";
  let description = [{
    Local objects and mbarriers live as long as the kernel, buffers until `free_buffer`, scratch inside its op. Fails where two that live at one time
    share bytes, or one reaches beyond `tile_gpu.shared_bytes`. Changes nothing. Requires: `shared_offset`s.
  }];
}

def VerifyAsyncCopies : Pass<"tile-gpu-verify-async-copies", "::mlir::func::FuncOp"> {
  let summary = "Check that no stage is used while a copy into it is in flight";
  let description = [{
    Fails where, inside of one block, a stage is loaded, stored, freed or copied into again before an `async_wait` that ends the copy (which its
    `pending` youngest groups do not hold), where a load names the token of a copy, not of a wait, or where the copy engine reads what lanes have
    written without a proxy fence between. Finds what is wrong on every path; what loops
    hide is the executor's to find. Changes nothing.
  }];
}

def VerifyMbarriers : Pass<"tile-gpu-verify-mbarriers", "::mlir::func::FuncOp"> {
  let summary = "Check arrival counts and parities of mbarriers";
  let description = [{
    Fails where the ops that arrive at an mbarrier cannot make up the arrivals that it was initialised with, and where the only wait for it in a loop
    waits for the same parity in each iteration although a phase ends in each. Changes nothing.
  }];
}

def VerifyTensorMaps : Pass<"tile-gpu-verify-tensor-maps", "::mlir::func::FuncOp"> {
  let summary = "Check that a tensor map that the kernel makes is fenced before its uses";
  let description = [{
    Fails where a copy by a map of `build_tensor_map` may come before a `tensor_map_fence` for it, or while a copy by what the same op made before may
    still be on its way: then no wait for its mbarrier stands between that copy and the op. Changes nothing.
  }];
}

def VerifyStages : Pass<"tile-gpu-verify-stages", "::mlir::func::FuncOp"> {
  let summary = "Check what a producer and the consumers do to the stages between them";
  let description = [{
    Fails where a copy of the producer in a loop does not wait for its stage, is counted by the mbarrier of another one or brings other bytes than were
    announced; where consumers use a stage without its wait, or behind the arrival that releases it; and where that arrival comes while an MMA
    (of warpgroups, or into tensor memory) reads the stage. Changes nothing.
  }];
}

#endif
