// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, local objects in shared memory, and barriers.
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Ops/ViewElements.h"
#include "compiler/Host/Team.h"
#include "compiler/Host/TileGPU/Access.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"
#include "dialects/TileGPU/IR/ClusterBegin.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// A scalar is loaded by every lane; the first and the last of each warp stand for all of them.
static void recordOtherReaders(Frame &frame, const Site &site, const PlaceAccess &access, size_t bytes) {
  uintptr_t address = *frame.at<uintptr_t>(access.pointer);
  if (access.mask && !*frame.at<uint8_t>(*access.mask))
    return;
  uint32_t lastThread = (frame.warp + 1) * layout::kLanesPerWarp - 1;
  if (frame.checker->localFlags(frame, address))
    frame.checker->ownAccess(frame, site, address, bytes, false, lastThread);
  else
    frame.checker->plainAccess(frame, site, address, bytes, false, lastThread);
}

/// What a scratch of another op has left in a local object is no value of the program.
static void checkNotScratch(Frame &frame, const Site &site, const ElementAccess &access) {
  for (size_t i = 0; i < access.address.size(); ++i) {
    if (!access.enabled[i] || !frame.shared->contains(access.address[i]))
      continue;
    const Site *writer = frame.checker->lastWriter(frame, access.address[i]);
    if (writer && writer->isScratch)
      return frame.checker->report(
          frame, site, "local object was overwritten by scratch of " + writer->operation + " at " + writer->location);
  }
}

static bool load(tile_gpu::LoadOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask(), unsigned(op.getVector()));
  emitVectorCheck(op, decoder, access);
  std::optional<Slot> padding = op.getPadding() ? std::optional(decoder.operand(op.getPadding())) : std::nullopt;
  Slot result = decoder.define(op.getResult());
  const Site *site = decoder.site(op);
  size_t bytes = bytesOf(result.kind);
  decoder.emitDefined(result, /*undefined=*/true);
  if (padding)
    decoder.emitCopy(result, *padding);
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    ElementAccess elements = access.byAll(frame);
    checkedLoad(frame, *site, elements, bytes, frame.at<char>(result), frame.undefined(result));
    checkNotScratch(frame, *site, elements);
    if (!access.places)
      recordOtherReaders(frame, *site, access, bytes);
  });
  emitNormalisedBits(decoder, result);
  return true;
}

/// Member by member; of a place's element all of them or none.
static bool load(tile_gpu::LoadStructsOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask(), unsigned(op.getVector()));
  emitVectorCheck(op, decoder, access, op.getNumResults());
  std::optional<Slot> padding = op.getPadding() ? std::optional(decoder.operand(op.getPadding())) : std::nullopt;
  const Site *site = decoder.site(op);
  for (auto [member, value] : llvm::enumerate(op.getResults())) {
    Slot result = decoder.define(value);
    size_t bytes = bytesOf(result.kind);
    decoder.emitDefined(result, /*undefined=*/true);
    if (padding)
      decoder.emitCopy(result, *padding);
    decoder.emit([=, member = member](Frame &frame) {
      frame.team->pause(frame);
      ElementAccess elements = access.byAll(frame);
      for (uintptr_t &address : elements.address)
        address += member * bytes;
      checkedLoad(frame, *site, elements, bytes, frame.at<char>(result), frame.undefined(result));
      checkNotScratch(frame, *site, elements);
    });
    emitNormalisedBits(decoder, result);
  }
  return true;
}

/// Each element by its owner, so its copies must agree with it on everything.
static bool store(tile_gpu::StoreOp op, Decoder &decoder) {
  PlaceAccess access = decodeAccess(op, decoder, op.getPointer(), op.getMask(), unsigned(op.getVector()));
  emitVectorCheck(op, decoder, access);
  Slot value = decoder.operand(op.getValue());
  if (access.places) {
    emitCopiesCheck(op, decoder, access.pointer, access.places, "pointer");
    emitCopiesCheck(op, decoder, value, access.places, "value");
    if (access.mask)
      emitCopiesCheck(op, decoder, *access.mask, access.places, "mask");
  }
  const Site *site = decoder.site(op);
  size_t bytes = bytesOf(value.kind);
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    checkedStore(frame, *site, access.byOwners(frame), bytes, frame.at<char>(value), frame.undefined(value));
  });
  return true;
}

/// Each time the op is reached the object is a new one. With several warps its bytes stay what they are, for another
/// warp may still be at the old one, or have stored to the new one; the executor of `tile` forgets them.
static bool localObject(tile_gpu::AllocaOp op, Decoder &decoder) {
  if (!op.getSharedOffset()) {
    decoder.unsupported(op, "a local object without a place (tile-gpu-allocate-shared-memory)");
    return true;
  }
  Slot result = decoder.define(op.getResult());
  size_t offset = *op.getSharedOffset(), bytes = op.getBytes();
  bool isAlone = decoder.getProgram().threads == layout::kLanesPerWarp;
  decoder.emit([=](Frame &frame) {
    *frame.at<char *>(result) = frame.shared->data + offset;
    if (isAlone)
      std::memset(frame.shared->undefined + offset, 1, bytes);
  });
  decoder.emitDefined(result);
  return true;
}

static bool barrier(tile_gpu::MemoryBarrierOp op, Decoder &decoder) {
  const Site *site = decoder.site(op);
  if (op->hasAttr(tile_gpu::kBeginAttr)) {
    decoder.emit([=](Frame &frame) { frame.team->waitForBegin(frame, *site); });
    return true;
  }
  decoder.getProgram().barriers.push_back(site);
  auto steps = decoder.sequenceOf([&] {
    if (op.getScope() == tile_gpu::BarrierScope::Cluster)
      emitClusterBarrier(op, decoder);
    else
      emitBarrier(op, decoder, op.getScope() == tile_gpu::BarrierScope::Warp);
  });
  decoder.emit([=](Frame &frame) {
    if (frame.launch->leftOut != site)
      steps->run(frame);
  });
  return true;
}

bool decodeGPUMemory(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::LoadOp op) { return load(op, d); })
      .Case([&](tile_gpu::LoadStructsOp op) { return load(op, d); })
      .Case([&](tile_gpu::StoreOp op) { return store(op, d); })
      .Case([&](tile_gpu::AllocaOp op) { return localObject(op, d); })
      .Case([&](tile_gpu::MemoryBarrierOp op) { return barrier(op, d); })
      .Default(false);
}

} // namespace tilec::host
