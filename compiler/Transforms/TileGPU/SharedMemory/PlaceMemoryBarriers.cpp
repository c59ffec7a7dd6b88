// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders memory accesses between the lanes of a tile block.
//
// A tile block is one logical thread, so C++ lets it read what it has just written. Its lanes run apart: lane 3 may
// load before lane 7 has stored. A barrier makes all lanes wait and shows them each other's accesses. This pass walks
// each kernel in program order with the list of accesses *pending* since the last barrier, and puts a barrier before an
// op that
//   * may touch bytes that a pending access of another lane touches, one of the two writing (AccessConflicts.h says
//   which);
//   * is a release, if any other lane's access is pending: the release must cover them all;
// and after an op that
//   * is an acquire, unless its result went to all lanes through a barrier anyway: no lane may read ahead of the one
//   that acquired.
//
// Branches are walked from one state and joined. A loop's body is walked again with what its end leaves pending until
// nothing new is: a store late in the body and a load early in it meet around the back edge. There a pointer that the
// loop computes has another value than before, so equal names no longer mean equal addresses:
//
//     scf.for %i ... {
//       %x = tile_gpu.load %p    // %p moves with %i, so another lane may have stored this one iteration ago: a barrier
//       tile_gpu.store %p, %y    // the same pointers in the same iteration: each lane meets only itself: none
//     }
//
// What stands before a loop and meets an access inside asks for a barrier in every iteration. Where one before the loop
// makes some inside needless, it stands there: a table that all lanes clear and then count in, for example.
//
// Buffers, mbarriers and scratch are byte ranges of shared memory, whoever shares them by place; stages that a loop
// counts on from different places are different ones (DistinctStages.h). A lane that reads from a buffer what it copied
// there itself needs no barrier (AccessConflicts.h has what asynchronous copies are taken as).
//
// Scalars are uniform and so is control flow: where one lane reaches a barrier, all do. A kernel of one warp gets warp
// barriers.
//
// Where several CTAs share a tile block, each access is pending twice: until the lanes of its CTA have met, and until
// those of all CTAs have. What may touch bytes that another CTA touches, global memory or each other's scratch, asks
// for a barrier of the cluster. A branch for the first CTA alone has none inside: it stands before the branch. As the
// kernel begins, nothing may be written to other CTAs, which may not have begun: so one stands before the first such
// access, which has nothing else to do where that is possible (ClusterBegin.h). Where CTAs send to each other (STAS) it
// stands before the loop or the roles that do; it tells of all mbarriers that are ready, too. What a CTA sends is
// ordered by mbarriers, and has no part in barriers of the cluster.
//
// Tile blocks that follow each other in a loop over them are threads of their own: an op that stores to global memory
// for each is not ordered with itself. Two ops of the loop are: where blocks are joined (PipelineBlocks.cpp) an
// iteration does the end of one block and the beginning of the next, so both may be one block's. Clusters, whose blocks
// are not joined, order nothing of one block with the next.
//
// Where warps have roles, one barrier tells all of them what stands before (mbarriers that are ready). Behind it the
// consumers are walked as a kernel is; their barriers are theirs alone. A producer has none: between the two there are
// only mbarriers, whose use tile-gpu-verify-stages checks.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/AccessConflicts.h"
#include "compiler/Transforms/TileGPU/SharedMemory/ClusterSynchronization.h"
#include "compiler/Transforms/TileGPU/SharedMemory/DistinctStages.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/TileGPU/IR/ClusterBegin.h"
#include "llvm/ADT/SetVector.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_PLACEMEMORYBARRIERS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Memory of all blocks; not an object of one block's own, which is behind a pointer, too.
bool isOfAllBlocks(Value pointer) {
  tile::AddressRoots roots = tile::findAddressRoots(pointer);
  return !roots.unknown && llvm::all_of(roots.values, [](Value root) {
    return isa<BlockArgument>(root) || root.getDefiningOp<tile::AddressOfOp>();
  });
}

/// Accesses since the last barrier, on any path that leads here.
class PendingAccesses {
public:
  void add(const MemoryAccess &access) {
    accesses.insert(access);
  }
  void addAll(const PendingAccesses &other) {
    for (const MemoryAccess &access : other.accesses)
      add(access);
  }
  /// Lanes in scope have waited for each other.
  void synchronize(BarrierScope scope, bool hasCluster) {
    if (!hasCluster || scope == BarrierScope::Cluster)
      return accesses.clear();
    PendingAccesses ofOtherCtas;
    for (MemoryAccess access : accesses) {
      access.isOrderedInCta = true;
      ofOtherCtas.add(access);
    }
    *this = ofOtherCtas;
  }
  /// All CTAs have begun, with their mbarriers.
  void removeBegin() {
    accesses.remove_if([](const MemoryAccess &access) { return isa<func::FuncOp, MbarrierInitOp>(access.op); });
  }
  size_t size() const {
    return accesses.size();
  }
  bool conflictsWith(const MemoryAccess &later) const {
    return llvm::any_of(accesses, [&](const MemoryAccess &earlier) {
      bool isOfOtherBlock = earlier.isOfEarlierBlock && earlier.op == later.op;
      return !earlier.isOrderedInCta && !isOfOtherBlock && conflict(earlier, later);
    });
  }
  bool conflictsBetweenCtas(const MemoryAccess &later) const {
    return llvm::any_of(accesses, [&](const MemoryAccess &earlier) { return conflictBetweenCtas(earlier, later); });
  }
  /// The only thing of other CTAs that it conflicts with is that they may not have begun.
  bool waitsForBegin(const MemoryAccess &later) const {
    return llvm::all_of(accesses, [&](const MemoryAccess &earlier) {
      return isa<func::FuncOp>(earlier.op) || !conflictBetweenCtas(earlier, later);
    });
  }
  /// A lane other than the one behind `access` has accessed global or local memory.
  bool hasOtherLanes(const MemoryAccess &access) const {
    return llvm::any_of(accesses, [&](const MemoryAccess &earlier) {
      bool sameLane = earlier.lanes == MemoryAccess::Lanes::First && access.lanes == MemoryAccess::Lanes::First;
      return earlier.pointer && !earlier.isOrderedInCta && !sameLane;
    });
  }
  /// A lane of a CTA other than the one behind `access` has.
  bool hasOtherCtas(const MemoryAccess &access) const {
    return llvm::any_of(accesses, [&](const MemoryAccess &earlier) {
      return earlier.pointer && !(earlier.isOfFirstCta && access.isOfFirstCta);
    });
  }
  /// What is pending when `loop` goes on to its next iteration.
  PendingAccesses aroundBackEdge(Operation *loop) const {
    PendingAccesses result;
    auto changes = [&](Value value) { return value && loop->isAncestor(value.getParentBlock()->getParentOp()); };
    bool isOverBlocks = tile::isBlockLoop(loop);
    for (MemoryAccess access : accesses) {
      // Objects in a block's own memory are behind pointers, too; clusters have none.
      if (isOverBlocks && access.pointer && tile::numCtasOf(access.op) > 1)
        continue;
      access.isOfEarlierBlock |= isOverBlocks && access.pointer && isOfAllBlocks(access.pointer);
      access.isFromEarlierIteration = access.isFromEarlierIteration || changes(access.pointer) || changes(access.mask);
      if (access.stage)
        access.stage = inNextIteration(loop, access.stage);
      result.add(access);
    }
    return result;
  }
  /// `loop` is over: its next run has stages of its own under the same names.
  void leave(Operation *loop) {
    PendingAccesses outside;
    for (MemoryAccess access : accesses) {
      if (access.stage && loop->isAncestor(access.stage.getParentBlock()->getParentOp()))
        access.stage = {};
      outside.add(access);
    }
    *this = outside;
  }

private:
  /// Few in most kernels; in deep nests of loops each is added again for each loop around.
  llvm::SmallSetVector<MemoryAccess, 16> accesses;
};

BarrierScope scopeOf(unsigned numWarps) {
  return numWarps == 1 ? BarrierScope::Warp : BarrierScope::Cta;
}

class BarrierPlacer {
public:
  /// `firstSending`: in the kernel's block, the first op in which CTAs send to each other; null if none does.
  BarrierPlacer(BarrierScope scope, bool hasCluster, Operation *firstSending)
      : scope(scope), hasCluster(hasCluster), firstSending(firstSending) {}

  void placeIn(Block &block, PendingAccesses &pending) {
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(&op, pending);
  }

private:
  void visit(Operation *op, PendingAccesses &pending) {
    if (op == firstSending)
      waitForOthersToBegin(op, pending);
    if (isa<ReduceOp, ScanOp>(op) || op->getNumRegions() == 0)
      return visitAccesses(op, pending);
    if (auto roles = dyn_cast<WarpRolesOp>(op))
      return visitRoles(roles, pending);
    if (hasCluster && tile::isForFirstCta(op))
      return visitFirstCta(op, pending);
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return visitBranches(op, pending);
    visitLoop(op, pending);
  }

  /// What the op does, and by whom.
  MemoryEvents eventsOf(Operation *op) const {
    MemoryEvents events = describeMemoryEvents(op);
    for (SmallVectorImpl<MemoryAccess> *list : {static_cast<SmallVectorImpl<MemoryAccess> *>(&events.starts),
                                                static_cast<SmallVectorImpl<MemoryAccess> *>(&events.before),
                                                static_cast<SmallVectorImpl<MemoryAccess> *>(&events.after)})
      for (MemoryAccess &access : *list)
        access.isOfFirstCta = isFirstCta;
    return events;
  }

  /// Who has to synchronise before the op; none if nobody.
  std::optional<BarrierScope> scopeBefore(MemoryEvents &events, const PendingAccesses &pending) const {
    std::optional<BarrierScope> found;
    for (const MemoryAccess &access : llvm::concat<MemoryAccess>(events.starts, events.before)) {
      bool isRelease = events.isRelease && access.pointer;
      if (hasCluster && (pending.conflictsBetweenCtas(access) || (isRelease && pending.hasOtherCtas(access))))
        return BarrierScope::Cluster;
      if (pending.conflictsWith(access) || (isRelease && pending.hasOtherLanes(access)))
        found = scope;
    }
    return found;
  }

  void visitAccesses(Operation *op, PendingAccesses &pending) {
    MemoryEvents events = eventsOf(op);
    if (std::optional<BarrierScope> before = scopeBefore(events, pending)) {
      assert(!(isFirstCta && *before == BarrierScope::Cluster) && "stands before the branch");
      OpBuilder builder(op);
      if (waitsForBegin(op, events, pending) && *before == BarrierScope::Cluster)
        createBeginBarrier(builder, op->getLoc(), pending);
      else
        createBarrier(builder, op->getLoc(), *before, pending);
    }
    for (const MemoryAccess &access : events.before)
      pending.add(access);
    if (events.barrierInside)
      pending.synchronize(*events.barrierInside, hasCluster);
    for (const MemoryAccess &access : events.after)
      pending.add(access);
    BarrierScope needed = hasCluster && !isFirstCta ? BarrierScope::Cluster : scope;
    bool hasMet = events.barrierInside && (!hasCluster || *events.barrierInside == BarrierScope::Cluster || isFirstCta);
    if (events.isAcquire && !hasMet && !isa_and_nonnull<MemoryBarrierOp>(op->getNextNode())) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      createBarrier(builder, op->getLoc(), needed, pending);
    }
  }

  void createBarrier(OpBuilder &builder, Location loc, BarrierScope of, PendingAccesses &pending) {
    created.push_back(MemoryBarrierOp::create(builder, loc, of));
    pending.synchronize(of, hasCluster);
    hasClusterBarrier |= of == BarrierScope::Cluster;
  }

  /// Nothing is to be ordered but the op behind the begin of all CTAs, and no path to it has a barrier of the cluster.
  bool waitsForBegin(Operation *op, const MemoryEvents &events, const PendingAccesses &pending) const {
    auto kernel = dyn_cast<func::FuncOp>(op->getParentOp());
    return kernel && kernel.getBody().hasOneBlock() && !hasClusterBarrier && !events.isRelease &&
           events.starts.empty() && llvm::all_of(events.before, [&](const MemoryAccess &access) {
             return pending.waitsForBegin(access) && !pending.conflictsWith(access);
           });
  }

  /// A whole barrier where there may have been one, in a branch or a loop: the wait alone is for the first.
  void waitForOthersToBegin(Operation *sending, PendingAccesses &pending) {
    OpBuilder builder(sending);
    if (!hasClusterBarrier)
      createBeginBarrier(builder, sending->getLoc(), pending);
    else if (!hasClusterBarrierBefore(sending))
      createBarrier(builder, sending->getLoc(), BarrierScope::Cluster, pending);
  }

  /// No order of memory comes with it.
  void createBeginBarrier(OpBuilder &builder, Location loc, PendingAccesses &pending) {
    MemoryBarrierOp::create(builder, loc, BarrierScope::Cluster)->setAttr(kBeginAttr, builder.getUnitAttr());
    pending.removeBegin();
    hasClusterBarrier = true;
  }

  /// What one CTA does alone. It cannot wait for the others there, so all wait before it, and for what it acquires
  /// behind it.
  void visitFirstCta(Operation *branch, PendingAccesses &pending) {
    isFirstCta = true;
    bool waitsForOthers = false, isAcquire = false;
    branch->walk([&](Operation *op) {
      MemoryEvents events = eventsOf(op);
      waitsForOthers |= scopeBefore(events, pending) == BarrierScope::Cluster;
      isAcquire |= events.isAcquire;
    });
    OpBuilder builder(branch);
    if (waitsForOthers)
      createBarrier(builder, branch->getLoc(), BarrierScope::Cluster, pending);
    visitBranches(branch, pending);
    isFirstCta = false;
    if (!isAcquire || isa_and_nonnull<MemoryBarrierOp>(branch->getNextNode()))
      return;
    builder.setInsertionPointAfter(branch);
    createBarrier(builder, branch->getLoc(), BarrierScope::Cluster, pending);
  }

  void visitRoles(WarpRolesOp roles, PendingAccesses &pending) {
    OpBuilder builder(roles);
    if (pending.size() != 0)
      createBarrier(builder, roles.getLoc(), scope, pending);
    scope = scopeOf(numWarpsOf(roles));
    placeIn(roles.getConsumers().front(), pending);
  }

  /// One of the regions runs, or none.
  void visitBranches(Operation *op, PendingAccesses &pending) {
    PendingAccesses joined;
    bool mayRunNone = false;
    for (Region &region : op->getRegions()) {
      PendingAccesses branch = pending;
      if (region.empty())
        mayRunNone = true;
      else
        placeIn(region.front(), branch);
      joined.addAll(branch);
    }
    if (mayRunNone)
      joined.addAll(pending);
    pending = joined;
  }

  /// Loops inside are not asked again while one around them is; nor are those deep inside, since each asks all that it
  /// holds.
  void visitLoop(Operation *op, PendingAccesses &pending) {
    constexpr unsigned kMaxLoopsAround = 4;
    if (!hasCluster && !isTrying && loopsAround < kMaxLoopsAround && pending.size() != 0) {
      PendingAccesses after = pending, afterBarrier;
      size_t count = countBarriersIn(op, after);
      if (count == 0) {
        pending = after;
        return; // nothing was placed, so this was the visit
      }
      if (countBarriersIn(op, afterBarrier) < count) {
        OpBuilder builder(op);
        createBarrier(builder, op->getLoc(), scope, pending);
      }
    }
    ++loopsAround;
    visitBody(op, pending);
    --loopsAround;
  }

  /// Barriers that `loop` would get behind what is pending, which becomes what is pending behind the loop; it stays as
  /// it is.
  size_t countBarriersIn(Operation *loop, PendingAccesses &pending) {
    size_t before = created.size();
    isTrying = true;
    visitBody(loop, pending);
    isTrying = false;
    size_t count = created.size() - before;
    for (; created.size() > before; created.pop_back())
      created.back()->erase();
    return count;
  }

  /// The regions run any number of times, in any order.
  void visitBody(Operation *op, PendingAccesses &pending) {
    for (;;) {
      PendingAccesses next = pending;
      for (Region &region : op->getRegions())
        for (Block &block : region) {
          PendingAccesses body = pending;
          placeIn(block, body);
          next.addAll(body.aroundBackEdge(op));
        }
      if (next.size() == pending.size())
        return pending.leave(op);
      pending = next;
    }
  }

  BarrierScope scope;      ///< of one CTA
  bool hasCluster;         ///< several CTAs share a tile block
  Operation *firstSending; ///< see the constructor
  bool isFirstCta = false;
  bool hasClusterBarrier = false; ///< somewhere in the kernel so far
  bool isTrying = false;          ///< what is created now is taken back
  unsigned loopsAround = 0;       ///< of what is visited
  SmallVector<Operation *> created;
};

/// Until other CTAs have begun, their shared memory is not theirs.
MemoryAccess beginOfOtherCtas(func::FuncOp kernel) {
  MemoryAccess access;
  access.op = kernel;
  access.kind = MemoryAccess::Kind::Write;
  access.scratchEnd = std::numeric_limits<int64_t>::max();
  access.isOrderedInCta = true;
  return access;
}

/// The op of the kernel's block in which its CTAs first use what they send through; null if they send nothing.
Operation *findFirstSending(func::FuncOp kernel) {
  for (Operation &op : kernel.getBody().front()) {
    bool sends = op.walk([](ClusterSendOp) { return WalkResult::interrupt(); }).wasInterrupted();
    auto use = dyn_cast<MbarrierExpectTxOp>(op);
    if (sends || (use && llvm::any_of(use.getBarriers().getUsers(), llvm::IsaPred<ClusterSendOp>)))
      return &op;
  }
  return nullptr;
}

struct PlaceMemoryBarriers : tile_gpu::impl::PlaceMemoryBarriersBase<PlaceMemoryBarriers> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(kNumWarpsAttr) || kernel.isExternal())
      return;
    auto roles = WarpRolesOp::of(kernel);
    bool hasCluster = tile::numCtasOf(kernel) > 1;
    BarrierPlacer placer(scopeOf(roles ? roles.getNumWarps() : numWarpsOf(kernel)), hasCluster,
                         findFirstSending(kernel));
    PendingAccesses pending;
    if (hasCluster)
      pending.add(beginOfOtherCtas(kernel));
    for (Block &block : kernel.getBody())
      placer.placeIn(block, pending);
  }
};

} // namespace
