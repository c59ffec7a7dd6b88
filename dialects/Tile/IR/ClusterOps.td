// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tile blocks that several CTAs of a cluster share.
#ifndef TILEC_DIALECTS_TILE_IR_CLUSTEROPS
#define TILEC_DIALECTS_TILE_IR_CLUSTEROPS

include "dialects/Tile/IR/TileTypes.td"

def Tile_CtaRankOp : Tile_Op<"cta_rank", [Pure]> {
  let summary = "which of the CTAs that share a tile block this is";
  let description = "From 0 to one less than the kernel's `tile.num_ctas`.";
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_ClusterGatherOp : Tile_Op<"cluster_gather", [Pure]> {
  let summary = "what each CTA of the cluster has, one behind the other, in all of them";
  let description = [{
    Operands have one shape. Each result has one more dimension, the first, whose extent is the kernel's `tile.num_ctas`: element *c* along it is what CTA *c* has. All CTAs
    of a block come by together, as they do at every op that is not in a branch on `cta_rank`.

    ```mlir
    %all = tile.cluster_gather %sum : (tensor<4x1xf32>) -> tensor<8x4x1xf32>
    ```
  }];
  let arguments = (ins Variadic<Tile_AnyTile>:$sources);
  let results = (outs Variadic<Tile_AnyTile>:$results);
  let assemblyFormat = "$sources attr-dict `:` functional-type($sources, $results)";
  let hasVerifier = 1;
}

#endif
