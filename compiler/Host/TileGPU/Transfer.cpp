// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/TileGPU/Transfer.h"
#include "compiler/Host/Frame.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/MatrixLoads.h"

using namespace mlir;
using tilec::layout::SharedTransferPlan;
using tilec::layout::ShufflePlan;
using tilec::layout::Turn;

namespace tilec::host {

//===- Shuffles --------------------------------------------------------------------------------------------------===//

static uint64_t turnOf(const Turn &turn, uint64_t thread, uint64_t varying) {
  uint64_t applies = turn.bitsOfThread.apply(thread) ^ turn.bitsOfVarying.apply(varying), result = 0;
  for (size_t i = 0; i < turn.vectors.size(); ++i)
    if (applies >> i & 1)
      result ^= turn.vectors[i];
  return result;
}

/// The thread that `thread` receives a word from. A shuffle reaches the own warp only, and what does not move is the
/// lane's own, whatever else the plan says.
static uint64_t senderOf(const ShufflePlan &plan, const ShufflePlan::Word &word, uint32_t thread, uint64_t varying) {
  if (!word.moves)
    return thread;
  uint64_t sender = plan.sender.apply(thread) ^ word.senderConstant ^ plan.senderOfVarying.apply(varying);
  return sender % layout::kLanesPerWarp + thread / layout::kLanesPerWarp * layout::kLanesPerWarp;
}

/// The source place of each of a thread's slots.
static std::vector<uint32_t> receivedBy(const ShufflePlan &plan, uint32_t thread, unsigned sourceBits,
                                        uint64_t varying) {
  std::vector<uint32_t> slots(size_t(1) << plan.canonical.numInputs(), 0);
  for (const ShufflePlan::Word &word : plan.words) {
    uint64_t sender = senderOf(plan, word, thread, varying);
    uint64_t turn = turnOf(plan.receiverTurn, thread, varying) ^ turnOf(plan.sourceTurn, sender, varying);
    for (size_t i = 0; i < word.slots.size(); ++i)
      slots[word.slots[i]] = uint32_t((sender << sourceBits) | (word.sources[i] ^ turn));
  }
  return slots;
}

/// The source place of each place of the result that threads [first, end) have.
static std::vector<uint32_t> shuffled(const ShufflePlan &plan, uint32_t first, uint32_t end, unsigned sourceBits,
                                      uint64_t varying) {
  std::vector<uint32_t> indices;
  for (uint32_t thread = first; thread < end; ++thread) {
    std::vector<uint32_t> slots = receivedBy(plan, thread, sourceBits, varying);
    uint64_t turn = turnOf(plan.resultTurn, thread, varying);
    for (uint64_t i = 0; i < slots.size(); ++i)
      indices.push_back(slots[plan.canonical.apply(i) ^ turn]);
  }
  return indices;
}

static void emitShuffles(Decoder &decoder, const ShufflePlan &plan, Slot result, Slot source, PlacesRef places,
                         std::optional<Slot> varying) {
  uint32_t threads = places->numThreads();
  unsigned sourceBits = places->registerBits;
  if (!varying) {
    auto indices = std::make_shared<std::vector<uint32_t>>(shuffled(plan, 0, threads, sourceBits, 0));
    return emitGather(decoder, result, source, indices);
  }
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      uint32_t first = frame.position * layout::kLanesPerWarp;
      std::vector<uint32_t> indices =
          shuffled(plan, first, first + layout::kLanesPerWarp, sourceBits, *frame.at<uint64_t>(*varying));
      for (size_t i = 0; i < indices.size(); ++i) {
        size_t from = indices[i] - places->firstOf(frame.position);
        frame.at<T>(result)[i] = frame.at<T>(source)[from];
        frame.undefined(result)[i] = frame.undefined(source)[from];
      }
    });
  });
}

//===- Shared memory ---------------------------------------------------------------------------------------------===//

namespace {

/// Where the elements of one transfer lie in scratch, pass by pass.
struct ScratchOffsets {
  SharedTransferPlan plan;
  size_t elementBytes;
  size_t partStride; ///< bytes from one warp's part to the next one's; 0 if all warps share the scratch

  /// Number of the element at an offset of the part of a thread's warp.
  uint32_t elementAt(uint32_t thread, unsigned pass, uint64_t offset) const {
    size_t bytes = thread / layout::kLanesPerWarp * partStride + pass % 2 * size_t(plan.bytesOfHalf);
    return uint32_t(bytes / elementBytes + offset);
  }

  std::vector<ScratchMove> stores(unsigned pass, const Places &places) const {
    std::vector<ScratchMove> moves;
    for (size_t place = 0; place < places.count(); ++place) {
      uint32_t thread = places.thread(place);
      if (!(place & plan.copyBits) && plan.storePass.apply(place) == pass)
        moves.push_back(
            {uint32_t(place % places.perWarp()), elementAt(thread, pass, plan.offsets.store.apply(place)), thread});
    }
    return moves;
  }

  /// The loads by `ldmatrix`; none if hardware would refuse.
  std::optional<std::vector<ScratchMove>> matrixLoads(unsigned pass, uint32_t numThreads) const {
    auto elements = runMatrixLoads(plan, pass, unsigned(elementBytes), numThreads);
    if (!elements)
      return std::nullopt;
    std::vector<ScratchMove> moves;
    for (const MatrixElement &element : *elements) {
      uint32_t lane = element.thread % layout::kLanesPerWarp;
      moves.push_back({lane << plan.offsets.loadRegisterBits | element.registerIndex,
                       elementAt(element.thread, pass, element.offset), element.thread});
    }
    return moves;
  }

  /// The loads of the threads [first, end).
  std::vector<ScratchMove> loads(unsigned pass, uint32_t first, uint32_t end, uint64_t varying) const {
    unsigned registerBits = plan.offsets.loadRegisterBits;
    uint64_t always = uint64_t(1) << (plan.offsets.start.numInputs() - 1);
    uint64_t start = plan.offsets.start.apply((varying & (always - 1)) | always);
    std::vector<ScratchMove> moves;
    size_t perWarp = size_t(layout::kLanesPerWarp) << registerBits;
    for (size_t place = size_t(first) << registerBits; place < size_t(end) << registerBits; ++place) {
      uint32_t thread = uint32_t(place >> registerBits);
      if (plan.loadPass.apply(place) == pass)
        moves.push_back(
            {uint32_t(place % perWarp), elementAt(thread, pass, plan.offsets.load.apply(place) ^ start), thread});
    }
    return moves;
  }
};

} // namespace

/// What all threads load in a pass, which nothing at run time decides.
static std::vector<ScratchMove> constantLoads(Decoder &decoder, tile_gpu::ScratchInterface op,
                                              const ScratchOffsets &offsets, unsigned pass, uint32_t numThreads) {
  if (offsets.plan.matrices == layout::MatrixLoads::None)
    return offsets.loads(pass, 0, numThreads, 0);
  if (auto moves = offsets.matrixLoads(pass, numThreads))
    return *moves;
  decoder.unsupported(op, "an ldmatrix of rows that do not start at multiples of 16 bytes");
  return {};
}

/// One barrier in each pass, since two halves take turns. Warps by themselves also wait for who used their part before.
static void emitThroughScratch(tile_gpu::ScratchInterface op, Decoder &decoder, const SharedTransferPlan &plan,
                               Slot result, Slot source, PlacesRef places, std::optional<Slot> varying) {
  size_t stride = plan.inWarp ? size_t(tile_gpu::warpScratchBytesOf(op).value_or(plan.bytesOfPart)) : 0;
  auto offsets = std::make_shared<ScratchOffsets>(ScratchOffsets{plan, bytesOf(source.kind), stride});
  uint32_t numWarps = places->numThreads() / layout::kLanesPerWarp;
  ScratchArray scratch(op, decoder, source.kind, 0, stride * (numWarps - 1) + size_t(plan.bytesOfPart));
  if (plan.inWarp)
    emitBarrier(op, decoder, /*ofWarps=*/true);
  for (unsigned pass = 0; pass < plan.passes; ++pass) {
    scratch.emitWrite(source, std::make_shared<std::vector<ScratchMove>>(offsets->stores(pass, *places)));
    emitBarrier(op, decoder, plan.inWarp);
    if (varying)
      scratch.emitRead(result, [=](Frame &frame) {
        uint32_t first = frame.position * layout::kLanesPerWarp;
        return offsets->loads(pass, first, first + layout::kLanesPerWarp, *frame.at<uint64_t>(*varying));
      });
    else
      scratch.emitRead(result, std::make_shared<std::vector<ScratchMove>>(
                                   constantLoads(decoder, op, *offsets, pass, places->numThreads())));
  }
}

void emitTransfer(tile_gpu::ScratchInterface op, Decoder &decoder, const layout::LayoutConversion &plan, Slot result,
                  Slot source, PlacesRef sourcePlaces, std::optional<Slot> varying) {
  // Which copies are read is the plan's choice: they must agree.
  emitCopiesCheck(op, decoder, source, sourcePlaces, "tile");
  if (plan.kind == layout::LayoutConversion::Kind::SharedMemory)
    return emitThroughScratch(op, decoder, plan.sharedMemory, result, source, sourcePlaces, varying);
  emitShuffles(decoder, plan.shuffles, result, source, sourcePlaces, varying);
}

} // namespace tilec::host
