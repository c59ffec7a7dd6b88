// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that go on by themselves, the mbarriers that count them, and fences between proxies.
#ifndef TILEC_DIALECTS_TILEGPU_IR_ASYNCOPS
#define TILEC_DIALECTS_TILEGPU_IR_ASYNCOPS

include "dialects/TileGPU/IR/BufferTypes.td"

def TileGPU_AsyncCopyOp : TileGPU_Op<"async_copy", [MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments,
    OptionalTypesMatchWith<"mask has element i1 and the pointers' type", "pointer", "mask", "::tilec::tile::maskTypeOf($_self)">]> {
  let summary = "copy a tile from global memory to a buffer, without waiting (LDGSTS)";
  let description = [{
    Each lane copies the elements that it owns in the pointers' layout, `vector` consecutive registers with one instruction of 4, 8 or 16 bytes:
    as for `tile_gpu.load` their addresses are consecutive, the first is a multiple of their bytes, and their masks are equal; their offsets in the
    stage are consecutive too. Where the mask is false nothing is read and zeros are written. The pointers lead to global memory. With a `condition`
    that is false the op does nothing: one that no branch has to stand around, beside MMAs.

    The source is read and the stage written at any time between this op and the end of an `async_wait` for a group that has the copy's token. Until
    then nobody may read or write the stage's elements; and only the lane that waited may use them without a barrier.
    Between the lanes' earlier accesses of the stage and this op there is a barrier, unless they were this lane's own.
  }];
  let arguments = (ins TileGPU_DistributedOf<Tile_Pointer>:$pointer, Optional<TileGPU_MaskLike>:$mask, TileGPU_BufferType:$buffer,
                       Optional<I1>:$condition, DefaultValuedAttr<I64Attr, "1">:$vector);
  let results = (outs TileGPU_TokenType:$token);
  let assemblyFormat = "$pointer (`mask` $mask^)? `into` $buffer (`if` $condition^)? (`vector` $vector^)? attr-dict `:` type($pointer) `into` qualified(type($buffer))";
  let hasVerifier = 1;
}

def TileGPU_NoCopiesOp : TileGPU_Op<"no_copies", [Pure]> {
  let summary = "the token of nothing in flight";
  let description = "For the branch that copies nothing, and for tokens before the first iteration of a loop.";
  let results = (outs TileGPU_TokenType:$token);
  let assemblyFormat = "attr-dict";
}

def TileGPU_AsyncCommitOp : TileGPU_Op<"async_commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "close a group of copies";
  let description = [{
    Each lane's copies since its previous `async_commit` are one group, possibly an empty one. `copies` names them for the order of ops. The result is
    the group in flight. Reached by all lanes of a warp or none.
  }];
  let arguments = (ins Variadic<TileGPU_TokenType>:$copies);
  let results = (outs TileGPU_TokenType:$group);
  let assemblyFormat = "$copies attr-dict";
}

def TileGPU_AsyncWaitOp : TileGPU_Op<"async_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until at most `pending` groups of this lane are in flight";
  let description = [{
    Each lane waits for its own groups, oldest first, until at most the `pending` youngest are left. `groups` names those that have then arrived
    for certain; the result stands for their arrival. The waiting lane may use what it copied itself; others after a barrier.
  }];
  let arguments = (ins Variadic<TileGPU_TokenType>:$groups, I64Attr:$pending);
  let results = (outs TileGPU_TokenType:$arrived);
  let assemblyFormat = "$groups `pending` $pending attr-dict";
  let hasVerifier = 1;
}

def TileGPU_MbarrierArriversAttr : EnumAttr<TileGPU_Dialect, TileGPU_MbarrierArrivers, "mbarrier_arrivers">;

def TileGPU_AllocMbarriersOp : TileGPU_Op<"alloc_mbarriers", [MemoryEffects<[MemAlloc]>]> {
  let summary = "mbarriers in the shared memory of the CTA";
  let description = "Theirs until the kernel ends. `tile-gpu-allocate-shared-memory` sets `shared_offset`.";
  let arguments = (ins OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs TileGPU_MbarriersType:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

def TileGPU_MbarrierInitOp : TileGPU_Op<"mbarrier_init", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "make mbarriers ready for their first phase";
  let description = [{
    Lane 0 of warp 0 initialises each of them: a phase is complete when `arrivals` have arrived and all bytes that were announced have come. They begin
    in phase 0, incomplete. Visible to the asynchronous proxy; other lanes use them after a barrier (`tile-gpu-place-memory-barriers`).
  }];
  let arguments = (ins TileGPU_MbarriersType:$barriers, I64Attr:$arrivals);
  let assemblyFormat = "$barriers `arrivals` $arrivals attr-dict `:` qualified(type($barriers))";
  let hasVerifier = 1;
}

def TileGPU_MbarrierExpectTxOp : TileGPU_Op<"mbarrier_expect_tx", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "arrive once, and announce bytes that copies will bring";
  let description = [{
    By lane 0 of warp 0 (`mbarrier.arrive.expect_tx`): one of the arrivals of the current phase, which then also waits for `bytes` more. Before or
    after the copies start, but by the same lane.
  }];
  let arguments = (ins TileGPU_MbarriersType:$barriers, I32:$index, I64Attr:$bytes);
  let assemblyFormat = "$barriers `[` $index `]` `bytes` $bytes attr-dict `:` qualified(type($barriers))";
  let hasVerifier = 1;
}

def TileGPU_MbarrierArriveOp : TileGPU_Op<"mbarrier_arrive", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "arrive at an mbarrier (release)";
  let description = [{
    Memory accesses of the arriving lanes before this op come before those of whoever waits for the phase. Who arrives: `first`, lane 0 of
    warp 0 for itself; `warps`, one lane for each warp, for all lanes of its warp, which wait for each other first; `lanes`, every lane. Each is one of the
    arrivals that `mbarrier_init` counts. With `cluster` they arrive at this mbarrier of every CTA of the cluster; to the others' that says only that
    what MMAs and copies of this CTA have read, they have read.
  }];
  let arguments = (ins TileGPU_MbarriersType:$barriers, I32:$index, TileGPU_MbarrierArriversAttr:$arrivers, UnitAttr:$cluster);
  let assemblyFormat = "$barriers `[` $index `]` `by` $arrivers (`cluster` $cluster^)? attr-dict `:` qualified(type($barriers))";
}

def TileGPU_MbarrierWaitOp : TileGPU_Op<"mbarrier_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until the phase of this parity is complete (acquire)";
  let description = [{
    Each lane waits until the phase whose number has the given parity (i32, 0 or 1) is complete: with 0 on a fresh mbarrier for phase 0, with 1 not at
    all. An mbarrier can only tell the current phase from the one before, so a waiter is never two phases behind. The result stands
    for the arrival of the bytes that were announced for the phase: every lane that has waited may use them, without a barrier.
  }];
  let arguments = (ins TileGPU_MbarriersType:$barriers, I32:$index, I32:$parity);
  let results = (outs TileGPU_TokenType:$arrived);
  let assemblyFormat = "$barriers `[` $index `]` `parity` $parity attr-dict `:` qualified(type($barriers))";
}

def TileGPU_ProxyFenceOp : TileGPU_Op<"proxy_fence", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "this lane's ordinary writes of shared memory, before the asynchronous proxy's later accesses";
  let description = [{
    By every lane that wrote (`fence.proxy.async.shared::cta`); a barrier comes between it and the lane that starts the copy or the
    MMA. By lanes that have read, too, before the copy engine writes there: a load that was issued may still be under way behind a barrier or an arrival
    (`tile-gpu-place-proxy-fences`).
  }];
  let assemblyFormat = "attr-dict";
}

#endif
