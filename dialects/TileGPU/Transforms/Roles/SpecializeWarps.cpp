// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the loads by tensor map of a kernel a warp of their own, which runs ahead of the others: RolePlan.h says which
// loads and through how many slots, RoleRewrite.h what becomes of the kernel.
//
// It works on loads in place, each waited for on the spot: what a load needs is then visible in the kernel, whatever
// loops and conditions stand around it. Declined, with a remark that says so: loads whose place depends on tiles, on
// memory that the kernel writes, or on effects; kernels whose loads are all outside of loops, or in short ones.
#include "dialects/TileGPU/Transforms/Passes.h"
#include "dialects/TileGPU/Transforms/Products/FactorsAhead.h"
#include "dialects/TileGPU/Transforms/Roles/ClusterDraws.h"
#include "dialects/TileGPU/Transforms/Roles/MulticastLoads.h"
#include "dialects/TileGPU/Transforms/Roles/RegisterShares.h"
#include "dialects/TileGPU/Transforms/Roles/RoleRewrite.h"
#include "dialects/TileGPU/Transforms/TargetOption.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SPECIALIZEWARPS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

std::string namesCtas(unsigned ctas) {
  return ctas == 2 ? "both CTAs" : "all " + std::to_string(ctas) + " CTAs";
}

std::string describe(const RingBlock &ring) {
  unsigned loads = 0, shared = 0;
  for (const LoadGroup &group : ring.groups)
    loads += group.sites.size();
  for (const LoadGroup &group : ring.groups)
    shared += llvm::count_if(group.sites, isSharedByNeighbours);
  std::string text = std::to_string(loads) + (loads == 1 ? " load" : " loads") + " by a producer warp";
  if (shared > 0)
    text += " (" + std::to_string(shared) + " for " + namesCtas(tile::neighboursOf(ring.block->getParentOp())) +
            " of a cluster)";
  if (!ring.givesBack)
    return text + ", " + std::to_string(ring.getSlotBytes()) + " bytes once";
  if (ring.sharesRingsOf)
    return text + " into the slots of an earlier loop";
  return text + " into " + std::to_string(ring.groups.size()) + (ring.groups.size() == 1 ? " ring" : " rings") +
         " of " + std::to_string(ring.slots) + (ring.slots == 1 ? " slot, " : " slots, ") +
         std::to_string(ring.slots * ring.getSlotBytes()) + " bytes of a CTA in flight" +
         (ring.slots == 1 && tile::numCtasOf(ring.block->getParentOp()) <= 1 ? ", what comes next fetched into L2"
                                                                             : "");
}

/// What a loop of loads without products will wait for: what its CTAs have on their way against what memory takes.
std::string limitOf(const RingBlock &ring, const RolePlan &plan, const Target &target) {
  bool multiplies = llvm::any_of(*ring.block, llvm::IsaPred<MmaOp, WarpgroupMmaOp, TensorMmaOp>);
  if (!ring.givesBack || multiplies)
    return "";
  int64_t bytes = plan.ctas * ring.slots * ring.getSlotBytes(), wanted = target.bytesInFlight();
  return "; expected limit: memory's " + (bytes >= wanted
                                              ? std::string("bandwidth")
                                              : "latency, with " + std::to_string(bytes) + " of " +
                                                    std::to_string(wanted) + " bytes of a multiprocessor in flight");
}

struct SpecializeWarps : tile_gpu::impl::SpecializeWarpsBase<SpecializeWarps> {
  using SpecializeWarpsBase::SpecializeWarpsBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<Target> target = readTarget(kernel, architecture);
    if (failed(target))
      return signalPassFailure();
    if (!kernel->hasAttr(kNumWarpsAttr) || WarpRolesOp::of(kernel))
      return;
    RolePlan plan = planRoles(kernel, {*target, slots});
    if (scf::ForOp rows = findRowsToDraw(kernel); rows && bringsLoadsOf(plan, rows)) {
      drawRows(rows);
      plan = planRoles(kernel, {*target, slots});
    }
    if (plan.declined.empty())
      shareLoads(plan);
    if (remarks && tile::isPreferredVariant(kernel))
      report(plan, *target);
    kernel->removeAttr(tile::kBlockGroupsAttr);
    if (!plan.declined.empty() || plan.blocks.empty())
      return;
    if (plan.leavesRoomForCtas)
      kernel->setAttr(kMinCtasAttr, Builder(kernel.getContext()).getI32IntegerAttr(int32_t(plan.ctas)));
    for (scf::ForOp loop : plan.roomAhead)
      for (AllocBufferOp buffer : factorsToStoreAhead(loop))
        buffer.setRoomAhead(true);
    WarpRolesOp roles = splitIntoRoles(kernel, plan);
    if (target->has(Capability::SetMaxRegisters))
      dealOutRegistersOfRows(roles, plan.ctas);
  }

private:
  /// A producer runs through the loop.
  static bool bringsLoadsOf(const RolePlan &plan, scf::ForOp loop) {
    return plan.declined.empty() && llvm::any_of(plan.blocks, [&](const RingBlock &ring) {
             return ring.givesBack && loop->isAncestor(ring.block->getParentOp());
           });
  }

  /// Those whose slots come round, to no other loop's loads.
  static void shareLoads(const RolePlan &plan) {
    for (unsigned i = 0; i < plan.blocks.size(); ++i) {
      const RingBlock &ring = plan.blocks[i];
      if (!ring.givesBack || ring.sharesRingsOf || plan.blocksWithRingsOf(i).size() > 1)
        continue;
      for (const LoadGroup &group : ring.groups)
        for (const LoadSite &site : group.sites)
          shareAmongNeighbours(site);
    }
  }

  static bool sharesAny(const RolePlan &plan) {
    return plan.declined.empty() && llvm::any_of(plan.blocks, [](const RingBlock &ring) {
             return llvm::any_of(
                 ring.groups, [](const LoadGroup &group) { return llvm::any_of(group.sites, isSharedByNeighbours); });
           });
  }

  void report(RolePlan &plan, const Target &target) {
    if (tile::neighboursOf(getOperation()) > 1 && !sharesAny(plan))
      getOperation().emitRemark() << "CTAs of a cluster load nothing for each other: no load of a loop brings all of "
                                     "them the same, for products alone";
    if (!plan.noGroups.empty())
      getOperation().emitRemark() << "one block of a CTA is in flight: " << plan.noGroups;
    for (auto &[copy, obstacle] : plan.left) {
      InFlightDiagnostic missed = copy.emitRemark() << "not loaded by a producer warp: " << obstacle.reason;
      if (obstacle.where != copy)
        missed.attachNote(obstacle.where->getLoc()) << "here";
    }
    for (const RingBlock &ring : plan.blocks) {
      Operation *first = LoadSite(ring.groups.front().sites.front()).copy;
      if (!plan.declined.empty())
        first->emitRemark() << "no producer warp: " << plan.declined;
      else
        first->emitRemark() << describe(ring) << "; "
                            << (plan.blockGroups > 1 ? std::to_string(plan.blockGroups) + " groups of " : "")
                            << numWarpsOf(first) << (numWarpsOf(first) == 1 ? " warp consumes, " : " warps consume, ")
                            << plan.ctas << (plan.ctas == 1 ? " CTA has" : " CTAs have") << " room on a multiprocessor"
                            << limitOf(ring, plan, target);
    }
  }
};

} // namespace
