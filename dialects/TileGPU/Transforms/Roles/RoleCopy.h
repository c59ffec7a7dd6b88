// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the copies of a kernel's body for its consumers and for its producer have in common (RoleRewrite.h): the shared
// memory between them, and the counters of its slots.
#pragma once

#include "dialects/TileGPU/Transforms/Loops/StructuredCopy.h"
#include "dialects/TileGPU/Transforms/Roles/RolePlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tilec::tile_gpu {

/// The shared memory of a group of loads.
struct Ring {
  const LoadGroup *group;
  mlir::Block *block;
  unsigned slots;
  mlir::Value full, empty;                ///< mbarriers; `empty` null where slots are not given back
  bool isOfCluster = false;               ///< its CTAs bring some of it for each other
  llvm::SmallVector<mlir::Value> buffers; ///< of each site
};

/// The shared memory through which drawn blocks go.
struct DrawRing {
  const Draw *draw;
  mlir::Value full, empty;                ///< from the producer to the consumers
  llvm::SmallVector<mlir::Value> buffers; ///< of each number that is handed on
  mlir::Value sent, numbers; ///< from the first CTA's producer to those of all; null where none shares the blocks
  unsigned numberSlots = 0;

  NextBlockOp op() const {
    return draw->op;
  }
};

/// Slots where the block of a draw has no loads that say how many.
inline constexpr unsigned kDrawSlots = 2;

/// What a part of a site becomes.
enum class SitePart { Allocation, Expect, Copy, Wait, Free, Other };

struct SitePlace {
  Ring *ring;
  unsigned site;
  SitePart part;
};

/// Ops of sites, by what they are.
using SitePlaces = llvm::DenseMap<mlir::Operation *, SitePlace>;

inline SitePlaces placesOf(llvm::MutableArrayRef<Ring> rings) {
  SitePlaces places;
  for (Ring &ring : rings)
    for (auto [i, constSite] : llvm::enumerate(ring.group->sites)) {
      LoadSite site = constSite;
      auto add = [&](mlir::Operation *op, SitePart part) { places[op] = {&ring, unsigned(i), part}; };
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

/// What both regions have in common: slot and phase of each block with loads; with one slot the phase alone. A producer
/// of a cluster that draws counts the slots of the numbers beside them.
class RoleCopy : public StructuredCopy {
public:
  RoleCopy(mlir::ImplicitLocOpBuilder &builder, const RolePlan &plan, const SitePlaces &places,
           llvm::ArrayRef<DrawRing> draws, bool receives)
      : StructuredCopy(builder), reusesPlaces(plan.reusesPlaces), places(places), draws(draws), receives(receives) {
    for (unsigned i = 0; i < plan.blocks.size(); ++i)
      if (const RingBlock &ring = plan.blocks[i]; ring.givesBack && !ring.sharesRingsOf)
        countSlots(plan.blocksWithRingsOf(i), ring.slots);
    for (const DrawRing &ring : draws)
      if (mlir::Block *block = ring.op()->getBlock(); !slotsOf.contains(block))
        countSlots(block, kDrawSlots);
  }

protected:
  const bool reusesPlaces;
  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
  }
  mlir::Value slotOf(mlir::Block *block) {
    llvm::ArrayRef<mlir::Value> counter = slotAndPhase(block);
    return counter.size() < 2 ? constant(0) : counter.front();
  }
  mlir::Value phaseOf(mlir::Block *block) {
    llvm::ArrayRef<mlir::Value> counter = slotAndPhase(block);
    return counter.empty() ? constant(0) : counter.back();
  }
  mlir::Value slotOf(const Ring &ring) {
    return slotOf(ring.block);
  }
  mlir::Value phaseOf(const Ring &ring) {
    return phaseOf(ring.block);
  }
  mlir::Value bufferAt(const Ring &ring, unsigned site) {
    LoadSite of = ring.group->sites[site];
    return BufferSlotOp::create(builder, of.buffer.getType(), ring.buffers[site], slotOf(ring));
  }
  /// Waits until the producer may write, or the consumers may read.
  mlir::Value waitFor(mlir::Value barriers, mlir::Value phase, const DrawRing &ring) {
    return MbarrierWaitOp::create(builder, TokenType::get(builder.getContext()), barriers,
                                  slotOf(ring.op()->getBlock()), phase);
  }
  mlir::Value slotIn(mlir::Value buffer, mlir::Value slot) {
    return BufferSlotOp::create(builder, cast<BufferType>(buffer.getType()).getSlotType(), buffer, slot);
  }
  const DrawRing *drawIn(mlir::Block *block) const {
    auto found = llvm::find_if(draws, [&](const DrawRing &ring) { return ring.op()->getBlock() == block; });
    return found == draws.end() ? nullptr : found;
  }
  const SitePlace *placeOf(mlir::Operation *op) const {
    auto found = places.find(op);
    return found == places.end() ? nullptr : &found->second;
  }

  llvm::SmallVector<mlir::Value> next(mlir::Block *block, llvm::ArrayRef<mlir::Value> counter) override {
    unsigned slots = slotsOf.lookup(block);
    llvm::SmallVector<mlir::Value> result = next(counter.take_front(lengthOf(slots)), slots);
    if (counter.size() > result.size())
      llvm::append_range(result, next(counter.drop_front(result.size()), drawIn(block)->numberSlots));
    return result;
  }
  /// Counts without a division: behind the last slot comes the first one, in the other phase.
  llvm::SmallVector<mlir::Value> next(llvm::ArrayRef<mlir::Value> counter, unsigned slots) {
    mlir::Value one = constant(1), turned = mlir::arith::XOrIOp::create(builder, counter.back(), one);
    if (counter.size() == 1)
      return {turned};
    mlir::Value slot = mlir::arith::AddIOp::create(builder, counter.front(), one);
    mlir::Value isEnd = mlir::arith::CmpIOp::create(builder, mlir::arith::CmpIPredicate::eq, slot, constant(slots));
    return {mlir::arith::SelectOp::create(builder, isEnd, constant(0), slot),
            mlir::arith::SelectOp::create(builder, isEnd, turned, counter.back())};
  }

private:
  static unsigned lengthOf(unsigned slots) {
    return slots == 1 ? 1 : 2;
  }
  llvm::ArrayRef<mlir::Value> slotAndPhase(mlir::Block *block) const {
    return counterOf(block).take_front(lengthOf(slotsOf.lookup(block)));
  }

  void countSlots(llvm::ArrayRef<mlir::Block *> blocks, unsigned slots) {
    mlir::Value zero = constant(0);
    for (mlir::Block *block : blocks)
      slotsOf[block] = slots;
    llvm::SmallVector<mlir::Value> first(lengthOf(slots), zero);
    const DrawRing *ring = drawIn(blocks.front());
    if (receives && ring && ring->numbers)
      first.append(2, zero);
    count(blocks, first);
  }

  const SitePlaces &places;
  llvm::ArrayRef<DrawRing> draws;
  const bool receives; ///< numbers of blocks that were drawn for all CTAs of a cluster
  llvm::DenseMap<mlir::Block *, unsigned> slotsOf;
};

} // namespace tilec::tile_gpu
