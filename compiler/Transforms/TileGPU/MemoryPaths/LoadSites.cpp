// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/LoadSites.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// The only user of this kind, in this block; null otherwise.
template <typename Op> static Op onlyUser(Value value, Block *block) {
  Op found;
  for (Operation *user : value.getUsers())
    if (auto op = dyn_cast<Op>(user)) {
      if (found || op->getBlock() != block)
        return {};
      found = op;
    }
  return found;
}

static bool isOfSite(Operation *op, const LoadSite &site) {
  return op == site.init || op == site.expect || op == site.copy || op == site.wait || op == site.invalidation;
}

/// Nothing else fills the buffer, nor uses the mbarrier.
static bool isAlone(LoadSite &site) {
  return llvm::all_of(site.barriers->getUsers(), [&](Operation *user) { return isOfSite(user, site); }) &&
         llvm::none_of(site.buffer->getUsers(), [&](Operation *user) {
           return isa<TmaLoadOp, BulkLoadOp, AsyncCopyOp, BufferStoreOp>(user) && user != site.copy;
         });
}

std::optional<LoadSite> tile_gpu::findLoadSite(TmaLoadOp copy) {
  LoadSite site;
  Block *block = copy->getBlock();
  site.copy = copy;
  site.buffer = copy.getBuffer().getDefiningOp<AllocBufferOp>();
  site.barriers = copy.getBarriers().getDefiningOp<AllocMbarriersOp>();
  // The numbers of rows are a tile, which a producer's one lane does not have.
  if (copy.getRows() || !site.buffer || !site.barriers || site.buffer->getBlock() != block ||
      site.barriers->getBlock() != block)
    return std::nullopt;
  if (site.buffer.getType().getStages() != 1 || site.barriers.getType().getCount() != 1)
    return std::nullopt;
  site.init = onlyUser<MbarrierInitOp>(site.barriers, block);
  site.expect = onlyUser<MbarrierExpectTxOp>(site.barriers, block);
  site.wait = onlyUser<MbarrierWaitOp>(site.barriers, block);
  site.invalidation = onlyUser<MbarrierInvalOp>(site.barriers, block);
  site.free = onlyUser<FreeBufferOp>(site.buffer, block);
  if (!site.init || !site.expect || !site.wait || !site.free || !isAlone(site))
    return std::nullopt;
  return site;
}

int64_t LoadGroup::getArrivingBytes() const {
  int64_t bytes = 0;
  for (LoadSite site : sites)
    bytes += int64_t(site.expect.getBytes());
  return bytes;
}

int64_t LoadGroup::getStageBytes() const {
  int64_t bytes = 0;
  for (LoadSite site : sites)
    bytes += site.buffer.getType().getStageBytes();
  return bytes;
}

/// What is long enough that a load behind it should not hold up those before: MMAs, and all with regions (loops,
/// branches, reductions).
static bool takesLong(Operation *op) {
  return op->getNumRegions() > 0 || isa<MmaOp, WarpgroupMmaOp, WarpgroupWaitOp, TensorMmaOp, TensorWaitOp>(op);
}

/// Of a load that is there as soon as the one before it: a row beside the rows of an MMA's operand. It would not be
/// worth a stage buffer of its own, with a wait, an arrival and a fence in each iteration.
static bool isSmall(const LoadSite &site, const LoadGroup &group) {
  constexpr int64_t kSmallBytes = 1024, kTimes = 16;
  int64_t bytes = AllocBufferOp(site.buffer).getType().getStageBytes();
  return bytes <= kSmallBytes && bytes * kTimes <= group.getStageBytes();
}

/// Its accumulators are used in the iteration. The next iteration's MMA may start before that (tile-gpu-pipeline-mmas)
/// unless what they are used with has the operands' stage.
static bool isBehindOnlyMma(const LoadSite &site) {
  Operation *copy = TmaLoadOp(site.copy);
  auto mmas = copy->getBlock()->getOps<WarpgroupMmaOp>();
  return llvm::hasSingleElement(mmas) && (*mmas.begin())->isBeforeInBlock(copy);
}

/// Parts of one row that CTAs of a cluster share: each has a stage of its own, which is released when it has been
/// read.
static bool isBesidePart(const LoadSite &site, const LoadGroup &group) {
  auto mapOf = [](TmaLoadOp copy) { return copy.getMap().getDefiningOp<TensorMapOp>(); };
  TensorMapOp map = mapOf(site.copy);
  return map && tile::numCtasOf(map) > 1 && llvm::any_of(group.sites, [&](const LoadSite &other) {
           TensorMapOp otherMap = mapOf(other.copy);
           return otherMap && otherMap.getDescription() == map.getDescription();
         });
}

SmallVector<LoadGroup> tile_gpu::groupLoads(ArrayRef<LoadSite> sites) {
  SmallVector<LoadGroup> groups;
  for (const LoadSite &site : sites) {
    Operation *copy = TmaLoadOp(site.copy);
    bool joins = !groups.empty() && groups.back().getBlock() == copy->getBlock();
    joins = joins && !isBesidePart(site, groups.back());
    if (joins && (!isSmall(site, groups.back()) || isBehindOnlyMma(site)))
      for (Operation *op = TmaLoadOp(groups.back().sites.back().copy); op != copy && joins; op = op->getNextNode())
        joins = !takesLong(op);
    if (!joins)
      groups.emplace_back();
    groups.back().sites.push_back(site);
  }
  return groups;
}
