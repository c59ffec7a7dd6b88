// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes between the CTAs of a cluster: each writes what it has to the scratch of all, all wait for each other,
// and each reads its own. Or it sends it, and what one warp sends to one CTA arrives there at any later time.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"
#include "compiler/Target/Multiprocessor.h"
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

/// One warp's elements on their way to one CTA: unspecified at once, there and counted later. Whoever waits for them
/// knows what the sending lanes knew.
void Sending::sendTo(Frame &frame, uint32_t cta, size_t mbarrier) const {
  SharedMemory &shared = frame.team->sharedOf(cta);
  Mbarrier &barrier = frame.team->asynchronyOf(cta).barriers[mbarrier];
  if (!barrier.isReady(frame, *site, mbarrier))
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
  if (elements.empty())
    return;
  barrier.expectCopy(*site);
  constexpr uint64_t kSendQueues = uint64_t(1) << 61;
  uint64_t queue = kSendQueues | ++frame.team->asynchrony().bulkCopies << 8 | cta;
  frame.team->later(queue, [elements = std::move(elements), bytes = elementBytes, &shared, &barrier, known] {
    for (const SentElement &element : elements) {
      std::memcpy(shared.data + element.byte, &element.bits, bytes);
      std::memset(shared.undefined + element.byte, element.undefined, bytes);
    }
    barrier.deliver(int64_t(elements.size() * bytes), known);
  });
}

void Sending::run(Frame &frame) const {
  frame.team->pause(frame);
  size_t mbarrier =
      *frame.at<uint64_t>(barriers) + kMbarrierBytes * std::min(*frame.at<uint32_t>(index), mbarriers - 1);
  uint32_t ctas = frame.team->numCtas();
  for (uint32_t i = 1; i <= ctas && !frame.stopped; ++i) {
    // What lies in one's own memory is sent last: the frame's memory is that again.
    uint32_t cta = (frame.cta + i) % ctas;
    frame.shared = &frame.team->sharedOf(cta);
    sendTo(frame, cta, mbarrier);
  }
  frame.shared = &frame.team->sharedOf(frame.cta);
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

bool decodeClusters(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::CtaRankOp op) { return ctaRank(op, d); })
      .Case([&](tile_gpu::ClusterGatherOp op) { return gather(op, d); })
      .Case([&](tile_gpu::ClusterSendOp op) { return send(op, d); })
      .Default(false);
}

} // namespace tilec::host
