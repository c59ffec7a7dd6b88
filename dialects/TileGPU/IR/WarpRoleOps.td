// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warps with different jobs: some fetch, the others compute.
#ifndef TILEC_DIALECTS_TILEGPU_IR_WARPROLEOPS
#define TILEC_DIALECTS_TILEGPU_IR_WARPROLEOPS

include "dialects/TileGPU/IR/BufferTypes.td"

def TileGPU_WarpRolesOp : TileGPU_Op<"warp_roles", [SingleBlock, NoTerminator, RecursiveMemoryEffects]> {
  let summary = "one region for the warps that compute, one for a warp that fetches, one for a warp that multiplies";
  let description = [{
    The last op of a kernel but for its return. What stands before it is run by all warps: there mbarriers are initialised, and a barrier of the
    CTA tells everybody. All regions run at the same time, each once, by warps of their own; values from above may be used in all.
    Nothing but mbarriers orders what one region does behind what the other does.

    * `consumers`: the warps that the kernel's layouts know, `tile_gpu.num_warps` of them. In there "warp 0", "all lanes of the CTA" and a barrier of scope
      `cta` mean the warps of the region.
    * `producer`: one lane of a warp behind them. It computes scalars, waits for mbarriers, arrives `by first` and starts copies; it has no tiles,
      no barriers and no scratch. The CTA has `producer_warps` more warps than consumers: 1, or 4 (a warpgroup) where registers are dealt out;
      the others have nothing to do.
    * `issuer`, where there is one: one lane of the warp behind the producer's first one. It starts MMAs into tensor memory, from stages that the
      producer fills, and `tensor_commit`s them: an mbarrier then says when they are over. It computes scalars and waits for mbarriers besides.

    `groups G` makes G groups of the consumers, of `tile_gpu.num_warps` each, which run the region at the same time, each for blocks of its own: its argument is the
    group's number. "Warp 0", "all lanes" and barriers are then of the group. Scratch is each group's own; buffers are not: what a group alone may use is a stage with its number.
    Groups are whole warpgroups.

    `registers C, P` deals out registers (`setmaxnreg`): a lane of the consumers may use C, one of the producer's warps P; multiples of 8 from 24 to 256,
    together not more than the CTA has.

    ```mlir
    %full = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<4>
    %empty = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<4>
    tile_gpu.mbarrier_init %full arrivals 1 : !tile_gpu.mbarriers<4>
    tile_gpu.mbarrier_init %empty arrivals 8 : !tile_gpu.mbarriers<4>   // by warps, of 8 consumers
    tile_gpu.memory_barrier cta
    tile_gpu.warp_roles registers 240, 24 consumers {
      scf.for ... {                        // trip i: stage i mod 4, parity i / 4 mod 2
        tile_gpu.mbarrier_wait %full[%stage] parity %parity : ..
        ... = tile_gpu.buffer_load ..
        tile_gpu.proxy_fence               // the copy engine will write what was read
        tile_gpu.mbarrier_arrive %empty[%stage] by warps : ..
      }
    } producer {
      scf.for ... {                        // the same trips
        tile_gpu.mbarrier_wait %empty[%stage] parity %other : ..  // 1 - parity: the first round does not wait
        tile_gpu.mbarrier_expect_tx %full[%stage] bytes 8192 : ..
        tile_gpu.tma_load %map[..] into %part, %full[%stage] : ..
      }
    }
    return
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$consumer_registers, OptionalAttr<I64Attr>:$producer_registers,
                       DefaultValuedAttr<I64Attr, "1">:$groups, DefaultValuedAttr<I64Attr, "4">:$producer_warps);
  let regions = (region SizedRegion<1>:$consumers, SizedRegion<1>:$producer, AnyRegion:$issuer);
  let skipDefaultBuilders = 1;
  // Consumers and producer get their block.
  let builders = [OpBuilder<(ins CArg<"int64_t", "1">:$groups, CArg<"int64_t", "4">:$producerWarps)>];
  let assemblyFormat = [{
    (`registers` $consumer_registers^ `,` $producer_registers)? `consumers` (`groups` $groups^)? $consumers
    `producer` (`warps` $producer_warps^)? $producer (`issuer` $issuer^)? attr-dict-with-keyword
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The op of a kernel (in `func` or `llvm` form); null where all its warps do the same.
    static WarpRolesOp of(::mlir::Operation *kernel);
    /// The op around `block`, itself in one of the regions; null elsewhere.
    static WarpRolesOp around(::mlir::Block *block);
    /// The block is the producer's or the issuer's.
    bool isOfOneLane(::mlir::Block *block) { return getProducer().isAncestor(block->getParent()) || isInIssuer(block); }
    bool isInIssuer(::mlir::Block *block) { return getIssuer().isAncestor(block->getParent()); }
    bool hasIssuer() { return !getIssuer().empty(); }
    /// Behind the producer's first warp.
    int64_t getIssuerWarp() { return getNumConsumerWarps() + 1; }
    /// Warps of the CTA, those without a job included.
    int64_t getNumWarps();
    /// All groups' warps; the producer is the next one.
    int64_t getNumConsumerWarps();
    /// What each lane has until registers are dealt out: as many as the CTA's share of the register file allows.
    int64_t getRegistersAtEntry();
    /// The group's number, where there are several.
    ::mlir::Value getGroup() { return getGroups() > 1 ? getConsumers().getArgument(0) : ::mlir::Value(); }
  }];
}

def TileGPU_PingPongWaitOp : TileGPU_Op<"ping_pong_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until it is this warpgroup's turn";
  let description = [{
    The consumers' warpgroups take turns, one after the other in the order of their numbers, round and round: each waits here until the one before it has
    passed its turn on (`ping_pong_arrive`), and passes it on before it takes the next. What one does in its turn the others do not do at the same time. Orders
    nothing in memory. All warps of a warpgroup run the same `ping_pong_wait`s and `ping_pong_arrive`s; where consumers are not in groups, all warps do. A turn is passed on once for each
    that is taken: in groups the last one may stay untaken.

    ```mlir
    tile_gpu.ping_pong_arrive first            // once: the last warpgroup lets the first one begin
    scf.for ... {
      tile_gpu.ping_pong_wait
      ... = tile_gpu.warpgroup_mma ..   // one warpgroup's MMAs, undisturbed
      tile_gpu.ping_pong_arrive
      ..                                // lanes compute while the other warpgroups multiply
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def TileGPU_PingPongArriveOp : TileGPU_Op<"ping_pong_arrive", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "let the next warpgroup have its turn";
  let description = [{
    Ends the turn that `ping_pong_wait` began, without waiting. `first` stands where no turn was taken yet: there only the last warpgroup passes it on.
  }];
  let arguments = (ins UnitAttr:$first);
  let assemblyFormat = "(`first` $first^)? attr-dict";
  let hasVerifier = 1;
}

#endif
