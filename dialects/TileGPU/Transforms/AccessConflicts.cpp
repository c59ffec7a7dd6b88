// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/AccessConflicts.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/Analysis/Divisibility.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using Kind = MemoryAccess::Kind;
using Lanes = MemoryAccess::Lanes;

/// Who stores or does the atomic of each element.
static Lanes writersOf(Value pointer) {
  if (!isDistributed(pointer.getType()))
    return Lanes::First;
  return LayoutAttr::of(pointer.getType()).hasOneOwner() ? Lanes::Owner : Lanes::Any;
}

/// Who loads each element: all that hold it.
static Lanes readersOf(Value pointer) {
  return isDistributed(pointer.getType()) ? writersOf(pointer) : Lanes::Any;
}

template <typename Op> static MemoryAccess through(Op op, Kind kind, Lanes lanes) {
  MemoryAccess access;
  access.op = op;
  access.kind = kind;
  access.lanes = lanes;
  access.pointer = op.getPointer();
  access.mask = op.getMask();
  return access;
}

static void addScratch(ScratchInterface op, MemoryEvents &events) {
  int64_t bytes = op.getScratchBytes();
  // What no other warp sees is ordered by the op itself, which orders nothing else.
  if (bytes == 0 || op.isScratchOfWarps())
    return;
  MemoryAccess access;
  access.op = op;
  access.kind = Kind::Write;
  access.scratchBegin = op.getScratchOffset().value_or(0);
  access.scratchEnd = access.scratchBegin + bytes;
  events.before.push_back(access);
  events.hasBarrierInside = true;
  access.kind = Kind::Read;
  events.after.push_back(access);
}

template <typename Op> static void addAtomic(Op op, MemoryEvents &events) {
  events.before.push_back(through(op, Kind::Atomic, writersOf(op.getPointer())));
  tile::MemoryOrder order = op.getOrder();
  events.isRelease = order == tile::MemoryOrder::Release || order == tile::MemoryOrder::AcqRel;
  events.isAcquire = order == tile::MemoryOrder::Acquire || order == tile::MemoryOrder::AcqRel;
}

MemoryEvents tile_gpu::describeMemoryEvents(Operation *op) {
  MemoryEvents events;
  TypeSwitch<Operation *>(op)
      .Case<LoadOp>(
          [&](LoadOp load) { events.before.push_back(through(load, Kind::Read, readersOf(load.getPointer()))); })
      .Case<StoreOp>(
          [&](StoreOp store) { events.before.push_back(through(store, Kind::Write, writersOf(store.getPointer()))); })
      .Case<AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>([&](auto atomic) { addAtomic(atomic, events); })
      .Case<MemoryBarrierOp>([&](MemoryBarrierOp) { events.hasBarrierInside = true; });
  if (auto scratch = dyn_cast<ScratchInterface>(op))
    addScratch(scratch, events);
  return events;
}

/// Bytes behind a scalar pointer; 0 for tiles.
static int64_t accessedBytes(Value pointer) {
  auto type = dyn_cast<tile::PtrType>(pointer.getType());
  return type ? tile::storageBytes(type.getPointee()) : 0;
}

/// Sums and the like in any order give the same memory.
static bool commute(const MemoryAccess &first, const MemoryAccess &second) {
  auto a = dyn_cast<AtomicRmwOp>(first.op), b = dyn_cast<AtomicRmwOp>(second.op);
  if (!a || !b || a.getKind() == tile::AtomicKind::Exchange)
    return false;
  return a.getKind() == b.getKind() && getElementTypeOrSelf(a.getValue()) == getElementTypeOrSelf(b.getValue()) &&
         !a.getResult() && !b.getResult();
}

/// No two elements that `access` touches have one address: a store to one address from two elements would be a race,
/// which the language forbids. `other` touches no further elements of the same pointers.
static bool isWitnessOfDistinctness(const MemoryAccess &access, const MemoryAccess &other) {
  return access.kind == Kind::Write && (!access.mask || access.mask == other.mask);
}

/// The pointers are one run of neighbours.
static bool isOneRun(Value pointers) {
  return tile::Divisibility().of(pointers).contiguity == tile::elementCount(pointers.getType());
}

/// Whatever both touch, the same lane does: the first lane, or each element's owner if every address is one element's
/// only. Loads and atomics may name one address twice (a gather, a histogram): then another lane may be concerned.
static bool staysInLane(const MemoryAccess &earlier, const MemoryAccess &later) {
  if (earlier.lanes == Lanes::First && later.lanes == Lanes::First)
    return true;
  if (earlier.lanes != Lanes::Owner || later.lanes != Lanes::Owner || earlier.pointer != later.pointer ||
      earlier.isFromEarlierIteration)
    return false;
  return isWitnessOfDistinctness(earlier, later) || isWitnessOfDistinctness(later, earlier) || isOneRun(later.pointer);
}

bool tile_gpu::conflict(const MemoryAccess &earlier, const MemoryAccess &later) {
  if (earlier.kind == Kind::Read && later.kind == Kind::Read)
    return false;
  if (!earlier.pointer || !later.pointer)
    return !earlier.pointer && !later.pointer && earlier.scratchBegin < later.scratchEnd &&
           later.scratchBegin < earlier.scratchEnd;
  if (commute(earlier, later) || staysInLane(earlier, later))
    return false;
  return tile::mayAlias(earlier.pointer, accessedBytes(earlier.pointer), later.pointer, accessedBytes(later.pointer));
}
