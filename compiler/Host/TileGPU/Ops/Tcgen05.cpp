// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor memory and the MMAs into it. Its cells lie behind the block's shared memory, so that races between lanes
// and MMAs show there, too: an MMA is two copies of the asynchronous proxy, one that reads slots and one that
// writes columns, which takes place at any time between its start and the end of the waits for it.
#include "compiler/Host/Tcgen05.h"
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Places.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

namespace {

size_t bytesOfColumns(int64_t columns) {
  return size_t(columns) * kTensorCells * kTensorCellBytes;
}

//===- Allocation ------------------------------------------------------------------------------------------------===//

bool alloc(tile_gpu::AllocTensorMemoryOp op, Decoder &decoder) {
  if (!op.getSharedOffset()) {
    decoder.unsupported(op, "tensor memory without a place (tile-gpu-allocate-shared-memory)");
    return true;
  }
  const Site *site = decoder.site(op);
  Slot result = decoder.define(op.getResult());
  size_t start = decoder.getProgram().sharedBytes - bytesOfColumns(op.getType().getColumns());
  decoder.emit([=](Frame &frame) {
    *frame.at<uint64_t>(result) = start;
    frame.team->barrier(frame, *site);
  });
  decoder.emitDefined(result);
  return true;
}

bool dealloc(tile_gpu::DeallocTensorMemoryOp op, Decoder &decoder) {
  const Site *site = decoder.site(op);
  decoder.emit([=](Frame &frame) {
    frame.team->barrier(frame, *site);
    const Tcgen05Mmas &mmas = frame.team->asynchrony().tcgen05Mmas;
    if (frame.isFirstWarp() && mmas.done < mmas.started.size())
      frame.checker->report(frame, *site,
                            "tensor memory is given back while an MMA that nobody has waited for may write it");
  });
  return true;
}

//===- Turns -----------------------------------------------------------------------------------------------------===//

/// The place that accumulators take, of those behind each other.
struct Turns {
  const Site *site = nullptr;
  Slot turn;
  uint32_t count = 0; ///< zero where there is one place
  size_t bytes = 0;   ///< of a place

  template <class Access> static Turns of(Access op, Decoder &decoder) {
    Turns turns;
    if (!op.getTurn())
      return turns;
    turns = {decoder.site(op), decoder.operand(op.getTurn()), uint32_t(*op.getTurns()),
             bytesOfColumns(op.getNumColumns())};
    decoder.emitUseCheck(turns.site, turns.turn, "turn");
    return turns;
  }

  /// The place's start behind that of the first.
  size_t start(Frame &frame) const {
    if (count == 0)
      return 0;
    uint32_t number = *frame.at<uint32_t>(turn);
    if (number >= count)
      frame.checker->report(frame, *site, llvm::formatv("expected a turn below {0}, got {1}", count, number).str());
    return std::min(number, count - 1) * bytes;
  }
};

//===- MMAs ------------------------------------------------------------------------------------------------------===//

/// One instruction, where its operands start in their slots and its columns behind the memory's first.
struct Step {
  uint64_t a, b;
  int64_t byteOfA, byteOfB, column;
  bool isFirst;
  uint32_t descriptor;
  int64_t columnOfScalesA, columnOfScalesB;
};

struct MmaDecoding {
  const Site *site = nullptr;
  Slot a, b, memory, accumulates;
  Turns turns;
  std::string kind;
  unsigned scales = 0; ///< of a row of an instruction
  std::vector<Step> steps;
};

/// The descriptor with its address, as the hardware gets it.
uint64_t withAddress(uint64_t descriptor, uint64_t address) {
  return descriptor | (address & 0x3ffff) >> 4;
}

/// Tells the race detector of 16 bytes of a slot at a time, and of each cell.
void recordAccesses(Frame &frame, const Site &site, const TensorInstruction &instruction, size_t firstCell,
                    bool isFirst, Copy reading, Copy writing) {
  constexpr uint32_t kChunkBytes = 16;
  uint32_t thread = frame.warp * layout::kLanesPerWarp;
  std::set<uint32_t> chunks;
  for (bool isB : {false, true})
    for (uint32_t byte : instruction.mmaOperand(isB).bytes)
      chunks.insert(byte / kChunkBytes * kChunkBytes);
  uintptr_t shared = uintptr_t(frame.shared->data);
  for (uint32_t chunk : chunks)
    frame.checker->ownAccess(frame, site, shared + chunk, kChunkBytes, false, thread, std::nullopt, reading);
  // Those that add to the same accumulators touch the same cells.
  for (size_t n = 0; isFirst && n < instruction.columns(); ++n)
    for (size_t m = 0; m < instruction.mmaOperand(false).rows; ++m)
      frame.checker->ownAccess(frame, site,
                               shared + firstCell + (n * kTensorCells + instruction.cellOf(m)) * kTensorCellBytes,
                               kTensorCellBytes, true, thread, std::nullopt, writing);
}

/// Records the scales that an instruction reads, cell by cell.
void recordScales(Frame &frame, const Site &site, const TensorInstruction &instruction, size_t ofA, size_t ofB,
                  Copy reading) {
  uint32_t thread = frame.warp * layout::kLanesPerWarp;
  uintptr_t shared = uintptr_t(frame.shared->data);
  for (bool isB : {false, true})
    for (size_t byte : instruction.scaleBytes(isB))
      frame.checker->ownAccess(frame, site, shared + (isB ? ofB : ofA) + byte, 1, false, thread, std::nullopt, reading);
}

/// MMAs follow one another: the lane that starts one knows that earlier ones write before it.
void orderBehindEarlier(Frame &frame, const Tcgen05Mmas &mmas) {
  if (mmas.started.empty())
    return;
  VectorClock clock;
  frame.checker->order().finishBulkCopy(frame.linearBlock, mmas.started.back().writing.number, clock);
  frame.checker->order().acquire(Actor(frame.linearBlock, frame.warp * layout::kLanesPerWarp), clock);
}

void start(Frame &frame, std::shared_ptr<const MmaDecoding> op) {
  frame.team->pause(frame);
  Tcgen05Mmas &mmas = frame.team->asynchrony().tcgen05Mmas;
  ++mmas.counted[frame.warp];
  if (!frame.isFirstWarp())
    return;
  orderBehindEarlier(frame, mmas);
  Copy reading = frame.team->asynchrony().nextBulkCopy(), writing = frame.team->asynchrony().nextBulkCopy();
  size_t a = *frame.at<uint64_t>(op->a), b = *frame.at<uint64_t>(op->b), memory = *frame.at<uint64_t>(op->memory);
  size_t accumulators = memory + op->turns.start(frame);
  bool accumulates = *frame.at<uint8_t>(op->accumulates) != 0;
  std::vector<std::pair<TensorInstruction, const Step *>> instructions;
  for (const Step &step : op->steps) {
    TensorInstruction instruction(withAddress(step.a, a + size_t(step.byteOfA)),
                                  withAddress(step.b, b + size_t(step.byteOfB)), step.descriptor, op->kind, op->scales);
    if (!instruction.error().empty())
      return frame.checker->report(frame, *op->site, instruction.error());
    recordAccesses(frame, *op->site, instruction, accumulators + bytesOfColumns(step.column), step.isFirst, reading,
                   writing);
    recordScales(frame, *op->site, instruction, memory + bytesOfColumns(step.columnOfScalesA),
                 memory + bytesOfColumns(step.columnOfScalesB), reading);
    instructions.emplace_back(std::move(instruction), &step);
  }
  mmas.started.push_back({reading, writing});
  SharedMemory &shared = *frame.shared;
  frame.team->later(Tcgen05Mmas::kQueue, [=, instructions = std::move(instructions), &shared, &mmas] {
    for (const auto &[instruction, step] : instructions) {
      size_t first = accumulators + bytesOfColumns(step->column), ofA = memory + bytesOfColumns(step->columnOfScalesA),
             ofB = memory + bytesOfColumns(step->columnOfScalesB);
      instruction.run({shared.data,
                       shared.undefined,
                       shared.data + first,
                       shared.undefined + first,
                       {shared.data + ofA, shared.undefined + ofA},
                       {shared.data + ofB, shared.undefined + ofB}},
                      accumulates || !step->isFirst);
    }
    ++mmas.done;
  });
}

bool mma(tile_gpu::TensorMmaOp op, Decoder &decoder) {
  auto decoding = std::make_shared<MmaDecoding>();
  layout::Tcgen05Mma mma = tile_gpu::tcgen05MmaOf(op);
  decoding->site = decoder.site(op);
  decoding->a = decoder.operand(op.getA());
  decoding->b = decoder.operand(op.getB());
  decoding->memory = decoder.operand(op.getMemory());
  decoding->accumulates = decoder.operand(op.getAccumulates());
  decoding->turns = Turns::of(op, decoder);
  decoder.emitUseCheck(decoding->site, decoding->accumulates, "condition");
  decoding->kind = mma.kind;
  decoding->scales = mma.scalesOfInstruction;
  std::optional<tile_gpu::BlockScalesAttr> scales = op.getScales();
  for (const layout::TensorInstruction &step : mma.steps)
    decoding->steps.push_back({mma.descriptorOfA, mma.descriptorOfB, step.byteOfA, step.byteOfB,
                               int64_t(op.getColumn()) + step.column, step.isFirst, step.descriptor,
                               (scales ? scales->getColumnOfA() : 0) + step.columnOfScalesA,
                               (scales ? scales->getColumnOfB() : 0) + step.columnOfScalesB});
  decoder.emit([=](Frame &frame) { start(frame, decoding); });
  return true;
}

bool wait(tile_gpu::TensorWaitOp op, Decoder &decoder) {
  const Site *site = decoder.site(op);
  size_t pending = size_t(op.getPending());
  decoder.emit([=](Frame &frame) {
    Tcgen05Mmas &mmas = frame.team->asynchrony().tcgen05Mmas;
    size_t counted = mmas.counted[frame.warp], wanted = counted > pending ? counted - pending : 0;
    frame.team->pause(frame);
    frame.team->wait(
        frame, *site, [=] { return "for MMA " + std::to_string(wanted) + " into tensor memory"; },
        [=, &mmas] { return mmas.done >= wanted; });
    // Its mbarrier tells the phase of this MMA from the next one's, no more.
    if (wanted > 0 && mmas.done >= wanted + size_t(tile_gpu::TensorMemoryType::kMbarriers))
      frame.checker->report(frame, *site,
                            llvm::formatv("waits for MMA {0} into tensor memory when MMA {1}, which has its "
                                          "mbarrier, too, may be over",
                                          wanted, wanted + size_t(tile_gpu::TensorMemoryType::kMbarriers))
                                .str());
    for (size_t &known = mmas.known[frame.warp]; known < wanted; ++known) {
      VectorClock clock;
      for (Copy copy : {mmas.started[known].reading, mmas.started[known].writing})
        frame.checker->order().finishBulkCopy(frame.linearBlock, copy.number, clock);
      frame.checker->order().acquireByWarp(frame.linearBlock, frame.warp, clock);
    }
  });
  return true;
}

//===- Accumulators ----------------------------------------------------------------------------------------------===//

/// For each place of a tile of accumulators its cell, in bytes from the memory's start.
std::vector<size_t> cellsOf(Operation *op, Type type, int64_t column, const Places &places, Decoder &decoder) {
  ArrayRef<int64_t> shape = tile::shapeOf(type);
  std::optional<int64_t> batch = shape.size() == 3 ? std::optional(shape.front()) : std::nullopt;
  layout::TileMma mma{layout::MmaInstruction::Tcgen05, 16, batch, shape[shape.size() - 2], shape.back(), 16};
  std::vector<size_t> cells;
  bool isInReach = true;
  for (size_t place = 0; place < places.count(); ++place) {
    layout::TensorCell cell = layout::tensorCell(mma, places.layout.coordinatesOf(places.element[place]));
    // A warp reaches 32 cells of each column.
    isInReach &= size_t(cell.cell) / 32 == place / places.perWarp() % 4;
    cells.push_back(bytesOfColumns(column + cell.column) + size_t(cell.cell) * kTensorCellBytes);
  }
  if (!isInReach)
    decoder.unsupported(op, "accumulators in cells of tensor memory that their warps do not reach");
  return cells;
}

uint32_t threadOf(const Frame &frame, const Places &places, size_t i) {
  return frame.firstWarp * layout::kLanesPerWarp + places.thread(places.firstOf(frame.position) + i);
}

bool load(tile_gpu::TensorLoadOp op, Decoder &decoder) {
  PlacesRef places = placesOf(op.getType());
  auto cells =
      std::make_shared<std::vector<size_t>>(cellsOf(op, op.getType(), int64_t(op.getColumn()), *places, decoder));
  Slot memory = decoder.operand(op.getMemory()), result = decoder.define(op.getResult());
  const Site *site = decoder.site(op);
  Turns turns = Turns::of(op, decoder);
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    SharedMemory &shared = *frame.shared;
    size_t start = *frame.at<uint64_t>(memory) + turns.start(frame);
    for (size_t i = 0; i < result.count; ++i) {
      size_t byte = start + (*cells)[places->firstOf(frame.position) + i];
      frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + byte, kTensorCellBytes, false,
                               threadOf(frame, *places, i));
      std::memcpy(frame.at<char>(result) + i * kTensorCellBytes, shared.data + byte, kTensorCellBytes);
      const uint8_t *flags = shared.undefined + byte;
      frame.undefined(result)[i] = std::any_of(flags, flags + kTensorCellBytes, [](uint8_t flag) { return flag; });
    }
    // Tensor memory is no business of proxies.
    frame.checker->order().proxyFence(frame.linearBlock, frame.warp);
  });
  return true;
}

bool store(tile_gpu::TensorStoreOp op, Decoder &decoder) {
  PlacesRef places = placesOf(op.getValue().getType());
  auto cells = std::make_shared<std::vector<size_t>>(
      cellsOf(op, op.getValue().getType(), int64_t(op.getColumn()), *places, decoder));
  Slot memory = decoder.operand(op.getMemory()), value = decoder.operand(op.getValue());
  const Site *site = decoder.site(op);
  emitCopiesCheck(op, decoder, value, places, "value");
  Turns turns = Turns::of(op, decoder);
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    SharedMemory &shared = *frame.shared;
    size_t start = *frame.at<uint64_t>(memory) + turns.start(frame);
    for (size_t i = 0; i < value.count; ++i) {
      if (!places->isOwner(places->firstOf(frame.position) + i))
        continue;
      size_t byte = start + (*cells)[places->firstOf(frame.position) + i];
      frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + byte, kTensorCellBytes, true,
                               threadOf(frame, *places, i));
      std::memcpy(shared.data + byte, frame.at<char>(value) + i * kTensorCellBytes, kTensorCellBytes);
      std::memset(shared.undefined + byte, frame.undefined(value)[i], kTensorCellBytes);
    }
    frame.checker->order().proxyFence(frame.linearBlock, frame.warp);
  });
  return true;
}

//===- Scales ----------------------------------------------------------------------------------------------------===//

constexpr size_t kNotStored = ~size_t(0);

/// For each place of a tile of scales its byte behind the memory's start: each warp has 32 cells of its own, and warps
/// beyond four that have nothing of their own keep it.
std::vector<size_t> scaleBytesOf(tile_gpu::TensorStoreScalesOp op, const Places &places, Decoder &decoder) {
  constexpr size_t kReach = 4, kCellsOfWarp = 32;
  layout::TensorScales scales = op.scales();
  uint32_t copies = places.layout.replicatedBits(layout::Place::Warp) & ~uint32_t(kReach - 1);
  std::vector<size_t> bytes;
  bool isInReach = true;
  for (size_t place = 0; place < places.count(); ++place) {
    layout::TensorScales::Cell cell = scales.cellOf(places.layout.coordinatesOf(places.element[place]));
    size_t warp = place / places.perWarp(), lane = places.thread(place) % layout::kLanesPerWarp;
    // Lanes without a scale of their own repeat one.
    isInReach &= size_t(cell.lane) == lane % size_t(std::min<int64_t>(scales.rows, kCellsOfWarp));
    size_t number = warp % kReach * kCellsOfWarp + lane;
    bytes.push_back((warp & copies) != 0 ? kNotStored
                                         : bytesOfColumns(int64_t(op.getColumn()) + cell.column) +
                                               number * kTensorCellBytes + size_t(cell.byte));
  }
  if (!isInReach)
    decoder.unsupported(op, "scales in lanes whose cells MMAs do not read");
  return bytes;
}

bool storeScales(tile_gpu::TensorStoreScalesOp op, Decoder &decoder) {
  PlacesRef places = placesOf(op.getValue().getType());
  auto bytes = std::make_shared<std::vector<size_t>>(scaleBytesOf(op, *places, decoder));
  Slot memory = decoder.operand(op.getMemory()), value = decoder.operand(op.getValue());
  const Site *site = decoder.site(op);
  emitCopiesCheck(op, decoder, value, places, "scale");
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    SharedMemory &shared = *frame.shared;
    for (size_t i = 0; i < value.count; ++i) {
      size_t place = (*bytes)[places->firstOf(frame.position) + i];
      if (place == kNotStored)
        continue;
      size_t byte = *frame.at<uint64_t>(memory) + place;
      frame.checker->ownAccess(frame, *site, uintptr_t(shared.data) + byte, 1, true, threadOf(frame, *places, i));
      shared.data[byte] = frame.at<char>(value)[i];
      shared.undefined[byte] = frame.undefined(value)[i];
    }
    frame.checker->order().proxyFence(frame.linearBlock, frame.warp);
  });
  return true;
}

} // namespace

bool decodeTensorMemory(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::AllocTensorMemoryOp op) { return alloc(op, d); })
      .Case([&](tile_gpu::DeallocTensorMemoryOp op) { return dealloc(op, d); })
      .Case([&](tile_gpu::TensorMmaOp op) { return mma(op, d); })
      .Case([&](tile_gpu::TensorWaitOp op) { return wait(op, d); })
      .Case([&](tile_gpu::TensorLoadOp op) { return load(op, d); })
      .Case([&](tile_gpu::TensorStoreOp op) { return store(op, d); })
      .Case([&](tile_gpu::TensorStoreScalesOp op) { return storeScales(op, d); })
      .Default(false);
}

} // namespace tilec::host
