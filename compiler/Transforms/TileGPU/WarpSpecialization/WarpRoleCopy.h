// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the copies of a kernel's body for its consumers and for its producer have in common (WarpRoleRewrite.h): the
// shared memory between them, and the counters of its stages.
#pragma once

#include "compiler/Transforms/TileGPU/Loops/StructuredCopy.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRolePlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tilec::tile_gpu {

/// The shared memory of a group of loads.
struct StageBuffer {
  const LoadGroup *group;
  mlir::Block *block;
  unsigned stages;
  mlir::Value full, empty;                ///< mbarriers; `empty` null where stages are not released
  bool isOfCluster = false;               ///< its CTAs bring some of it for each other
  llvm::SmallVector<mlir::Value> buffers; ///< of each site
};

/// The shared memory through which drawn blocks go.
struct DrawBuffer {
  const Draw *draw;
  mlir::Value full, empty;                ///< from the producer to the consumers
  llvm::SmallVector<mlir::Value> buffers; ///< of each number that is handed on
  mlir::Value sent, numbers; ///< from the first CTA's producer to those of all; null where none shares the blocks
  unsigned numberStages = 0;

  NextBlockOp op() const {
    return draw->op;
  }
};

/// Stages where the block of a draw has no loads that say how many.
inline constexpr unsigned kDrawStages = 2;

/// What a part of a site becomes.
enum class SitePart { Allocation, Expect, Copy, Wait, Free, Other };

struct SitePlace {
  StageBuffer *stageBuffer;
  unsigned site;
  SitePart part;
};

/// Ops of sites, by what they are.
using SitePlaces = llvm::DenseMap<mlir::Operation *, SitePlace>;

inline SitePlaces placesOf(llvm::MutableArrayRef<StageBuffer> stageBuffers) {
  SitePlaces places;
  for (StageBuffer &stageBuffer : stageBuffers)
    for (auto [i, constSite] : llvm::enumerate(stageBuffer.group->sites)) {
      LoadSite site = constSite;
      auto add = [&](mlir::Operation *op, SitePart part) { places[op] = {&stageBuffer, unsigned(i), part}; };
      add(site.buffer, SitePart::Allocation);
      add(site.expect, SitePart::Expect);
      add(site.copy, SitePart::Copy);
      add(site.wait, SitePart::Wait);
      add(site.free, SitePart::Free);
      for (mlir::Operation *other : {site.barriers.getOperation(), site.init.getOperation()})
        add(other, SitePart::Other);
      if (site.invalidation)
        add(site.invalidation, SitePart::Other);
    }
  return places;
}

/// What both regions have in common: stage and phase of each block with loads; with one stage the phase alone. A
/// producer of a cluster that draws counts the stages of the numbers beside them.
class WarpRoleCopy : public StructuredCopy {
public:
  WarpRoleCopy(mlir::ImplicitLocOpBuilder &builder, const WarpRolePlan &plan, const SitePlaces &places,
               llvm::ArrayRef<DrawBuffer> draws, bool receives)
      : StructuredCopy(builder), reusesPlaces(plan.reusesPlaces), places(places), draws(draws), receives(receives) {
    for (unsigned i = 0; i < plan.blocks.size(); ++i)
      if (const StageBufferBlock &stageBuffer = plan.blocks[i];
          stageBuffer.releasesStages && !stageBuffer.sharesStageBuffersOf)
        countStages(plan.blocksWithStageBuffersOf(i), stageBuffer.stages);
    for (const DrawBuffer &stageBuffer : draws)
      if (mlir::Block *block = stageBuffer.op()->getBlock(); !stagesOf.contains(block))
        countStages(block, kDrawStages);
  }

protected:
  const bool reusesPlaces;
  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
  }
  mlir::Value stageOf(mlir::Block *block) {
    llvm::ArrayRef<mlir::Value> counter = stageAndPhase(block);
    return counter.size() < 2 ? constant(0) : counter.front();
  }
  mlir::Value phaseOf(mlir::Block *block) {
    llvm::ArrayRef<mlir::Value> counter = stageAndPhase(block);
    return counter.empty() ? constant(0) : counter.back();
  }
  mlir::Value stageOf(const StageBuffer &stageBuffer) {
    return stageOf(stageBuffer.block);
  }
  mlir::Value phaseOf(const StageBuffer &stageBuffer) {
    return phaseOf(stageBuffer.block);
  }
  mlir::Value bufferAt(const StageBuffer &stageBuffer, unsigned site) {
    LoadSite of = stageBuffer.group->sites[site];
    return BufferStageOp::create(builder, of.buffer.getType(), stageBuffer.buffers[site], stageOf(stageBuffer));
  }
  /// Waits until the producer may write, or the consumers may read.
  mlir::Value waitFor(mlir::Value barriers, mlir::Value phase, const DrawBuffer &stageBuffer) {
    return MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), barriers,
                                  stageOf(stageBuffer.op()->getBlock()), phase);
  }
  mlir::Value stageIn(mlir::Value buffer, mlir::Value stage) {
    return BufferStageOp::create(builder, cast<BufferType>(buffer.getType()).getStageType(), buffer, stage);
  }
  const DrawBuffer *drawIn(mlir::Block *block) const {
    auto found =
        llvm::find_if(draws, [&](const DrawBuffer &stageBuffer) { return stageBuffer.op()->getBlock() == block; });
    return found == draws.end() ? nullptr : found;
  }
  const SitePlace *placeOf(mlir::Operation *op) const {
    auto found = places.find(op);
    return found == places.end() ? nullptr : &found->second;
  }

  llvm::SmallVector<mlir::Value> next(mlir::Block *block, llvm::ArrayRef<mlir::Value> counter) override {
    unsigned stages = stagesOf.lookup(block);
    llvm::SmallVector<mlir::Value> result = next(counter.take_front(lengthOf(stages)), stages);
    if (counter.size() > result.size())
      llvm::append_range(result, next(counter.drop_front(result.size()), drawIn(block)->numberStages));
    return result;
  }
  /// Counts without a division: behind the last stage comes the first one, in the other phase.
  llvm::SmallVector<mlir::Value> next(llvm::ArrayRef<mlir::Value> counter, unsigned stages) {
    mlir::Value one = constant(1), turned = mlir::arith::XOrIOp::create(builder, counter.back(), one);
    if (counter.size() == 1)
      return {turned};
    mlir::Value stage = mlir::arith::AddIOp::create(builder, counter.front(), one);
    mlir::Value isEnd = mlir::arith::CmpIOp::create(builder, mlir::arith::CmpIPredicate::eq, stage, constant(stages));
    return {mlir::arith::SelectOp::create(builder, isEnd, constant(0), stage),
            mlir::arith::SelectOp::create(builder, isEnd, turned, counter.back())};
  }

private:
  static unsigned lengthOf(unsigned stages) {
    return stages == 1 ? 1 : 2;
  }
  llvm::ArrayRef<mlir::Value> stageAndPhase(mlir::Block *block) const {
    return counterOf(block).take_front(lengthOf(stagesOf.lookup(block)));
  }

  void countStages(llvm::ArrayRef<mlir::Block *> blocks, unsigned stages) {
    mlir::Value zero = constant(0);
    for (mlir::Block *block : blocks)
      stagesOf[block] = stages;
    llvm::SmallVector<mlir::Value> first(lengthOf(stages), zero);
    const DrawBuffer *stageBuffer = drawIn(blocks.front());
    if (receives && stageBuffer && stageBuffer->numbers)
      first.append(2, zero);
    count(blocks, first);
  }

  const SitePlaces &places;
  llvm::ArrayRef<DrawBuffer> draws;
  const bool receives; ///< numbers of blocks that were drawn for all CTAs of a cluster
  llvm::DenseMap<mlir::Block *, unsigned> stagesOf;
};

} // namespace tilec::tile_gpu
