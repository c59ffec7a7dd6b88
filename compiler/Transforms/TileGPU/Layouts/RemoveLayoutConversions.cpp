// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes cheap tiles in the layout that is wanted instead of converting them.
//
// A conversion through shared memory costs a store, a barrier and a load. Index arithmetic is cheaper done twice:
//
//     %c = tile_gpu.coordinate 0 : tensor<64xi32, #a>
//     %s = arith.muli %c, %stride : tensor<64xi32, #a>
//     %t = tile_gpu.convert_layout %s : #a -> #b       // becomes: coordinate and muli once more, in #b
//
// For each conversion: if what is behind it can be had in the wanted layout (Rematerialization.h) for less than the
// conversion costs (compiler/Strategy/LayoutCost.h), its ops are built anew beside the old ones, each once for each
// layout. What loses its last use is left to canonicalisation. Parts of tiles in buffers: SubTileLoads.h.
#include "compiler/Strategy/LayoutCost.h"
#include "compiler/Transforms/TileGPU/Layouts/MoveRemarks.h"
#include "compiler/Transforms/TileGPU/Layouts/Rematerialization.h"
#include "compiler/Transforms/TileGPU/Layouts/SubTileLoads.h"
#include "compiler/Transforms/TileGPU/Passes.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_REMOVELAYOUTCONVERSIONS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Ops on this tile that cost as much as the conversion.
int64_t worthOps(ConvertLayoutOp op) {
  return int64_t(cyclesOfMove(op) / strategy::repetitionCycles(1, tile::elementCount(op.getType())));
}

struct RemoveLayoutConversions : tile_gpu::impl::RemoveLayoutConversionsBase<RemoveLayoutConversions> {
  using RemoveLayoutConversionsBase::RemoveLayoutConversionsBase;

  void runOnOperation() override {
    loadSubTilesFromBuffers(getOperation());
    SmallVector<ConvertLayoutOp> conversions;
    getOperation().walk([&](ConvertLayoutOp op) { conversions.push_back(op); });
    Rematerialization again;
    for (ConvertLayoutOp op : conversions) {
      layout::LinearLayout wanted = LayoutAttr::of(op.getType());
      if (again.isPossible(op, worthOps(op)))
        op.replaceAllUsesWith(again.make(op.getSource(), wanted));
    }
    for (ConvertLayoutOp op : llvm::reverse(conversions))
      if (op.use_empty())
        op.erase();
    if (remarks)
      reportMoves(getOperation());
  }
};

} // namespace
