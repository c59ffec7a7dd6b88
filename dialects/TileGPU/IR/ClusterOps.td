// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes between the CTAs of a cluster.
#ifndef TILEC_DIALECTS_TILEGPU_IR_CLUSTEROPS
#define TILEC_DIALECTS_TILEGPU_IR_CLUSTEROPS

include "dialects/TileGPU/IR/TileGPUAttributes.td"
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

#endif
