// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers in shared memory: a buffer or slot is the byte at which it starts.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/BufferElements.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/MatrixLoads.h"
#include "dialects/Layout/SharedMemory/MmaSyncStages.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

//===- Elements --------------------------------------------------------------------------------------------------===//

BufferElements::BufferElements(tile_gpu::BufferType type, PlacesRef places, const layout::LinearMap &offsets)
    : places(places), bytes(bytesOf(*kindOf(type.getElementType()))) {
  for (size_t place = 0; place < places->count(); ++place)
    offset.push_back(uint32_t(offsets.apply(place)) * uint32_t(bytes));
}

std::optional<BufferElements> BufferElements::ofLoad(tile_gpu::BufferLoadOp load, PlacesRef places) {
  layout::LinearMap offsets = load.getOffsets();
  BufferElements elements(load.getBuffer().getType(), places, offsets);
  if (load.getPart())
    return elements;
  layout::MatrixLoads matrices = layout::matrixLoadsOf(offsets, places->registerBits, unsigned(8 * elements.bytes));
  if (matrices == layout::MatrixLoads::None)
    return elements;
  auto plan = layout::planStageLoads(offsets, places->registerBits, matrices);
  auto loaded = runMatrixLoads(plan, /*pass=*/0, unsigned(elements.bytes), places->numThreads());
  if (!loaded)
    return std::nullopt;
  for (const MatrixElement &element : *loaded)
    elements.offset[size_t(element.thread) << places->registerBits | element.registerIndex] =
        uint32_t(element.offset * elements.bytes);
  return elements;
}

/// The start of a slot; none and a report if the tile reaches beyond shared memory.
static std::optional<size_t> startOf(Frame &frame, const Site &site, Slot buffer, size_t bytes) {
  size_t start = *frame.at<uint64_t>(buffer);
  if (start + bytes <= frame.shared->bytes)
    return start;
  frame.checker->report(frame, site,
                        llvm::formatv("{0} reaches byte {1} of shared memory, expected less than {2}", site.operation,
                                      start + bytes - 1, frame.shared->bytes)
                            .str());
  return std::nullopt;
}

//===- Buffers and slots -----------------------------------------------------------------------------------------===//

/// A value that is known before the block begins.
static bool constantStart(Operation *op, Decoder &decoder, Value result, std::optional<int64_t> offset) {
  if (!offset) {
    decoder.unsupported(op, "a buffer without a place (tile-gpu-allocate-shared-memory)");
    return true;
  }
  Slot slot = decoder.define(result);
  decoder.emit([=](Frame &frame) { *frame.at<uint64_t>(slot) = uint64_t(*offset); });
  decoder.emitDefined(slot);
  return true;
}

static std::optional<int64_t> toOptional(std::optional<uint64_t> offset) {
  return offset ? std::optional<int64_t>(int64_t(*offset)) : std::nullopt;
}

/// A warp knows of its own copies only; others' show as races when the bytes are used again.
static bool freeBuffer(tile_gpu::FreeBufferOp op, Decoder &decoder) {
  Slot buffer = decoder.operand(op.getBuffer());
  size_t bytes = size_t(op.getBuffer().getType().getBytes());
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) {
    size_t start = *frame.at<uint64_t>(buffer);
    const Site *copy = frame.team->asynchrony().laneCopies[frame.warp].inFlight({start, start + bytes});
    if (copy)
      frame.checker->report(frame, *site,
                            "the buffer is freed while a copy into it has not been waited for, at " + copy->location);
  });
  return true;
}

static bool bufferSlot(tile_gpu::BufferStageOp op, Decoder &decoder) {
  Slot buffer = decoder.operand(op.getBuffer()), index = decoder.operand(op.getIndex());
  Slot result = decoder.define(op.getResult());
  const Site *site = decoder.site(op);
  auto type = op.getBuffer().getType();
  uint32_t stages = uint32_t(type.getStages());
  size_t stageBytes = size_t(type.getStageBytes());
  decoder.emitUseCheck(site, index, "slot");
  decoder.emit([=](Frame &frame) {
    uint32_t stage = *frame.at<uint32_t>(index);
    if (stage >= stages)
      frame.checker->report(frame, *site,
                            llvm::formatv("expected a slot below {0}, got {1}", stages, int32_t(stage)).str());
    *frame.at<uint64_t>(result) = *frame.at<uint64_t>(buffer) + std::min(stage, stages - 1) * stageBytes;
  });
  decoder.emitDefined(result);
  return true;
}

//===- Loads and stores ------------------------------------------------------------------------------------------===//

static bool load(tile_gpu::BufferLoadOp op, Decoder &decoder) {
  auto type = op.getBuffer().getType();
  std::optional<BufferElements> loaded = BufferElements::ofLoad(op, placesOf(op.getResult().getType()));
  if (!loaded) {
    decoder.unsupported(op, "an ldmatrix of rows that do not start at multiples of 16 bytes");
    return true;
  }
  auto elements = std::make_shared<BufferElements>(std::move(*loaded));
  Slot buffer = decoder.operand(op.getBuffer()), result = decoder.define(op.getResult());
  const Site *site = decoder.site(op);
  size_t slotBytes = size_t(type.getStageBytes());
  std::optional<Slot> part = op.getPart() ? std::optional(decoder.operand(op.getPart())) : std::nullopt;
  SmallVector<uint64_t> offsetsOfParts = op.getOffsetsOfParts();
  if (part)
    decoder.emitUseCheck(site, *part, "part");
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    SharedMemory &shared = *frame.shared;
    std::optional<size_t> start = startOf(frame, *site, buffer, slotBytes);
    size_t number = part ? *frame.at<uint32_t>(*part) : 0, ofPart = 0;
    if (number >> offsetsOfParts.size()) {
      size_t parts = size_t(1) << offsetsOfParts.size();
      frame.checker->report(frame, *site, llvm::formatv("expected a part below {0}, got {1}", parts, number).str());
      number = parts - 1;
    }
    for (auto [bit, offset] : llvm::enumerate(offsetsOfParts))
      ofPart ^= number >> bit & 1 ? offset * elements->bytes : 0;
    for (size_t i = 0; start && i < result.count; ++i) {
      size_t byte = *start + (elements->at(frame, i) ^ ofPart);
      frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + byte, elements->bytes, false,
                               elements->thread(frame, i));
      std::memcpy(frame.at<char>(result) + i * elements->bytes, shared.data + byte, elements->bytes);
      const uint8_t *flags = shared.undefined + byte;
      frame.undefined(result)[i] = std::any_of(flags, flags + elements->bytes, [](uint8_t flag) { return flag; });
    }
  });
  return true;
}

static bool store(tile_gpu::BufferStoreOp op, Decoder &decoder) {
  auto type = op.getBuffer().getType();
  PlacesRef places = placesOf(op.getValue().getType());
  auto elements = std::make_shared<BufferElements>(type, places);
  Slot buffer = decoder.operand(op.getBuffer()), value = decoder.operand(op.getValue());
  const Site *site = decoder.site(op);
  size_t slotBytes = size_t(type.getStageBytes());
  emitCopiesCheck(op, decoder, value, places, "value");
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    SharedMemory &shared = *frame.shared;
    std::optional<size_t> start = startOf(frame, *site, buffer, slotBytes);
    for (size_t i = 0; start && i < value.count; ++i) {
      if (!places->isOwner(places->firstOf(frame.position) + i))
        continue;
      size_t byte = *start + elements->at(frame, i);
      frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + byte, elements->bytes, true,
                               elements->thread(frame, i));
      std::memcpy(shared.data + byte, frame.at<char>(value) + i * elements->bytes, elements->bytes);
      std::memset(shared.undefined + byte, frame.undefined(value)[i], elements->bytes);
    }
  });
  return true;
}

//===- Scalars ---------------------------------------------------------------------------------------------------===//

/// The warp's first or last lane, which stands for the others.
static uint32_t laneOf(const Frame &frame, bool last) {
  return frame.warp * layout::kLanesPerWarp + (last ? layout::kLanesPerWarp - 1 : 0);
}

static bool put(tile_gpu::BufferPutOp op, Decoder &decoder) {
  Slot buffer = decoder.operand(op.getBuffer()), value = decoder.operand(op.getValue());
  const Site *site = decoder.site(op);
  decoder.emitUseCheck(site, value, "value");
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    SharedMemory &shared = *frame.shared;
    std::optional<size_t> start = startOf(frame, *site, buffer, sizeof(uint32_t));
    if (!start)
      return;
    frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + *start, sizeof(uint32_t), true,
                             laneOf(frame, false));
    std::memcpy(shared.data + *start, frame.at<char>(value), sizeof(uint32_t));
    std::memset(shared.undefined + *start, 0, sizeof(uint32_t));
  });
  return true;
}

/// Those whose reads stand for all of a warp's, and for one's alone: is it the last lane?
static constexpr bool kOuterLanes[] = {false, true}, kFirstLane[] = {false};

static bool get(tile_gpu::BufferGetOp op, Decoder &decoder) {
  Slot buffer = decoder.operand(op.getBuffer()), result = decoder.define(op.getResult());
  const Site *site = decoder.site(op);
  auto roles = tile_gpu::WarpRolesOp::around(op->getBlock());
  bool isOneLane = roles && roles.isOfOneLane(op->getBlock());
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    SharedMemory &shared = *frame.shared;
    std::optional<size_t> start = startOf(frame, *site, buffer, sizeof(uint32_t));
    if (!start)
      return;
    for (bool last : isOneLane ? ArrayRef(kFirstLane) : ArrayRef(kOuterLanes))
      frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + *start, sizeof(uint32_t), false,
                               laneOf(frame, last));
    std::memcpy(frame.at<char>(result), shared.data + *start, sizeof(uint32_t));
    const uint8_t *flags = shared.undefined + *start;
    *frame.undefined(result) = std::any_of(flags, flags + sizeof(uint32_t), [](uint8_t flag) { return flag; });
  });
  return true;
}

bool decodeBuffers(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::AllocBufferOp op) {
        return constantStart(op, d, op.getResult(), toOptional(op.getSharedOffset()));
      })
      .Case([&](tile_gpu::AllocMbarriersOp op) {
        return constantStart(op, d, op.getResult(), toOptional(op.getSharedOffset()));
      })
      .Case([&](tile_gpu::FreeBufferOp op) { return freeBuffer(op, d); })
      .Case([&](tile_gpu::BufferStageOp op) { return bufferSlot(op, d); })
      .Case([&](tile_gpu::BufferLoadOp op) { return load(op, d); })
      .Case([&](tile_gpu::BufferStoreOp op) { return store(op, d); })
      .Case([&](tile_gpu::BufferPutOp op) { return put(op, d); })
      .Case([&](tile_gpu::BufferGetOp op) { return get(op, d); })
      .Default(false);
}

} // namespace tilec::host
