// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes between the CTAs of a cluster: each writes what it has to the scratch of all, all wait for each other,
// and each reads its own. Or it sends it, and what one warp sends to one CTA arrives there at any later time.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tilec::host {

static bool ctaRank(tile::CtaRankOp op, Decoder &decoder) {
  Slot result = decoder.define(op.getResult());
  decoder.emit([=](Frame &frame) { *frame.at<uint32_t>(result) = frame.cta; });
  decoder.emitDefined(result);
  return true;
}

static bool gather(tile_gpu::ClusterGatherOp op, Decoder &decoder) {
  std::vector<ScratchArray> arrays;
  size_t offset = 0;
  for (auto [source, type] : llvm::zip(op.getSources(), op.getResultTypes())) {
    Slot from = decoder.operand(source);
    PlacesRef places = placesOf(source.getType());
    emitCopiesCheck(op, decoder, from, places, "operand");
    arrays.emplace_back(op, decoder, from.kind, offset);
    arrays.back().emitWriteToAll(from, movesOf(places, /*ownersOnly=*/true), places->layout.numElements());
    offset += llvm::alignTo(tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type)), 16);
  }
  emitClusterBarrier(op, decoder);
  for (auto [array, result] : llvm::zip(arrays, op.getResults()))
    array.emitRead(decoder.define(result), movesOf(placesOf(result.getType()), /*ownersOnly=*/false));
  return true;
}

namespace {

struct SentElement {
  size_t byte; ///< of shared memory, that it goes to
  uint64_t bits;
  uint8_t undefined;
};

/// What one op sends.
struct Sending {
  const Site *site;
  Slot from, buffer, barriers, index;
  PlacesRef places;
  size_t elementBytes;
  uint32_t mbarriers;

  void run(Frame &frame) const;

private:
  void sendTo(Frame &frame, uint32_t cta, size_t mbarrier) const;
};

} // namespace

/// Elements of one warp on their way to one CTA: unspecified at once, there and counted later. Whoever waits for them
/// knows what the sending lanes knew.
static void deliverLater(Frame &frame, const Site &site, uint32_t cta, size_t mbarrier,
                         std::vector<SentElement> elements, size_t bytes, const VectorClock &known) {
  SharedMemory &shared = frame.team->sharedOf(cta);
  Mbarrier &barrier = frame.team->asynchronyOf(cta).barriers[mbarrier];
  barrier.expectCopy(site);
  constexpr uint64_t kSendQueues = uint64_t(1) << 61;
  uint64_t queue = kSendQueues | ++frame.team->asynchrony().bulkCopies << 8 | cta;
  frame.team->later(queue, [elements = std::move(elements), bytes, &shared, &barrier, known] {
    for (const SentElement &element : elements) {
      std::memcpy(shared.data + element.byte, &element.bits, bytes);
      std::memset(shared.undefined + element.byte, element.undefined, bytes);
    }
    barrier.deliver(int64_t(elements.size() * bytes), known);
  });
}

void Sending::sendTo(Frame &frame, uint32_t cta, size_t mbarrier) const {
  SharedMemory &shared = *frame.shared;
  if (!frame.team->asynchronyOf(cta).barriers[mbarrier].isReady(frame, *site, mbarrier))
    return;
  size_t start = *frame.at<uint64_t>(buffer) + frame.cta * places->layout.numElements() * elementBytes;
  std::vector<SentElement> elements;
  VectorClock known;
  for (size_t i = 0; i < places->perWarp(); ++i) {
    size_t place = places->firstOf(frame.position) + i;
    if (!places->isOwner(place))
      continue;
    SentElement element{start + places->element[place] * elementBytes, 0, frame.undefined(from)[i]};
    std::memcpy(&element.bits, frame.at<char>(from) + i * elementBytes, elementBytes);
    uint32_t thread = frame.firstWarp * layout::kLanesPerWarp + places->thread(place);
    frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + element.byte, elementBytes, true, thread);
    frame.checker->order().release({frame.linearBlock, thread}, known);
    std::memset(shared.undefined + element.byte, 1, elementBytes);
    elements.push_back(element);
  }
  if (!elements.empty())
    deliverLater(frame, *site, cta, mbarrier, std::move(elements), elementBytes, known);
}

/// Sends to the CTAs of the cluster one after the other; each time the frame's memory is that one's.
template <typename SendTo> static void forEachCta(Frame &frame, SendTo sendTo) {
  uint32_t ctas = frame.team->numCtas();
  for (uint32_t cta = 0; cta < ctas && !frame.stopped; ++cta) {
    frame.shared = &frame.team->sharedOf(cta);
    sendTo(cta);
  }
  frame.shared = &frame.team->sharedOf(frame.cta);
}

/// Where the mbarrier of this number begins.
static size_t mbarrierAt(Frame &frame, Slot barriers, Slot index, uint32_t count) {
  return *frame.at<uint64_t>(barriers) + kMbarrierBytes * std::min(*frame.at<uint32_t>(index), count - 1);
}

void Sending::run(Frame &frame) const {
  frame.team->pause(frame);
  size_t mbarrier = mbarrierAt(frame, barriers, index, mbarriers);
  forEachCta(frame, [&](uint32_t cta) { sendTo(frame, cta, mbarrier); });
}

static bool send(tile_gpu::ClusterSendOp op, Decoder &decoder) {
  Slot from = decoder.operand(op.getValue());
  PlacesRef places = placesOf(op.getValue().getType());
  const Site *site = decoder.site(op);
  emitCopiesCheck(op, decoder, from, places, "operand");
  Slot index = decoder.operand(op.getIndex());
  decoder.emitUseCheck(site, index, "index");
  Sending sending{site,
                  from,
                  decoder.operand(op.getBuffer()),
                  decoder.operand(op.getBarriers()),
                  index,
                  places,
                  bytesOf(from.kind),
                  uint32_t(op.getBarriers().getType().getCount())};
  decoder.emit([=](Frame &frame) { sending.run(frame); });
  return true;
}

/// The first CTA's producer sends a scalar to all.
static bool put(tile_gpu::ClusterPutOp op, Decoder &decoder) {
  Slot value = decoder.operand(op.getValue()), buffer = decoder.operand(op.getBuffer());
  Slot barriers = decoder.operand(op.getBarriers()), index = decoder.operand(op.getIndex());
  const Site *site = decoder.site(op);
  uint32_t count = uint32_t(op.getBarriers().getType().getCount());
  decoder.emitUseCheck(site, index, "index");
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    if (frame.cta != 0)
      return;
    if (*frame.undefined(value))
      frame.checker->reportUndefined(frame, *site, "value", 0);
    size_t mbarrier = mbarrierAt(frame, barriers, index, count), byte = *frame.at<uint64_t>(buffer);
    uint32_t thread = frame.warp * layout::kLanesPerWarp;
    forEachCta(frame, [&](uint32_t cta) {
      if (!frame.team->asynchronyOf(cta).barriers[mbarrier].isReady(frame, *site, mbarrier))
        return;
      VectorClock known;
      frame.checker->ownAccess(frame, *site, uintptr_t(frame.shared->data) + byte, sizeof(uint32_t), true, thread);
      frame.checker->order().release({frame.linearBlock, thread}, known);
      std::memset(frame.shared->undefined + byte, 1, sizeof(uint32_t));
      std::vector<SentElement> number = {SentElement{byte, *frame.at<uint32_t>(value), 0}};
      deliverLater(frame, *site, cta, mbarrier, std::move(number), sizeof(uint32_t), known);
    });
  });
  return true;
}

bool decodeClusters(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::CtaRankOp op) { return ctaRank(op, d); })
      .Case([&](tile_gpu::ClusterGatherOp op) { return gather(op, d); })
      .Case([&](tile_gpu::ClusterSendOp op) { return send(op, d); })
      .Case([&](tile_gpu::ClusterPutOp op) { return put(op, d); })
      .Default(false);
}

} // namespace tilec::host
