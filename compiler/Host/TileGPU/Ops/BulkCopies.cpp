// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies by the copy engine: tiles by tensor map, and contiguous ranges of bytes. The first lane of a role starts them,
// or each warp's its part; loads are counted by an mbarrier, stores waited for in groups. The engine works in the
// asynchronous proxy: ordinary writes before it need a proxy fence.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Numerics/RoundToTF32.h"
#include "compiler/Host/Ops/AtomicElements.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Places.h"
#include "compiler/Host/TileGPU/TensorMap.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// What a byte in flight holds until it arrives.
static constexpr int kGarbage = 0xa5;
static constexpr int64_t kEngineAlignment = 16;

namespace {

/// One element on its way between global and shared memory.
struct Move {
  std::optional<uintptr_t> global; ///< none: outside of the tensor
  size_t shared;                   ///< byte
};
using Moves = std::vector<Move>;

/// The side in global memory of a copy: elements as they lie in the buffer.
struct GlobalSide {
  size_t elements, elementsOfBox, elementBytes, alignment;
  std::function<std::optional<uintptr_t>(Frame &, size_t element)> addressOf;
  bool isRounded = false; ///< floats arrive as tf32
};

/// One op, with its buffer.
struct BulkCopy {
  const Site *site;
  Slot buffer;
  GlobalSide global;

  std::optional<size_t> startOf(Frame &frame) const;
  Moves box(Frame &frame, size_t start, size_t first, size_t count) const;
};

} // namespace

/// The slot's first byte; none and a report if it does not lie right.
std::optional<size_t> BulkCopy::startOf(Frame &frame) const {
  size_t start = *frame.at<uint64_t>(buffer), end = start + global.elements * global.elementBytes;
  if (start % global.alignment == 0 && end <= frame.shared->bytes)
    return start;
  frame.checker->report(frame, *site,
                        llvm::formatv("expected a buffer at a multiple of {0} bytes that ends before byte {1} of "
                                      "shared memory, got bytes {2} to {3}",
                                      global.alignment, frame.shared->bytes, start, end - 1)
                            .str());
  return std::nullopt;
}

/// The moves of a box, or part of one, whose first element is `first`. What lies outside of arrays is reported and left
/// out.
Moves BulkCopy::box(Frame &frame, size_t start, size_t first, size_t count) const {
  Moves moves;
  for (size_t i = first; i < first + count; ++i) {
    std::optional<uintptr_t> address = global.addressOf(frame, i);
    if (address && !frame.checker->allows(frame, *site, *address, global.elementBytes, "bulk copy", i))
      address = std::nullopt;
    moves.push_back({address, start + i * global.elementBytes});
  }
  return moves;
}

//===- Loads -----------------------------------------------------------------------------------------------------===//

/// The first lane of its role.
static uint32_t startingThread(const Frame &frame) {
  return frame.firstWarp * layout::kLanesPerWarp;
}

/// One box: recorded and unspecified at once, there and counted later.
static void startBox(Frame &frame, const BulkCopy &op, Moves moves, Mbarrier &barrier, uint64_t outside) {
  Asynchrony &asynchrony = frame.team->asynchrony();
  Copy copy = asynchrony.nextBulkCopy();
  SharedMemory &shared = *frame.shared;
  size_t bytes = op.global.elementBytes;
  uint32_t thread = startingThread(frame);
  for (const Move &move : moves) {
    if (move.global)
      frame.checker->plainAccess(frame, *op.site, *move.global, bytes, false, thread, copy);
    frame.checker->ownAccess(frame, *op.site, uintptr_t(shared.data) + move.shared, bytes, true, thread, std::nullopt,
                             copy);
    std::memset(shared.data + move.shared, kGarbage, bytes);
    std::memset(shared.undefined + move.shared, 1, bytes);
  }
  VectorClock done;
  frame.checker->order().finishBulkCopy(frame.linearBlock, copy.number, done);
  constexpr uint64_t kLoadQueues = uint64_t(1) << 62;
  bool isRounded = op.global.isRounded;
  frame.team->later(kLoadQueues | copy.number,
                    [moves = std::move(moves), &shared, &barrier, bytes, done, outside, isRounded] {
                      for (const Move &move : moves) {
                        if (move.global)
                          std::memcpy(shared.data + move.shared, reinterpret_cast<const void *>(*move.global), bytes);
                        else
                          std::memcpy(shared.data + move.shared, &outside, bytes);
                        if (isRounded)
                          roundToTF32(reinterpret_cast<uint32_t *>(shared.data + move.shared), 1);
                        std::memset(shared.undefined + move.shared, 0, bytes);
                      }
                      barrier.deliver(int64_t(moves.size() * bytes), done);
                    });
}

/// The boxes from element `begin` to `end`, into the memory of `cta`, counted by its mbarrier at `offset`.
static void loadInto(Frame &frame, uint32_t cta, const BulkCopy &copy, size_t offset, size_t begin, size_t end,
                     uint64_t outside) {
  frame.shared = &frame.team->sharedOf(cta);
  Mbarrier &barrier = frame.team->asynchronyOf(cta).barriers[offset];
  std::optional<size_t> start = copy.startOf(frame);
  if (start && barrier.isReady(frame, *copy.site, offset)) {
    barrier.expectCopy(*copy.site);
    for (size_t first = begin; first < end; first += copy.global.elementsOfBox)
      startBox(frame, copy, copy.box(frame, *start, first, copy.global.elementsOfBox), barrier, outside);
  }
  frame.shared = &frame.team->sharedOf(frame.cta);
}

/// `outside`: bits of elements that lie outside of the tensor; `toAll`: each CTA of the cluster brings its share for
/// all.
template <class Op>
static void emitLoad(Op op, Decoder &decoder, BulkCopy copy, uint64_t outside = 0, bool toAll = false) {
  Slot barriers = decoder.operand(op.getBarriers()), index = decoder.operand(op.getIndex());
  uint32_t count = uint32_t(op.getBarriers().getType().getCount());
  decoder.emitUseCheck(copy.site, index, "index");
  decoder.emit([=](Frame &frame) {
    if (!frame.isFirstWarp())
      return;
    frame.team->pause(frame);
    size_t offset = *frame.at<uint64_t>(barriers) + kMbarrierBytes * std::min(*frame.at<uint32_t>(index), count - 1);
    if (!toAll)
      return loadInto(frame, frame.cta, copy, offset, 0, copy.global.elements, outside);
    uint32_t ctas = frame.team->numCtas();
    size_t share = copy.global.elements / ctas;
    for (uint32_t cta = 0; cta < ctas && !frame.stopped; ++cta)
      loadInto(frame, cta, copy, offset, frame.cta * share, (frame.cta + 1) * share, outside);
  });
}

//===- Stores ----------------------------------------------------------------------------------------------------===//

/// How an element gets to global memory: bits to an address.
struct BulkWrite {
  ElementUpdate update; ///< empty: a plain store
  uint8_t commutes = 0;
  bool byWarps = false; ///< each warp has its part of a box
};

/// The bulk stores of the first lane of this frame's role, or (`byWarps`) of its warp's first lane.
static BulkStores &storesOf(Frame &frame, bool byWarps) {
  return frame.team->asynchrony().bulkStores[byWarps ? frame.warp : frame.firstWarp];
}

static void recordStore(Frame &frame, const BulkCopy &op, const Moves &moves, Copy reading, Copy writing,
                        const BulkWrite &write) {
  AtomicAccess kind = {.reads = true,
                       .writes = true,
                       .acquires = false,
                       .releases = false,
                       .blockScope = false,
                       .commutes = write.commutes};
  size_t bytes = op.global.elementBytes;
  uint32_t thread = write.byWarps ? frame.warp * kLanesPerWarp : startingThread(frame);
  for (const Move &move : moves) {
    if (!move.global)
      continue;
    const uint8_t *undefined = frame.shared->undefined + move.shared;
    if (std::any_of(undefined, undefined + bytes, [](uint8_t flag) { return flag; }))
      frame.checker->reportUndefined(frame, *op.site, "value", (move.shared - moves.front().shared) / bytes);
    frame.checker->ownAccess(frame, *op.site, uintptr_t(frame.shared->data) + move.shared, bytes, false, thread,
                             std::nullopt, reading);
    if (write.update)
      frame.checker->atomicAccess(frame, *op.site, *move.global, bytes, kind, [] {}, thread, writing);
    else
      frame.checker->plainAccess(frame, *op.site, *move.global, bytes, true, thread, writing);
  }
}

static void startStore(Frame &frame, const BulkCopy &op, Moves moves, const BulkWrite &write) {
  Asynchrony &asynchrony = frame.team->asynchrony();
  Copy reading = asynchrony.nextBulkCopy(), writing = asynchrony.nextBulkCopy();
  recordStore(frame, op, moves, reading, writing, write);
  SharedMemory &shared = *frame.shared;
  size_t bytes = op.global.elementBytes;
  auto list = std::make_shared<const Moves>(std::move(moves));
  auto taken = std::make_shared<std::vector<uint64_t>>(list->size());
  auto read = [=, &shared] {
    for (size_t i = 0; i < list->size(); ++i)
      std::memcpy(&(*taken)[i], shared.data + (*list)[i].shared, bytes);
  };
  auto put = [=, update = write.update] {
    for (size_t i = 0; i < list->size(); ++i) {
      if (!(*list)[i].global)
        continue;
      if (update)
        update(*(*list)[i].global, (*taken)[i]);
      else
        std::memcpy(reinterpret_cast<void *>(*(*list)[i].global), &(*taken)[i], bytes);
    }
  };
  storesOf(frame, write.byWarps).start(*op.site, reading, writing, read, put);
}

/// `warps`: of the role.
static void emitStore(Decoder &decoder, BulkCopy copy, BulkWrite write = {}, size_t warps = 1) {
  decoder.emit([=](Frame &frame) {
    if (!write.byWarps && !frame.isFirstWarp())
      return;
    frame.team->pause(frame);
    std::optional<size_t> start = copy.startOf(frame);
    size_t count = copy.global.elementsOfBox / (write.byWarps ? warps : 1);
    size_t part = write.byWarps ? (frame.warp - frame.firstWarp) * count : 0;
    for (size_t first = part; start && first < copy.global.elements; first += copy.global.elementsOfBox)
      startStore(frame, copy, copy.box(frame, *start, first, count), write);
  });
}

//===- Ops -------------------------------------------------------------------------------------------------------===//

/// The copy engine sees a map that the kernel made behind a fence only.
static void checkFence(Operation *op, Value map, Decoder &decoder) {
  Slot slot = decoder.operand(map);
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) {
    if (frame.isFirstWarp() && frame.at<uint64_t>(slot)[kUnfencedWord])
      frame.checker->report(frame, *site, "expected a fence for the tensor map before this use of it");
  });
}

static void fenceMap(tile_gpu::TensorMapFenceOp op, Decoder &decoder) {
  Slot slot = decoder.operand(op.getMap());
  decoder.emit([=](Frame &frame) { frame.at<uint64_t>(slot)[kUnfencedWord] = 0; });
}

/// The number of a row of the tile, where they are named.
using RowNumber = std::function<int32_t(Frame &, size_t row)>;

template <class Op> static RowNumber rowNumbers(Op op, Decoder &decoder) {
  if constexpr (!std::is_same_v<Op, tile_gpu::TmaReduceOp>) {
    if (!op.getRows())
      return {};
    Slot rows = decoder.operand(op.getRows());
    PlacesRef places = placesOf(op.getRows().getType());
    decoder.emitUseCheck(decoder.site(op), rows, "row");
    return [=](Frame &frame, size_t row) { return frame.at<int32_t>(rows)[places->owner[row]]; };
  }
  return {};
}

/// Reports a box that starts in the midst of 16 bytes, which the copy engine cannot bring.
static void checkStart(const Site *site, Slot coordinate, size_t elementBytes, Decoder &decoder) {
  decoder.emit([=](Frame &frame) {
    if (int64_t start = *frame.at<int32_t>(coordinate); start * int64_t(elementBytes) % kEngineAlignment != 0)
      frame.checker->report(
          frame, *site,
          llvm::formatv("expected an innermost coordinate that is a multiple of {0} elements, got {1}",
                        kEngineAlignment / elementBytes, start)
              .str());
  });
}

/// Tiles by tensor map, whose boxes may be parts of the buffer's.
template <class Op> static BulkCopy byTensorMap(Op op, Decoder &decoder, size_t parts = 1) {
  auto description = parts == 1 ? op.getDescription() : op.getDescription().getJoined(int64_t(parts));
  auto box = std::make_shared<TensorBox>(description, op.getBuffer().getType());
  checkFence(op, op.getMap(), decoder);
  Slot map = decoder.operand(op.getMap());
  SmallVector<Slot> coordinates;
  for (Value coordinate : op.getCoordinates())
    coordinates.push_back(decoder.operand(coordinate));
  for (Slot slot : coordinates)
    decoder.emitUseCheck(decoder.site(op), slot, "coordinate");
  checkStart(decoder.site(op), coordinates.front(), box->elementBytes(), decoder);
  RowNumber rowNumber = rowNumbers(op, decoder);
  auto addressOf = [=](Frame &frame, size_t element) {
    SmallVector<int32_t> values;
    for (Slot slot : coordinates)
      values.push_back(*frame.at<int32_t>(slot));
    std::optional<int32_t> row;
    if (rowNumber)
      row = rowNumber(frame, box->rowOf(element));
    return box->addressOf(element, frame.at<uint64_t>(map), values, row);
  };
  return {decoder.site(op), decoder.operand(op.getBuffer()),
          GlobalSide{box->elements(), std::min(box->elementsOfBox(), box->elements()), box->elementBytes(),
                     size_t(description.getBufferAlignment()), addressOf, description.getRounded()}};
}

/// The bytes of a slot, in order. A pointer that is not aligned is reported.
template <class Op> static BulkCopy byBytes(Op op, Decoder &decoder) {
  auto type = op.getBuffer().getType();
  size_t bytes = bytesOf(*kindOf(type.getElementType()));
  Slot pointer = decoder.operand(op.getPointer());
  const Site *site = decoder.site(op);
  decoder.emitUseCheck(site, pointer, "address");
  decoder.emit([=](Frame &frame) {
    if (uintptr_t address = *frame.at<uintptr_t>(pointer); address % kEngineAlignment != 0)
      frame.checker->report(frame, *site,
                            llvm::formatv("expected an address that is a multiple of 16, got {0:x}", address).str());
  });
  auto addressOf = [=](Frame &frame, size_t element) {
    return std::optional<uintptr_t>(*frame.at<uintptr_t>(pointer) + element * bytes);
  };
  size_t elements = size_t(1) << type.getElementAtOffset().numInputs();
  return {site, decoder.operand(op.getBuffer()), GlobalSide{elements, elements, bytes, kEngineAlignment, addressOf}};
}

static void store(tile_gpu::TmaStoreOp op, Decoder &decoder) {
  size_t warps = op.getByWarps() ? tile_gpu::numWarpsOf(op) : 1;
  BulkWrite write;
  write.byWarps = op.getByWarps();
  emitStore(decoder, byTensorMap(op, decoder, warps), write, warps);
}

template <class Op> static void reduce(Op op, Decoder &decoder, BulkCopy copy) {
  Kind element = *kindOf(op.getBuffer().getType().getElementType());
  emitStore(decoder, copy, {elementUpdate(op.getKind(), element), commutingNumber(op.getKind(), element)});
}

/// What the engine fills in outside of tensors. Hardware's NaN has bits of its own; which is nobody's business.
static uint64_t bitsOutside(tile_gpu::TensorMapAttr map) {
  if (!map.getNanFill())
    return 0;
  auto type = cast<FloatType>(map.getElementType());
  return APFloat::getNaN(type.getFloatSemantics()).bitcastToAPInt().getZExtValue();
}

/// Nothing is fetched, but it must be there.
static void prefetch(tile_gpu::BulkPrefetchOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer());
  const Site *site = decoder.site(op);
  size_t bytes = size_t(op.getBytes());
  decoder.emitUseCheck(site, pointer, "address");
  decoder.emit([=](Frame &frame) {
    if (!frame.isFirstWarp())
      return;
    uintptr_t address = *frame.at<uintptr_t>(pointer);
    if (address % kEngineAlignment != 0)
      frame.checker->report(frame, *site,
                            llvm::formatv("expected an address that is a multiple of 16, got {0:x}", address).str());
    for (size_t at = 0; at < bytes; at += kEngineAlignment)
      if (!frame.checker->allows(frame, *site, address + at, kEngineAlignment, "prefetch", at / kEngineAlignment))
        return;
  });
}

static void commit(tile_gpu::BulkCommitOp op, Decoder &decoder) {
  bool byWarps = op.getByWarps();
  decoder.emit([=](Frame &frame) {
    if (byWarps || frame.isFirstWarp())
      storesOf(frame, byWarps).commit();
  });
  decoder.emitDefined(decoder.define(op.getGroup()));
}

static void wait(tile_gpu::BulkWaitOp op, Decoder &decoder) {
  size_t pending = size_t(op.getPending());
  bool forReading = op.getRead(), byWarps = op.getByWarps();
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    if (byWarps || frame.isFirstWarp())
      storesOf(frame, byWarps).wait(frame, pending, forReading);
  });
}

static void invalidate(tile_gpu::MbarrierInvalOp op, Decoder &decoder) {
  Slot barriers = decoder.operand(op.getBarriers());
  size_t count = size_t(op.getBarriers().getType().getCount());
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) {
    for (size_t i = 0; frame.isFirstWarp() && i < count; ++i) {
      size_t offset = *frame.at<uint64_t>(barriers) + kMbarrierBytes * i;
      frame.team->asynchrony().barriers[offset].init(frame, *site, offset, 0);
    }
  });
}

bool decodeBulkCopies(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tile_gpu::TensorMapOp, tile_gpu::BuildTensorMapOp>([&](auto op) { return decodeTensorMap(op, d); })
      .Case([&](tile_gpu::TmaPrefetchMapOp) { return true; })
      .Case([&](tile_gpu::TmaPrefetchOp op) { return checkFence(op, op.getMap(), d), true; })
      .Case([&](tile_gpu::TensorMapFenceOp op) { return fenceMap(op, d), true; })
      .Case([&](tile_gpu::TmaLoadOp op) {
        return emitLoad(op, d, byTensorMap(op, d), bitsOutside(op.getDescription()), op.getMulticast()), true;
      })
      .Case([&](tile_gpu::BulkLoadOp op) { return emitLoad(op, d, byBytes(op, d)), true; })
      .Case([&](tile_gpu::TmaStoreOp op) { return store(op, d), true; })
      .Case([&](tile_gpu::BulkStoreOp op) { return emitStore(d, byBytes(op, d)), true; })
      .Case([&](tile_gpu::TmaReduceOp op) { return reduce(op, d, byTensorMap(op, d)), true; })
      .Case([&](tile_gpu::BulkReduceOp op) { return reduce(op, d, byBytes(op, d)), true; })
      .Case([&](tile_gpu::BulkPrefetchOp op) { return prefetch(op, d), true; })
      .Case([&](tile_gpu::BulkCommitOp op) { return commit(op, d), true; })
      .Case([&](tile_gpu::BulkWaitOp op) { return wait(op, d), true; })
      .Case([&](tile_gpu::MbarrierInvalOp op) { return invalidate(op, d), true; })
      .Default(false);
}

} // namespace tilec::host
