// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// warpgroup MMAs: started here, done by the time of their wait (WarpgroupMmas.h). Each warp multiplies the
// rows and columns that its own accumulators need; it reads slots through the asynchronous proxy. Accumulators are as
// those of `mma`: double along K, rounded once for each MMA; integers wrap.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Ops/MatrixElements.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Places.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::MmaOperand;

namespace tilec::host {

namespace {

/// What the race detector is told of at once.
constexpr uint32_t kChunkBytes = 16;

/// Rows of A or columns of B that one warp needs, one after the other: where their elements lie, in bytes from the
/// start of a slot or of the warp's registers.
struct Lines {
  size_t depth = 0;
  std::vector<uint32_t> bytes;
  /// For each place of the accumulators: its line.
  std::vector<uint32_t> lineOf;
  /// Where the chunks start that they touch.
  std::vector<uint32_t> chunks;
};

/// One operand of an MMA, for all warps.
struct Operand {
  Kind kind = Kind::F32;
  bool isUnsigned = false, isSlot = false;
  Slot slot; ///< the start of the slot, or the registers
  size_t slotBytes = 0;
  std::vector<Lines> lines; ///< of each warp
};

struct MmaDecoding {
  const Site *site = nullptr;
  Operand a, b;
  Kind accumulator = Kind::F32;
};

using ByteOf = std::function<uint32_t(uint64_t element)>;

/// `rowOrColumn`: the dimension of the accumulators that the operand has, too.
Lines linesOf(const Places &accumulators, uint32_t warp, const std::vector<int64_t> &shape, bool isA,
              std::pair<int64_t, int64_t> range, const ByteOf &byteOf) {
  const LinearLayout whole(shape, {}), &result = accumulators.layout;
  unsigned n = unsigned(shape.size()) - 1, m = n - 1, alongK = isA ? n : m;
  // The operand's element at the coordinates of one of the accumulators, and 0 along K.
  auto lineThrough = [&](uint64_t accumulator) {
    uint64_t element = 0;
    for (unsigned d = 0; d <= n; ++d)
      if (d != alongK)
        element |= (accumulator & result.dimensionBits(d).mask()) >> result.dimensionBits(d).first
                                                                         << whole.dimensionBits(d).first;
    return element;
  };
  Lines lines;
  lines.depth = size_t(range.second - range.first);
  llvm::DenseMap<uint64_t, uint32_t> numbers;
  for (size_t place = 0; place < accumulators.perWarp(); ++place) {
    uint64_t line = lineThrough(accumulators.element[accumulators.firstOf(warp) + place]);
    auto [known, isNew] = numbers.try_emplace(line, uint32_t(numbers.size()));
    for (int64_t k = range.first; isNew && k < range.second; ++k)
      lines.bytes.push_back(byteOf(line | uint64_t(k) << whole.dimensionBits(alongK).first));
    lines.lineOf.push_back(known->second);
  }
  for (uint32_t byte : lines.bytes)
    lines.chunks.push_back(byte / kChunkBytes * kChunkBytes);
  llvm::sort(lines.chunks);
  lines.chunks.erase(llvm::unique(lines.chunks), lines.chunks.end());
  return lines;
}

/// Finds the bytes of a tile in registers: for each element the warp's first register that has it.
ByteOf registerBytes(const Places &places, uint32_t warp, size_t elementBytes) {
  auto placeOf = std::make_shared<std::map<uint64_t, uint32_t>>();
  for (size_t place = 0; place < places.perWarp(); ++place)
    placeOf->try_emplace(places.element[places.firstOf(warp) + place], uint32_t(place * elementBytes));
  return [placeOf](uint64_t element) { return placeOf->at(element); };
}

Operand operandOf(tile_gpu::WarpgroupMmaOp op, Decoder &decoder, Value value, const Places &accumulators, bool isA) {
  Operand mmaOperand;
  std::vector<int64_t> shape = op.mma().shapeOf(isA ? MmaOperand::A : MmaOperand::B);
  mmaOperand.kind = *kindOf(op.elementTypeOfA());
  mmaOperand.isUnsigned = isA ? op.getUnsignedA() : op.getUnsignedB();
  mmaOperand.slot = decoder.operand(value);
  size_t bytes = bytesOf(mmaOperand.kind);
  auto buffer = dyn_cast<tile_gpu::BufferType>(value.getType());
  mmaOperand.isSlot = bool(buffer);
  std::optional<layout::LinearMap> offsets;
  if (buffer) {
    offsets = buffer.getElementAtOffset().inverse();
    mmaOperand.slotBytes = size_t(buffer.getStageBytes());
  }
  for (uint32_t warp = 0; warp < accumulators.layout.size(layout::Place::Warp); ++warp) {
    ByteOf byteOf = buffer ? ByteOf([&](uint64_t element) { return uint32_t(offsets->apply(element) * bytes); })
                           : registerBytes(*placesOf(value.getType()), warp, bytes);
    mmaOperand.lines.push_back(linesOf(accumulators, warp, shape, isA, op.rangeOfK(), byteOf));
  }
  return mmaOperand;
}

//===- Reading ---------------------------------------------------------------------------------------------------===//

/// Elements of all lines as doubles or 32-bit integers, from `base` on.
template <class T> std::vector<T> elementsAt(const Operand &mmaOperand, const Lines &lines, const char *base) {
  std::vector<T> values;
  values.reserve(lines.bytes.size());
  if constexpr (std::is_same_v<T, double>)
    withFloat(mmaOperand.kind, [&](auto tag) {
      typename decltype(tag)::Type element;
      for (uint32_t byte : lines.bytes) {
        std::memcpy(&element, base + byte, sizeof element);
        if constexpr (std::is_same_v<decltype(element), TF32>)
          element.bits &= ~uint32_t(0x1fff);
        values.push_back(widen(element));
      }
    });
  else
    for (uint32_t byte : lines.bytes)
      values.push_back(mmaOperand.isUnsigned ? T(uint8_t(base[byte])) : T(int32_t(int8_t(base[byte]))));
  return values;
}

std::vector<uint8_t> undefinedLines(const Lines &lines, const uint8_t *flags, size_t bytesOfFlag) {
  std::vector<uint8_t> result(lines.bytes.size() / lines.depth, 0);
  for (size_t i = 0; i < lines.bytes.size(); ++i)
    result[i / lines.depth] |= flags[lines.bytes[i] / bytesOfFlag] != 0;
  return result;
}

/// What a warp reads: a slot as it is then, or registers as they are at the start.
struct Reading {
  const Operand *mmaOperand;
  const Lines *lines;
  std::vector<char> registers;
  std::vector<uint8_t> registerFlags;
  size_t start = 0; ///< of the slot

  template <class T> std::vector<T> elements(const SharedMemory &shared) const {
    return elementsAt<T>(*mmaOperand, *lines, mmaOperand->isSlot ? shared.data + start : registers.data());
  }
  std::vector<uint8_t> undefined(const SharedMemory &shared) const {
    return mmaOperand->isSlot ? undefinedLines(*lines, shared.undefined + start, 1)
                              : undefinedLines(*lines, registerFlags.data(), bytesOf(mmaOperand->kind));
  }
};

template <class T>
void addMmas(const Reading &a, const Reading &b, const SharedMemory &shared, std::vector<T> &accumulators) {
  std::vector<T> x = a.elements<T>(shared), y = b.elements<T>(shared);
  size_t depth = a.lines->depth;
  for (size_t place = 0; place < accumulators.size(); ++place) {
    const T *row = &x[a.lines->lineOf[place] * depth], *column = &y[b.lines->lineOf[place] * depth];
    T accumulator = accumulators[place];
    for (size_t k = 0; k < depth; ++k)
      accumulator += row[k] * column[k];
    accumulators[place] = accumulator;
  }
}

void multiply(const Reading &a, const Reading &b, Kind kind, const SharedMemory &shared,
              MmaAccumulators &accumulators) {
  size_t count = accumulators.undefined.size();
  if (isInteger(kind)) {
    std::vector<uint32_t> values(count);
    std::memcpy(values.data(), accumulators.elements.data(), accumulators.elements.size());
    addMmas(a, b, shared, values);
    std::memcpy(accumulators.elements.data(), values.data(), accumulators.elements.size());
  } else {
    withArithmeticFloat(kind, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T *elements = reinterpret_cast<T *>(accumulators.elements.data());
      std::vector<double> values(count);
      for (size_t i = 0; i < count; ++i)
        values[i] = widen(elements[i]);
      addMmas(a, b, shared, values);
      for (size_t i = 0; i < count; ++i)
        elements[i] = narrow<T>(values[i]);
    });
  }
  std::vector<uint8_t> rows = a.undefined(shared), columns = b.undefined(shared);
  for (size_t place = 0; place < count; ++place)
    accumulators.undefined[place] =
        (accumulators.undefined[place] != 0) | rows[a.lines->lineOf[place]] | columns[b.lines->lineOf[place]];
}

//===- Starting --------------------------------------------------------------------------------------------------===//

/// The slot lies inside of shared memory; else a report.
bool isInside(Frame &frame, const Site &site, const Operand &mmaOperand, size_t start) {
  if (start + mmaOperand.slotBytes <= frame.shared->bytes)
    return true;
  frame.checker->report(frame, site,
                        llvm::formatv("{0} reaches byte {1} of shared memory, expected less than {2}", site.operation,
                                      start + mmaOperand.slotBytes - 1, frame.shared->bytes)
                            .str());
  return false;
}

/// Tells the race detector.
void recordReading(Frame &frame, const Site &site, const Reading &reading, Copy copy) {
  for (uint32_t chunk : reading.lines->chunks)
    frame.checker->ownAccess(frame, site, uintptr_t(frame.shared->data) + reading.start + chunk, kChunkBytes, false,
                             frame.warp * layout::kLanesPerWarp, std::nullopt, copy);
}

std::optional<Reading> beginReading(Frame &frame, const Site &site, const Operand &mmaOperand, Copy copy) {
  Reading reading{&mmaOperand, &mmaOperand.lines[frame.position], {}, {}, 0};
  if (mmaOperand.isSlot) {
    reading.start = *frame.at<uint64_t>(mmaOperand.slot);
    if (!isInside(frame, site, mmaOperand, reading.start))
      return std::nullopt;
    recordReading(frame, site, reading, copy);
    return reading;
  }
  const char *data = frame.at<char>(mmaOperand.slot);
  reading.registers.assign(data, data + mmaOperand.slot.bytes());
  reading.registerFlags.assign(frame.undefined(mmaOperand.slot),
                               frame.undefined(mmaOperand.slot) + mmaOperand.slot.count);
  return reading;
}

WarpgroupMmas &mmasOf(Frame &frame) {
  return frame.team->asynchrony().mmas[frame.warp];
}

void start(Frame &frame, std::shared_ptr<const MmaDecoding> op, std::optional<Slot> from, Slot result) {
  frame.team->pause(frame);
  Copy copy = frame.team->asynchrony().nextBulkCopy();
  std::optional<Reading> a = beginReading(frame, *op->site, op->a, copy),
                         b = beginReading(frame, *op->site, op->b, copy);
  if (!a || !b)
    return;
  MmaAccumulators accumulators{std::vector<char>(result.bytes()), std::vector<uint8_t>(result.count)};
  uint64_t earlier = 0;
  if (from && frame.undefined(*from)[0] == kInFlight) {
    std::memcpy(&earlier, frame.at<char>(*from), sizeof earlier);
  } else if (from) {
    std::memcpy(accumulators.elements.data(), frame.at<char>(*from), from->bytes());
    std::memcpy(accumulators.undefined.data(), frame.undefined(*from), from->count);
  }
  SharedMemory &shared = *frame.shared;
  mmasOf(frame).start(frame, copy, std::move(accumulators), earlier, result,
                      [=, &shared](MmaAccumulators &into) { multiply(*a, *b, op->accumulator, shared, into); });
}

bool decodeMma(tile_gpu::WarpgroupMmaOp op, Decoder &decoder) {
  PlacesRef accumulators = placesOf(op.getType());
  auto decoding = std::make_shared<MmaDecoding>();
  decoding->site = decoder.site(op);
  decoding->a = operandOf(op, decoder, op.getA(), *accumulators, true);
  decoding->b = operandOf(op, decoder, op.getB(), *accumulators, false);
  decoding->accumulator = *kindOf(getElementTypeOrSelf(op.getType()));
  std::optional<Slot> from;
  if (op.getAccumulator())
    from = decoder.operand(op.getAccumulator());
  Slot result = decoder.define(op.getResult());
  decoder.emit([=](Frame &frame) { start(frame, decoding, from, result); });
  return true;
}

//===- Waiting ---------------------------------------------------------------------------------------------------===//

/// The tile behind a wait: its accumulators if they are there, else in flight as before.
void receive(Frame &frame, const Site &site, Slot from, Slot to) {
  std::memmove(frame.at<char>(to), frame.at<char>(from), to.bytes());
  std::memmove(frame.undefined(to), frame.undefined(from), to.count);
  if (frame.undefined(to)[0] != kInFlight)
    return;
  uint64_t number = 0;
  std::memcpy(&number, frame.at<char>(to), sizeof number);
  const MmaAccumulators *accumulators = mmasOf(frame).find(number);
  if (!accumulators)
    return;
  if (accumulators->elements.empty()) {
    frame.checker->report(frame, site, "the accumulators that are waited for have become another MMA's");
    return;
  }
  std::memcpy(frame.at<char>(to), accumulators->elements.data(), to.bytes());
  std::memcpy(frame.undefined(to), accumulators->undefined.data(), to.count);
}

bool decodeWait(tile_gpu::WarpgroupWaitOp op, Decoder &decoder) {
  SmallVector<Slot> from, to;
  for (Value accumulator : op.getAccumulators())
    from.push_back(decoder.operand(accumulator));
  for (Value result : op.getResults())
    to.push_back(decoder.define(result));
  const Site *site = decoder.site(op);
  size_t pending = size_t(op.getPending());
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    mmasOf(frame).wait(frame, pending);
    for (auto [source, result] : llvm::zip_equal(from, to))
      receive(frame, *site, source, result);
  });
  return true;
}

bool decodeView(tile_gpu::BufferViewOp op, Decoder &decoder) {
  Slot from = decoder.operand(op.getBuffer());
  decoder.emitCopy(decoder.define(op.getResult()), from);
  return true;
}

} // namespace

bool decodeWarpgroupMmas(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::WarpgroupMmaOp op) { return decodeMma(op, d); })
      .Case([&](tile_gpu::WarpgroupWaitOp op) { return decodeWait(op, d); })
      .Case([&](tile_gpu::BufferViewOp op) { return decodeView(op, d); })
      .Default(false);
}

} // namespace tilec::host
