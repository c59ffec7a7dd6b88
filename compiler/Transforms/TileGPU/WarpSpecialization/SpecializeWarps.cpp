// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the loads by tensor map of a kernel a warp of their own, which runs ahead of the others: WarpRolePlan.h says
// which loads and through how many stages, WarpRoleRewrite.h what becomes of the kernel.
//
// It works on loads in place, each waited for on the spot: what a load needs is then visible in the kernel, whatever
// loops and conditions stand around it. Declined, with a remark that says so: loads whose place depends on tiles, on
// memory that the kernel writes, or on effects; kernels whose loads are all outside of loops, or in short ones.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/PrecomputedOperands.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ClusterTileScheduler.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/MulticastLoads.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/RegisterShares.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRoleRewrite.h"
#include "dialects/Tile/IR/Remarks.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SPECIALIZEWARPS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

std::string namesCtas(unsigned ctas) {
  return ctas == 2 ? "both CTAs" : "all " + std::to_string(ctas) + " CTAs";
}

std::string describe(const StageBufferBlock &stageBuffer) {
  unsigned loads = 0, shared = 0;
  for (const LoadGroup &group : stageBuffer.groups)
    loads += group.sites.size();
  for (const LoadGroup &group : stageBuffer.groups)
    shared += llvm::count_if(group.sites, isSharedInCluster);
  std::string text = std::to_string(loads) + (loads == 1 ? " load" : " loads") + " by a producer warp";
  if (shared > 0)
    text += " (" + std::to_string(shared) + " for " +
            namesCtas(tile::multicastCtasOf(stageBuffer.block->getParentOp())) + " of a cluster)";
  if (!stageBuffer.releasesStages)
    return text + ", " + std::to_string(stageBuffer.getStageBytes()) + " bytes once";
  if (stageBuffer.sharesStageBuffersOf)
    return text + " into the stages of an earlier loop";
  return text + " into " + std::to_string(stageBuffer.groups.size()) +
         (stageBuffer.groups.size() == 1 ? " stage buffer" : " stage buffers") + " of " +
         std::to_string(stageBuffer.stages) + (stageBuffer.stages == 1 ? " stage, " : " stages, ") +
         std::to_string(stageBuffer.stages * stageBuffer.getStageBytes()) + " bytes of a CTA in flight" +
         (stageBuffer.stages == 1 && tile::numCtasOf(stageBuffer.block->getParentOp()) <= 1
              ? ", what comes next fetched into L2"
              : "");
}

/// What a loop of loads without MMAs will wait for: what its CTAs have on their way against what memory takes.
std::string limitOf(const StageBufferBlock &stageBuffer, const WarpRolePlan &plan, const Target &target) {
  bool multiplies = llvm::any_of(*stageBuffer.block, llvm::IsaPred<MmaOp, WarpgroupMmaOp, TensorMmaOp>);
  if (!stageBuffer.releasesStages || multiplies)
    return "";
  int64_t bytes = plan.ctas * stageBuffer.stages * stageBuffer.getStageBytes(), wanted = target.bytesInFlight();
  return "; expected limit: memory's " +
         (bytes >= wanted ? std::string("bandwidth")
                          : "latency, with " + std::to_string(bytes) + " of " + std::to_string(wanted) +
                                " bytes of a multiprocessor in flight; larger tiles would help");
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
    WarpRolePlan plan = planRoles(kernel, {*target, stages});
    if (scf::ForOp rows = findRowsToDraw(kernel); rows && bringsLoadsOf(plan, rows)) {
      drawRows(rows);
      plan = planRoles(kernel, {*target, stages});
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
      for (AllocBufferOp buffer : operandsToStoreAhead(loop))
        buffer.setRoomAhead(true);
    WarpRolesOp roles = splitIntoRoles(kernel, plan);
    if (target->has(Capability::SetMaxRegisters))
      dealOutRegistersOfRows(roles, plan.ctas);
  }

private:
  /// A producer runs through the loop.
  static bool bringsLoadsOf(const WarpRolePlan &plan, scf::ForOp loop) {
    return plan.declined.empty() && llvm::any_of(plan.blocks, [&](const StageBufferBlock &stageBuffer) {
             return stageBuffer.releasesStages && loop->isAncestor(stageBuffer.block->getParentOp());
           });
  }

  /// Those whose stages come round, to no other loop's loads.
  static void shareLoads(const WarpRolePlan &plan) {
    for (unsigned i = 0; i < plan.blocks.size(); ++i) {
      const StageBufferBlock &stageBuffer = plan.blocks[i];
      if (!stageBuffer.releasesStages || stageBuffer.sharesStageBuffersOf ||
          plan.blocksWithStageBuffersOf(i).size() > 1)
        continue;
      for (const LoadGroup &group : stageBuffer.groups)
        for (const LoadSite &site : group.sites)
          shareInCluster(site);
    }
  }

  static bool sharesAny(const WarpRolePlan &plan) {
    return plan.declined.empty() && llvm::any_of(plan.blocks, [](const StageBufferBlock &stageBuffer) {
             return llvm::any_of(stageBuffer.groups,
                                 [](const LoadGroup &group) { return llvm::any_of(group.sites, isSharedInCluster); });
           });
  }

  static void reportProducer(Operation *first, const StageBufferBlock &stageBuffer, const WarpRolePlan &plan,
                             const Target &target) {
    tile::Remark remark(first, "ProducerWarp");
    remark << describe(stageBuffer) << "; "
           << (plan.blockGroups > 1 ? std::to_string(plan.blockGroups) + " groups of " : "") << numWarpsOf(first)
           << (numWarpsOf(first) == 1 ? " warp consumes" : " warps consume") << limitOf(stageBuffer, plan, target);
    remark.with("groups", plan.blockGroups).with("warps", numWarpsOf(first));
    if (stageBuffer.releasesStages)
      remark.with("stageBuffers", int64_t(stageBuffer.groups.size())).with("stages", stageBuffer.stages);
    remark.with("bytesInFlight", stageBuffer.stages * stageBuffer.getStageBytes());
  }

  void report(WarpRolePlan &plan, const Target &target) {
    if (tile::multicastCtasOf(getOperation()) > 1 && !sharesAny(plan))
      tile::Remark(getOperation(), "ClusterLoadsNothing")
          << "CTAs of a cluster load nothing for each other: no load of a loop brings all of "
             "them the same, for MMAs alone";
    if (!plan.noGroups.empty())
      tile::Remark(getOperation(), "NoConsumerGroups") << "one block of a CTA is in flight: " << plan.noGroups;
    for (auto &[copy, obstacle] : plan.left) {
      tile::Remark missed(copy, "NotLoadedByProducer");
      missed << "not loaded by a producer warp: " << obstacle.reason;
      if (obstacle.where != copy)
        missed.attachNote(obstacle.where->getLoc()) << "here";
    }
    for (const StageBufferBlock &stageBuffer : plan.blocks) {
      Operation *first = LoadSite(stageBuffer.groups.front().sites.front()).copy;
      if (!plan.declined.empty())
        tile::Remark(first, "NoProducerWarp") << "no producer warp: " << plan.declined;
      else
        reportProducer(first, stageBuffer, plan, target);
    }
  }
};

} // namespace
