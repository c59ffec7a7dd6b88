// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes between the CTAs of a cluster.
#ifndef TILEC_DIALECTS_TILEGPU_IR_CLUSTEROPS
#define TILEC_DIALECTS_TILEGPU_IR_CLUSTEROPS

include "dialects/TileGPU/IR/BufferTypes.td"
include "dialects/TileGPU/IR/TileGPUInterfaces.td"

def TileGPU_ClusterGatherOp : TileGPU_Op<"cluster_gather", [Pure,
    DeclareOpInterfaceMethods<TileGPU_ScratchInterface, ["getScratchBytes", "isScratchOfCluster"]>]> {
  let summary = "what each CTA of the cluster has, one behind the other, in all of them";
  let description = [{
    As in `tile`, on distributed tiles: operands of one shape in any layouts, results in one. The owner of an element stores it to the scratch of every CTA of the cluster
    (distributed shared memory), all wait at a barrier of the cluster, and each lane loads what it is to hold from its own CTA's.
  }];
  let arguments = (ins Variadic<TileGPU_Distributed>:$sources, OptionalAttr<I64Attr>:$shared_offset);
  let results = (outs Variadic<TileGPU_Distributed>:$results);
  let assemblyFormat = "$sources attr-dict `:` functional-type($sources, $results)";
  let hasVerifier = 1;
}

def TileGPU_ClusterSendOp : TileGPU_Op<"cluster_send", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "what this CTA has, into a buffer of every CTA of the cluster, without waiting (STAS)";
  let description = [{
    The stage holds, one behind the other, the tiles of all CTAs: its shape is the tile's with the number of CTAs in front. The owner of an element stores it to
    this CTA's place in the stage of each CTA, its own too (`st.async`); stage and mbarrier are those of the same buffer, number and index there. Elements have 4 or 8
    bytes.

    A stage is written at any time until the phase of that CTA's mbarrier that is current there is complete: each byte counts as come when it is there, and
    `mbarrier_expect_tx` announces those of all CTAs, before or after. Nobody touches the stage meanwhile: a CTA sends into a stage again once it has what all CTAs
    sent behind their reading of it. All CTAs have begun and made their mbarriers ready (`memory_barrier cluster` with `begin`).

    ```mlir
    tile_gpu.mbarrier_expect_tx %m[%i] bytes 32
    tile_gpu.cluster_send %sum into %stage, %m[%i] : tensor<1xf32, #one> into !tile_gpu.buffer<8x1xf32, ..>, !tile_gpu.mbarriers<2>
    %t = tile_gpu.mbarrier_wait %m[%i] parity %p
    %all = tile_gpu.buffer_load %stage after %t
    ```
  }];
  let arguments = (ins TileGPU_Distributed:$value, TileGPU_BufferType:$buffer, TileGPU_MbarriersType:$barriers, I32:$index);
  let assemblyFormat = [{
    $value `into` $buffer `,` $barriers `[` $index `]` attr-dict `:` type($value) `into` qualified(type($buffer)) `,` qualified(type($barriers))
  }];
  let hasVerifier = 1;
}

def TileGPU_ClusterPutOp : TileGPU_Op<"cluster_put", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a scalar of the first CTA's producer, into a stage of every CTA of the cluster, without waiting (STAS)";
  let description = [{
    By the one lane of the producer of warp roles, in the CTA of rank 0; in the others it does nothing. The stage and its mbarrier are those of the same buffer, number and
    index in each CTA, which counts the 4 bytes when they are there (`st.async`): `mbarrier_expect_tx` announces them, before or after, and `buffer_get` reads them behind
    the wait. As with `cluster_send` nobody touches the stage meanwhile, and all CTAs have begun and made their mbarriers ready.
  }];
  let arguments = (ins I32:$value, TileGPU_BufferType:$buffer, TileGPU_MbarriersType:$barriers, I32:$index);
  let assemblyFormat = [{
    $value `into` $buffer `,` $barriers `[` $index `]` attr-dict `:` qualified(type($buffer)) `,` qualified(type($barriers))
  }];
  let hasVerifier = 1;
}

#endif
