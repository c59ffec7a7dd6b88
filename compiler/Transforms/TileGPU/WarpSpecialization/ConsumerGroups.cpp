// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/ConsumerGroups.h"
#include "compiler/Transforms/TileGPU/Loops/LoopOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

scf::ForOp tile_gpu::findBlockLoop(func::FuncOp kernel) {
  for (auto loop : kernel.getBody().front().getOps<scf::ForOp>())
    if (tile::isBlockLoop(loop))
      return loop;
  return {};
}

//===- Which kernels ---------------------------------------------------------------------------------------------===//

/// The block is executed as often in each iteration of `over`.
static bool isCountable(Block *block, scf::ForOp over) {
  for (Operation *op = block->getParentOp(); op != over; op = op->getParentOp()) {
    auto loop = dyn_cast_or_null<scf::ForOp>(op);
    if (!loop || !isa<IntegerType>(loop.getInductionVar().getType()))
      return false;
    for (Value bound : {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
      if (!over.isDefinedOutsideOfLoop(bound))
        return false;
  }
  return true;
}

/// All groups may do it.
static bool mayStandOutside(Operation &op) {
  return isa<AllocBufferOp, FreeBufferOp, AllocMbarriersOp, MbarrierInitOp, MbarrierInvalOp, BulkWaitOp, LoadOp,
             TmaPrefetchMapOp>(op) ||
         op.hasTrait<OpTrait::IsTerminator>() || (op.getNumRegions() == 0 && isMemoryEffectFree(&op));
}

/// A load that stays where it is has mbarriers for all warps together.
static bool isOfSite(AllocMbarriersOp barriers, const WarpRolePlan &plan) {
  return llvm::any_of(plan.blocks, [&](const StageBufferBlock &stageBuffer) {
    return llvm::any_of(stageBuffer.groups, [&](const LoadGroup &group) {
      return llvm::any_of(group.sites, [&](const LoadSite &site) { return LoadSite(site).barriers == barriers; });
    });
  });
}

/// Where the producer's copies put it.
static bool isBrought(Value operand, const WarpRolePlan &plan) {
  while (auto view = operand.getDefiningOp<BufferViewOp>())
    operand = view.getBuffer();
  return llvm::any_of(plan.blocks, [&](const StageBufferBlock &stageBuffer) {
    return llvm::any_of(stageBuffer.groups, [&](const LoadGroup &group) {
      return llvm::any_of(group.sites, [&](const LoadSite &site) {
        return stageBuffer.releasesStages && LoadSite(site).buffer.getResult() == operand;
      });
    });
  });
}

std::string tile_gpu::whyNoGroups(func::FuncOp kernel, const WarpRolePlan &plan) {
  scf::ForOp over = findBlockLoop(kernel);
  if (!over)
    return "its blocks are not dealt out in one loop";
  if (numWarpsOf(kernel) % kWarpsPerWarpgroup != 0)
    return "its layouts are not for warpgroups; a multiple of 4 warps would help";
  for (const StageBufferBlock &stageBuffer : plan.blocks)
    if (stageBuffer.releasesStages &&
        (!over->isAncestor(stageBuffer.block->getParentOp()) || !isCountable(stageBuffer.block, over)))
      return "its blocks do not have as many iterations; a loop whose length does not depend on the block would help";
  for (Operation &op : kernel.getBody().front())
    if (&op != over && !mayStandOutside(op))
      return "something is done once for all its blocks; work that all blocks repeat would help";
  bool hasMma = false, hasOwnMemory = false, areBrought = true;
  kernel.walk([&](Operation *op) {
    if (auto mma = dyn_cast<WarpgroupMmaOp>(op)) {
      hasMma = true;
      areBrought &= isBrought(mma.getA(), plan) && isBrought(mma.getB(), plan);
    }
    hasOwnMemory |= isa<AllocaOp, AllocTensorMemoryOp, NextBlockOp, BuildTensorMapOp>(op);
    if (auto barriers = dyn_cast<AllocMbarriersOp>(op))
      hasOwnMemory |= !isOfSite(barriers, plan);
  });
  if (!hasMma)
    return "no warpgroup multiplies; tiles of 64 rows or more, of 16 bits or fewer an element, would help";
  if (!areBrought)
    return "an operand is stored by lanes; an operand that is loaded as it is would help";
  return hasOwnMemory ? "its blocks have memory of which there is one for a CTA" : "";
}

//===- How far -------------------------------------------------------------------------------------------------===//

static Value constant(ImplicitLocOpBuilder &builder, Type type, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getIntegerAttr(type, value));
}

/// The loop's number of iterations modulo `modulus`, as i32.
static Value tripsOf(ImplicitLocOpBuilder &builder, const IRMapping &copies, scf::ForOp loop, int64_t modulus) {
  Value lower = copies.lookupOrDefault(loop.getLowerBound()), upper = copies.lookupOrDefault(loop.getUpperBound()),
        step = copies.lookupOrDefault(loop.getStep());
  Type type = lower.getType();
  Value any = arith::CmpIOp::create(builder, lessOf(loop), lower, upper);
  // Not above what the type holds as an unsigned number; the first iteration counts by itself.
  Value one = constant(builder, type, 1), width = arith::SubIOp::create(builder, upper, lower);
  Value others = arith::DivUIOp::create(builder, arith::SubIOp::create(builder, width, one), step);
  Value rest = arith::RemUIOp::create(builder, others, constant(builder, type, modulus));
  Type i32 = builder.getI32Type();
  if (type.getIntOrFloatBitWidth() > 32)
    rest = arith::TruncIOp::create(builder, i32, rest);
  else if (type != i32)
    rest = arith::ExtUIOp::create(builder, i32, rest);
  Value trips = arith::AddIOp::create(builder, rest, constant(builder, i32, 1));
  return arith::SelectOp::create(builder, any, trips, constant(builder, i32, 0));
}

PrefetchDistance tile_gpu::distanceOf(ImplicitLocOpBuilder &builder, const IRMapping &copies, ArrayRef<Block *> blocks,
                                      scf::ForOp over, Value times, unsigned stages) {
  Type i32 = builder.getI32Type();
  // After twice as many as there are stages all is as it was.
  int64_t round = 2 * int64_t(stages);
  Value modulus = constant(builder, i32, round), sum = constant(builder, i32, 0);
  for (Block *block : blocks) {
    Value trips = constant(builder, i32, 1);
    for (Operation *op = block->getParentOp(); op != over; op = op->getParentOp()) {
      trips = arith::MulIOp::create(builder, trips, tripsOf(builder, copies, cast<scf::ForOp>(op), round));
      trips = arith::RemUIOp::create(builder, trips, modulus);
    }
    sum = arith::AddIOp::create(builder, sum, trips);
  }
  sum = arith::RemUIOp::create(builder, sum, modulus);
  sum = arith::RemUIOp::create(builder, arith::MulIOp::create(builder, sum, times), modulus);
  Value size = constant(builder, i32, stages);
  return {arith::RemUIOp::create(builder, sum, size), arith::DivUIOp::create(builder, sum, size)};
}

SmallVector<Value> tile_gpu::goOn(ImplicitLocOpBuilder &builder, ArrayRef<Value> counter, PrefetchDistance distance,
                                  unsigned stages) {
  Value phase = arith::XOrIOp::create(builder, counter.back(), distance.phase);
  if (counter.size() == 1)
    return {phase};
  Value stage = arith::AddIOp::create(builder, counter.front(), distance.stages);
  Value size = constant(builder, builder.getI32Type(), stages), one = constant(builder, builder.getI32Type(), 1);
  Value isOver = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, stage, size);
  Value turned = arith::XOrIOp::create(builder, phase, one);
  return {arith::SelectOp::create(builder, isOver, arith::SubIOp::create(builder, stage, size), stage),
          arith::SelectOp::create(builder, isOver, turned, phase)};
}
