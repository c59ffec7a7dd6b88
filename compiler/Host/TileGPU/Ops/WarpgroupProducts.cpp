// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of warpgroups: started here, done by the time of their wait (WarpgroupProducts.h). Each warp multiplies the
// rows and columns that its own sums need; it reads slots through the asynchronous proxy. Sums are as those of `mma`:
// double along K, rounded once for each product; integers wrap.
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Ops/MatrixElements.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Places.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
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
  /// For each place of the sums: its line.
  std::vector<uint32_t> lineOf;
  /// Where the chunks start that they touch.
  std::vector<uint32_t> chunks;
};

/// One operand of a product, for all warps.
struct Factor {
  Kind kind = Kind::F32;
  bool isUnsigned = false, isSlot = false;
  Slot slot; ///< the start of the slot, or the registers
  size_t slotBytes = 0;
  std::vector<Lines> lines; ///< of each warp
};

struct ProductDecoding {
  const Site *site = nullptr;
  Factor a, b;
  Kind sum = Kind::F32;
};

using ByteOf = std::function<uint32_t(uint64_t element)>;

/// `rowOrColumn`: the dimension of the sums that the operand has, too.
Lines linesOf(const Places &sums, uint32_t warp, const std::vector<int64_t> &shape, bool isA,
              std::pair<int64_t, int64_t> range, const ByteOf &byteOf) {
  LinearLayout whole(shape, {});
  unsigned n = unsigned(shape.size()) - 1, m = n - 1;
  Lines lines;
  lines.depth = size_t(range.second - range.first);
  std::map<std::vector<int64_t>, uint32_t> numbers;
  for (size_t place = 0; place < sums.perWarp(); ++place) {
    std::vector<int64_t> at = sums.layout.coordinatesOf(sums.element[sums.firstOf(warp) + place]);
    at[isA ? n : m] = 0;
    auto [known, isNew] = numbers.try_emplace(at, uint32_t(numbers.size()));
    for (int64_t k = range.first; isNew && k < range.second; ++k) {
      at[isA ? n : m] = k;
      lines.bytes.push_back(byteOf(whole.elementOf(at)));
    }
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

Factor factorOf(tile_gpu::WarpgroupMmaOp op, Decoder &decoder, Value value, const Places &sums, bool isA) {
  Factor factor;
  std::vector<int64_t> shape = op.product().shapeOf(isA ? MmaOperand::A : MmaOperand::B);
  factor.kind = *kindOf(op.elementTypeOfA());
  factor.isUnsigned = isA ? op.getUnsignedA() : op.getUnsignedB();
  factor.slot = decoder.operand(value);
  size_t bytes = bytesOf(factor.kind);
  auto buffer = dyn_cast<tile_gpu::BufferType>(value.getType());
  factor.isSlot = bool(buffer);
  std::optional<layout::LinearMap> offsets;
  if (buffer) {
    offsets = buffer.getElementAtOffset().inverse();
    factor.slotBytes = size_t(buffer.getStageBytes());
  }
  for (uint32_t warp = 0; warp < sums.layout.size(layout::Place::Warp); ++warp) {
    ByteOf byteOf = buffer ? ByteOf([&](uint64_t element) { return uint32_t(offsets->apply(element) * bytes); })
                           : registerBytes(*placesOf(value.getType()), warp, bytes);
    factor.lines.push_back(linesOf(sums, warp, shape, isA, op.rangeOfK(), byteOf));
  }
  return factor;
}

//===- Reading ---------------------------------------------------------------------------------------------------===//

/// Elements of all lines as doubles or 32-bit integers, from `base` on.
template <class T> std::vector<T> elementsAt(const Factor &factor, const Lines &lines, const char *base) {
  std::vector<T> values;
  values.reserve(lines.bytes.size());
  if constexpr (std::is_same_v<T, double>)
    withFloat(factor.kind, [&](auto tag) {
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
      values.push_back(factor.isUnsigned ? T(uint8_t(base[byte])) : T(int32_t(int8_t(base[byte]))));
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
  const Factor *factor;
  const Lines *lines;
  std::vector<char> registers;
  std::vector<uint8_t> registerFlags;
  size_t start = 0; ///< of the slot

  template <class T> std::vector<T> elements(const SharedMemory &shared) const {
    return elementsAt<T>(*factor, *lines, factor->isSlot ? shared.data + start : registers.data());
  }
  std::vector<uint8_t> undefined(const SharedMemory &shared) const {
    return factor->isSlot ? undefinedLines(*lines, shared.undefined + start, 1)
                          : undefinedLines(*lines, registerFlags.data(), bytesOf(factor->kind));
  }
};

template <class T>
void addProducts(const Reading &a, const Reading &b, const SharedMemory &shared, std::vector<T> &sums) {
  std::vector<T> x = a.elements<T>(shared), y = b.elements<T>(shared);
  size_t depth = a.lines->depth;
  for (size_t place = 0; place < sums.size(); ++place) {
    const T *row = &x[a.lines->lineOf[place] * depth], *column = &y[b.lines->lineOf[place] * depth];
    T sum = sums[place];
    for (size_t k = 0; k < depth; ++k)
      sum += row[k] * column[k];
    sums[place] = sum;
  }
}

void multiply(const Reading &a, const Reading &b, Kind kind, const SharedMemory &shared, ProductSums &sums) {
  size_t count = sums.undefined.size();
  if (isInteger(kind)) {
    std::vector<uint32_t> values(count);
    std::memcpy(values.data(), sums.elements.data(), sums.elements.size());
    addProducts(a, b, shared, values);
    std::memcpy(sums.elements.data(), values.data(), sums.elements.size());
  } else {
    withArithmeticFloat(kind, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      T *elements = reinterpret_cast<T *>(sums.elements.data());
      std::vector<double> values(count);
      for (size_t i = 0; i < count; ++i)
        values[i] = widen(elements[i]);
      addProducts(a, b, shared, values);
      for (size_t i = 0; i < count; ++i)
        elements[i] = narrow<T>(values[i]);
    });
  }
  std::vector<uint8_t> rows = a.undefined(shared), columns = b.undefined(shared);
  for (size_t place = 0; place < count; ++place)
    sums.undefined[place] =
        (sums.undefined[place] != 0) | rows[a.lines->lineOf[place]] | columns[b.lines->lineOf[place]];
}

//===- Starting --------------------------------------------------------------------------------------------------===//

/// The slot lies inside of shared memory; else a report.
bool isInside(Frame &frame, const Site &site, const Factor &factor, size_t start) {
  if (start + factor.slotBytes <= frame.shared->bytes)
    return true;
  frame.checker->report(frame, site,
                        llvm::formatv("{0} reaches byte {1} of shared memory, expected less than {2}", site.operation,
                                      start + factor.slotBytes - 1, frame.shared->bytes)
                            .str());
  return false;
}

/// Tells the race detector.
void recordReading(Frame &frame, const Site &site, const Reading &reading, Copy copy) {
  for (uint32_t chunk : reading.lines->chunks)
    frame.checker->ownAccess(frame, site, uintptr_t(frame.shared->data) + reading.start + chunk, kChunkBytes, false,
                             frame.warp * layout::kLanesPerWarp, std::nullopt, copy);
}

std::optional<Reading> beginReading(Frame &frame, const Site &site, const Factor &factor, Copy copy) {
  Reading reading{&factor, &factor.lines[frame.position], {}, {}, 0};
  if (factor.isSlot) {
    reading.start = *frame.at<uint64_t>(factor.slot);
    if (!isInside(frame, site, factor, reading.start))
      return std::nullopt;
    recordReading(frame, site, reading, copy);
    return reading;
  }
  const char *data = frame.at<char>(factor.slot);
  reading.registers.assign(data, data + factor.slot.bytes());
  reading.registerFlags.assign(frame.undefined(factor.slot), frame.undefined(factor.slot) + factor.slot.count);
  return reading;
}

WarpgroupProducts &productsOf(Frame &frame) {
  return frame.team->asynchrony().products[frame.warp];
}

void start(Frame &frame, std::shared_ptr<const ProductDecoding> op, std::optional<Slot> from, Slot result) {
  frame.team->pause(frame);
  Copy copy = frame.team->asynchrony().nextBulkCopy();
  std::optional<Reading> a = beginReading(frame, *op->site, op->a, copy),
                         b = beginReading(frame, *op->site, op->b, copy);
  if (!a || !b)
    return;
  ProductSums sums{std::vector<char>(result.bytes()), std::vector<uint8_t>(result.count)};
  uint64_t earlier = 0;
  if (from && frame.undefined(*from)[0] == kInFlight) {
    std::memcpy(&earlier, frame.at<char>(*from), sizeof earlier);
  } else if (from) {
    std::memcpy(sums.elements.data(), frame.at<char>(*from), from->bytes());
    std::memcpy(sums.undefined.data(), frame.undefined(*from), from->count);
  }
  SharedMemory &shared = *frame.shared;
  productsOf(frame).start(frame, copy, std::move(sums), earlier, result,
                          [=, &shared](ProductSums &into) { multiply(*a, *b, op->sum, shared, into); });
}

bool decodeMma(tile_gpu::WarpgroupMmaOp op, Decoder &decoder) {
  PlacesRef sums = placesOf(op.getType());
  auto decoding = std::make_shared<ProductDecoding>();
  decoding->site = decoder.site(op);
  decoding->a = factorOf(op, decoder, op.getA(), *sums, true);
  decoding->b = factorOf(op, decoder, op.getB(), *sums, false);
  decoding->sum = *kindOf(getElementTypeOrSelf(op.getType()));
  std::optional<Slot> from;
  if (op.getAccumulator())
    from = decoder.operand(op.getAccumulator());
  Slot result = decoder.define(op.getResult());
  decoder.emit([=](Frame &frame) { start(frame, decoding, from, result); });
  return true;
}

//===- Waiting ---------------------------------------------------------------------------------------------------===//

/// The tile behind a wait: its sums if they are there, else in flight as before.
void receive(Frame &frame, const Site &site, Slot from, Slot to) {
  std::memmove(frame.at<char>(to), frame.at<char>(from), to.bytes());
  std::memmove(frame.undefined(to), frame.undefined(from), to.count);
  if (frame.undefined(to)[0] != kInFlight)
    return;
  uint64_t number = 0;
  std::memcpy(&number, frame.at<char>(to), sizeof number);
  const ProductSums *sums = productsOf(frame).find(number);
  if (!sums)
    return;
  if (sums->elements.empty()) {
    frame.checker->report(frame, site, "the sums that are waited for have become another product's");
    return;
  }
  std::memcpy(frame.at<char>(to), sums->elements.data(), to.bytes());
  std::memcpy(frame.undefined(to), sums->undefined.data(), to.count);
}

bool decodeWait(tile_gpu::WarpgroupWaitOp op, Decoder &decoder) {
  SmallVector<Slot> from, to;
  for (Value sum : op.getSums())
    from.push_back(decoder.operand(sum));
  for (Value result : op.getResults())
    to.push_back(decoder.define(result));
  const Site *site = decoder.site(op);
  size_t pending = size_t(op.getPending());
  decoder.emit([=](Frame &frame) {
    frame.team->pause(frame);
    productsOf(frame).wait(frame, pending);
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

bool decodeWarpgroupProducts(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::WarpgroupMmaOp op) { return decodeMma(op, d); })
      .Case([&](tile_gpu::WarpgroupWaitOp op) { return decodeWait(op, d); })
      .Case([&](tile_gpu::BufferViewOp op) { return decodeView(op, d); })
      .Default(false);
}

} // namespace tilec::host
