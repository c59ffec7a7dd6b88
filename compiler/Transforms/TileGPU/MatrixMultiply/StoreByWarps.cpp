// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets each warp store its own part of a tile by tensor map (see Passes.td).
//
// A barrier of all consumers around the buffer of a result would make those wait that are ahead (docs/Experiments.md,
// "Constants of the model").
//
// One lane's stores are in groups by the order of their starts, whichever buffer they are from, so a kernel's stores go
// by warps all together or not at all.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/PartsOfWarps.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_STOREBYWARPS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Everything that is started and waited for in groups.
struct GroupedStores {
  SmallVector<TmaStoreOp> stores;
  SmallVector<BulkCommitOp> commits;
  SmallVector<BulkWaitOp> waits;
  std::string declined;
};

/// What lanes wrote last to the buffer of the store, in its block; null if it is not seen.
BufferStoreOp fillOf(TmaStoreOp store) {
  for (Operation *op = store->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto fill = dyn_cast<BufferStoreOp>(op); fill && fill.getBuffer() == store.getBuffer())
      return fill;
    if (op->getNumRegions() != 0)
      return {};
  }
  return {};
}

/// The map of the parts; null if warps do not have them.
TensorMapAttr partsFor(TmaStoreOp store, int64_t warps) {
  BufferStoreOp fill = fillOf(store);
  TensorMapAttr parts = store.getDescription().getDivided(warps);
  bool isDivided = fill && parts && divideAmongWarps(cast<RankedTensorType>(fill.getValue().getType()), parts, warps);
  return isDivided ? parts : TensorMapAttr();
}

GroupedStores collect(WarpRolesOp roles, int64_t warps) {
  GroupedStores found;
  roles.getConsumers().walk([&](Operation *op) {
    if (auto store = dyn_cast<TmaStoreOp>(op)) {
      found.stores.push_back(store);
      if (store.getRows() || !partsFor(store, warps))
        found.declined = "a warp does not have some rows of the tile; a tile with 16 rows or more a warp would help";
    } else if (auto commit = dyn_cast<BulkCommitOp>(op)) {
      found.commits.push_back(commit);
    } else if (auto wait = dyn_cast<BulkWaitOp>(op)) {
      found.waits.push_back(wait);
    } else if (isa<TmaReduceOp, BulkStoreOp, BulkReduceOp>(op)) {
      found.declined = "the kernel has other stores of the copy engine; one store by tensor map would help";
    }
  });
  return found;
}

void waitInWarp(OpBuilder &builder, Operation *op) {
  MemoryBarrierOp::create(builder, op->getLoc(), BarrierScope::Warp);
}

/// The op may give other stores their map, too: `parts` has what was made for each.
void storeByWarps(TmaStoreOp store, int64_t warps, DenseMap<Value, Value> &parts) {
  Value &map = parts[store.getMap()];
  if (!map) {
    OpBuilder builder(store.getMap().getDefiningOp());
    map = TensorMapOp::create(builder, store.getLoc(), store.getMap().getType(), partsFor(store, warps));
  }
  OpBuilder builder(store);
  waitInWarp(builder, store);
  store.getMapMutable().assign(map);
  store.setByWarps(true);
}

void waitByWarps(BulkWaitOp wait) {
  OpBuilder builder(wait->getContext());
  builder.setInsertionPointAfter(wait);
  waitInWarp(builder, wait);
  wait.setByWarps(true);
}

struct StoreByWarps : tile_gpu::impl::StoreByWarpsBase<StoreByWarps> {
  using StoreByWarpsBase::StoreByWarpsBase;

  void runOnOperation() override {
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles)
      return;
    int64_t warps = numWarpsOf(roles);
    GroupedStores found = collect(roles, warps);
    if (found.stores.empty() || warps == 1)
      return;
    report(found);
    if (!found.declined.empty())
      return;
    DenseMap<Value, Value> parts;
    for (TmaStoreOp store : found.stores)
      storeByWarps(store, warps, parts);
    for (auto [whole, part] : parts)
      if (whole.use_empty())
        whole.getDefiningOp()->erase();
    for (BulkCommitOp commit : found.commits)
      commit.setByWarps(true);
    for (BulkWaitOp wait : found.waits)
      waitByWarps(wait);
  }

private:
  void report(const GroupedStores &found) {
    if (!remarks || !tile::isPreferredVariant(getOperation()))
      return;
    TmaStoreOp store = found.stores.front();
    if (found.declined.empty())
      tile::Remark(store, "StoreByWarps") << "each warp stores its own part";
    else
      tile::Remark(store, "StoreByAllWarps") << "stored by all warps together: " << found.declined;
  }
};

} // namespace
