// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: the owner of each element accesses it; results reach the other places through scratch, or within the owner's
// lane.
#include "compiler/Host/Ops/AtomicElements.h"
#include "compiler/Host/Team.h"
#include "compiler/Host/TileGPU/Access.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// Owners' elements, after the checks that copies of the operands agree.
static Elements ownersOf(Operation *op, Decoder &decoder, const PlaceAccess &access, ArrayRef<Slot> values) {
  if (access.places) {
    emitCopiesCheck(op, decoder, access.pointer, access.places, "pointer");
    for (Slot value : values)
      emitCopiesCheck(op, decoder, value, access.places, "value");
    if (access.mask)
      emitCopiesCheck(op, decoder, *access.mask, access.places, "mask");
  }
  for (Slot value : values)
    decoder.emitUseCheck(decoder.site(op), value, "value", access.mask);
  return [access](Frame &frame) {
    frame.team->pause(frame);
    return access.byOwners(frame);
  };
}

/// Brings results from owners to every place.
static void emitDistribute(tile_gpu::ScratchInterface op, Decoder &decoder, const PlaceAccess &access, Slot owned,
                           Slot result) {
  if (op.getScratchBytes() == 0) {
    if (!access.places)
      return decoder.emitCopy(result, owned);
    auto indices = std::make_shared<std::vector<uint32_t>>();
    for (uint32_t element : access.places->element)
      indices->push_back(access.places->owner[element]);
    return emitGather(decoder, result, owned, indices);
  }
  ScratchArray scratch(op, decoder, result.kind);
  ScratchMoves writes, reads;
  if (access.places) {
    writes = movesOf(access.places, /*ownersOnly=*/true);
    reads = movesOf(access.places, /*ownersOnly=*/false);
  } else { // thread 0 writes; the first and the last thread of each warp stand for all others
    writes = std::make_shared<std::vector<ScratchMove>>(1, ScratchMove{0, 0, 0});
    auto list = std::make_shared<std::vector<ScratchMove>>();
    for (uint32_t warp = 0; warp < decoder.getProgram().warpsOfLayouts; ++warp) {
      uint32_t first = warp * layout::kLanesPerWarp;
      list->push_back({0, 0, first});
      list->push_back({0, 0, first + layout::kLanesPerWarp - 1});
    }
    reads = list;
  }
  scratch.emitWrite(owned, writes);
  emitBarrier(op, decoder);
  scratch.emitRead(result, reads);
}

/// Elements that are not accessed: unspecified, but the same on every run.
static void emitUnspecified(Decoder &decoder, Slot slot) {
  decoder.emit([=](Frame &frame) { std::memset(frame.at<char>(slot), 0, slot.bytes()); });
  decoder.emitDefined(slot, /*undefined=*/true);
}

/// An old value is defined where the access happened.
static void emitDefinedByMask(Decoder &decoder, Slot result, const PlaceAccess &access) {
  decoder.emit([=](Frame &frame) {
    for (size_t i = 0; i < result.count; ++i)
      frame.undefined(result)[i] = access.mask && !frame.at<uint8_t>(*access.mask)[i];
  });
}

template <class Op> static AtomicMode modeOf(Op op, bool reads, bool writes) {
  return host::modeOf(op.getOrder(), op.getScope(), reads, writes);
}

static bool load(tile_gpu::AtomicLoadOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask());
  std::optional<Slot> padding = op.getPadding() ? std::optional(decoder.operand(op.getPadding())) : std::nullopt;
  Slot result = decoder.define(op.getResult()), owned = decoder.temporary(result.kind, result.count);
  emitUnspecified(decoder, owned);
  if (padding)
    decoder.emitCopy(owned, *padding);
  emitAtomicLoad(decoder, decoder.site(op), owned, ownersOf(op, decoder, access, {}), modeOf(op, true, false));
  emitDistribute(op, decoder, access, owned, result);
  decoder.release(owned);
  return true;
}

static bool store(tile_gpu::AtomicStoreOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask());
  Slot value = decoder.operand(op.getValue());
  emitAtomicStore(decoder, decoder.site(op), value, ownersOf(op, decoder, access, value), modeOf(op, false, true));
  return true;
}

static bool update(tile_gpu::AtomicRmwOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask(), unsigned(op.getVector()));
  emitVectorCheck(op, decoder, access);
  Slot value = decoder.operand(op.getValue());
  Elements owners = ownersOf(op, decoder, access, value);
  if (!op.getResult()) {
    emitAtomicUpdate(decoder, decoder.site(op), std::nullopt, value, owners, modeOf(op, true, true), op.getKind());
    return true;
  }
  Slot result = decoder.define(op.getResult()), owned = decoder.temporary(result.kind, result.count);
  emitUnspecified(decoder, owned);
  emitAtomicUpdate(decoder, decoder.site(op), owned, value, owners, modeOf(op, true, true), op.getKind());
  emitDefinedByMask(decoder, owned, access);
  emitDistribute(op, decoder, access, owned, result);
  decoder.release(owned);
  return true;
}

static bool compareExchange(tile_gpu::AtomicCasOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask());
  Slot expected = decoder.operand(op.getExpected()), desired = decoder.operand(op.getDesired());
  Elements owners = ownersOf(op, decoder, access, {expected, desired});
  Slot owned = decoder.temporary(expected.kind, expected.count);
  decoder.emitCopy(owned, expected); // what a masked-out element yields
  emitAtomicCompareExchange(decoder, decoder.site(op), owned, expected, desired, owners, modeOf(op, true, true));
  if (op.getResult())
    emitDistribute(op, decoder, access, owned, decoder.define(op.getResult()));
  decoder.release(owned);
  return true;
}

/// The old value of a counter that begins anew behind `last`.
static uint32_t countTo(std::atomic<uint32_t> &counter, uint32_t last) {
  uint32_t old = counter;
  while (!counter.compare_exchange_weak(old, old >= last ? 0 : old + 1)) {
  }
  return old;
}

/// Thread 0 draws, in the first CTA of those that share the block.
static bool nextBlock(tile_gpu::NextBlockOp op, Decoder &decoder) {
  Slot draws = decoder.operand(op.getDraws());
  Slot result = decoder.define(op.getResult()), owned = decoder.temporary(result.kind, result.count);
  decoder.emitUseCheck(decoder.site(op), draws, "number of draws");
  decoder.emitDefined(owned);
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    if (!frame.isFirstWarp())
      return;
    uint32_t drawn = frame.cta == 0 ? countTo(frame.launch->counter, *frame.at<uint32_t>(draws) - 1) : 0;
    *frame.at<uint32_t>(owned) = frame.launch->workers + drawn;
    *frame.undefined(owned) = frame.cta != 0;
  });
  emitDistribute(op, decoder, PlaceAccess{}, owned, result);
  decoder.release(owned);
  return true;
}

bool decodeGPUAtomics(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::AtomicLoadOp op) { return load(op, d); })
      .Case([&](tile_gpu::AtomicStoreOp op) { return store(op, d); })
      .Case([&](tile_gpu::AtomicRmwOp op) { return update(op, d); })
      .Case([&](tile_gpu::AtomicCasOp op) { return compareExchange(op, d); })
      .Case([&](tile_gpu::NextBlockOp op) { return nextBlock(op, d); })
      .Default(false);
}

} // namespace tilec::host
