// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MMAs in registers. A warp multiplies what it holds itself: for each place of the accumulator the row of A
// and the column of B that the layouts put into some lane of the warp. MMAs and accumulators are as in the `tile`
// executor: double along K, rounded once; integers wrap.
#include "compiler/Host/Ops/MatrixElements.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "dialects/Layout/PackedPairs.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include <cstring>
#include <numeric>

using namespace mlir;
using tilec::layout::LinearLayout;

namespace tilec::host {

namespace {

constexpr uint32_t kNowhere = ~0u;

/// What one warp multiplies, by places of its own.
struct WarpMma {
  size_t depth = 0;                    ///< along K
  std::vector<uint32_t> a, b;          ///< lines of `depth` elements: rows of A, columns of B
  std::vector<uint32_t> rowOf, lineOf; ///< for each place of the accumulator: its line in `a`, in `b`
};

/// The first place of the warp that has each element.
std::vector<uint32_t> placesIn(const Places &places, uint32_t warp) {
  std::vector<uint32_t> placeOf(size_t(places.layout.numElements()), kNowhere);
  for (size_t place = places.perWarp(); place-- > 0;)
    placeOf[places.element[places.firstOf(warp) + place]] = uint32_t(place);
  return placeOf;
}

/// Rows or columns that a warp needs, found on first use.
class Lines {
public:
  Lines(const Places &places, uint32_t warp, unsigned alongK, size_t depth, std::vector<uint32_t> &lines)
      : layout(places.layout), placeOf(placesIn(places, warp)), alongK(alongK), depth(depth), lines(lines) {}

  /// The number of the line through the element.
  uint32_t lineAt(std::vector<int64_t> coordinates) {
    coordinates[alongK] = 0;
    auto [known, isNew] = numbers.try_emplace(coordinates, uint32_t(numbers.size()));
    for (size_t k = 0; isNew && k < depth; ++k) {
      coordinates[alongK] = int64_t(k);
      lines.push_back(placeOf[layout.elementOf(coordinates)]);
    }
    return known->second;
  }

private:
  const LinearLayout &layout;
  std::vector<uint32_t> placeOf;
  unsigned alongK;
  size_t depth;
  std::vector<uint32_t> &lines;
  std::map<std::vector<int64_t>, uint32_t> numbers;
};

WarpMma mmaOf(const Places &a, const Places &b, const Places &accumulator, uint32_t warp) {
  unsigned n = accumulator.layout.rank() - 1, m = n - 1;
  WarpMma mma;
  mma.depth = size_t(a.layout.shape()[n]);
  Lines rows(a, warp, n, mma.depth, mma.a), columns(b, warp, m, mma.depth, mma.b);
  for (size_t place = 0; place < accumulator.perWarp(); ++place) {
    std::vector<int64_t> at = accumulator.layout.coordinatesOf(accumulator.element[accumulator.firstOf(warp) + place]);
    mma.rowOf.push_back(rows.lineAt(at));
    mma.lineOf.push_back(columns.lineAt(at));
  }
  return mma;
}

bool isComplete(const WarpMma &mma) {
  return !llvm::is_contained(mma.a, kNowhere) && !llvm::is_contained(mma.b, kNowhere);
}

template <class T> std::vector<T> gathered(const std::vector<uint32_t> &places, const std::vector<T> &values) {
  std::vector<T> lines;
  for (uint32_t place : places)
    lines.push_back(values[place]);
  return lines;
}

template <class T>
void multiply(const WarpMma &mma, const std::vector<T> &x, const std::vector<T> &y, T *__restrict accumulators) {
  std::vector<T> a = gathered(mma.a, x), b = gathered(mma.b, y);
  for (size_t place = 0; place < mma.rowOf.size(); ++place) {
    const T *row = &a[mma.rowOf[place] * mma.depth], *column = &b[mma.lineOf[place] * mma.depth];
    T accumulator = accumulators[place];
    for (size_t k = 0; k < mma.depth; ++k)
      accumulator += row[k] * column[k];
    accumulators[place] = accumulator;
  }
}

/// Whether anything in each line is undefined.
std::vector<uint8_t> undefinedLines(const std::vector<uint32_t> &places, size_t depth, const uint8_t *undefined) {
  std::vector<uint8_t> lines(places.size() / depth, 0);
  for (size_t i = 0; i < places.size(); ++i)
    lines[i / depth] |= undefined[places[i]];
  return lines;
}

using WarpMmas = std::shared_ptr<const std::vector<WarpMma>>;

void emitUndefined(Decoder &decoder, WarpMmas mmas, Slot a, Slot b, Slot accumulator, Slot result) {
  decoder.emit([=](Frame &frame) {
    const WarpMma &mma = (*mmas)[frame.position];
    std::vector<uint8_t> rows = undefinedLines(mma.a, mma.depth, frame.undefined(a));
    std::vector<uint8_t> columns = undefinedLines(mma.b, mma.depth, frame.undefined(b));
    for (size_t place = 0; place < result.count; ++place)
      frame.undefined(result)[place] =
          frame.undefined(accumulator)[place] | rows[mma.rowOf[place]] | columns[mma.lineOf[place]];
  });
}

} // namespace

/// Each line times its scales; `scales`: the same lines, each `block` elements' scale once.
static std::vector<double> scaledLines(const std::vector<uint32_t> &places, const std::vector<double> &values,
                                       const std::vector<uint32_t> &scalePlaces, const std::vector<double> &scales) {
  size_t block = places.size() / scalePlaces.size();
  std::vector<double> lines = gathered(places, values), mmaOperands = gathered(scalePlaces, scales);
  for (size_t i = 0; i < lines.size(); ++i)
    lines[i] *= mmaOperands[i / block];
  return lines;
}

/// The places of gathered lines: one after the other.
static WarpMma inOrder(WarpMma mma) {
  std::iota(mma.a.begin(), mma.a.end(), 0);
  std::iota(mma.b.begin(), mma.b.end(), 0);
  return mma;
}

/// A scale is undefined for all its elements.
static bool decodeScaled(tile_gpu::ScaledMmaOp op, Decoder &decoder) {
  PlacesRef places[5];
  Slot slots[5];
  for (unsigned i = 0; i < 5; ++i) {
    places[i] = placesOf(op->getOperand(i).getType());
    slots[i] = decoder.operand(op->getOperand(i));
  }
  auto mmaOperands = std::make_shared<std::vector<WarpMma>>(), scales = std::make_shared<std::vector<WarpMma>>();
  for (uint32_t warp = 0; warp < places[4]->layout.size(layout::Place::Warp); ++warp) {
    mmaOperands->push_back(mmaOf(*places[0], *places[2], *places[4], warp));
    scales->push_back(mmaOf(*places[1], *places[3], *places[4], warp));
    if (!isComplete(mmaOperands->back()) || !isComplete(scales->back())) {
      decoder.unsupported(op, "an MMA whose operands are in other warps");
      return true;
    }
  }
  for (unsigned i = 0; i < 4; ++i)
    emitCopiesCheck(op, decoder, slots[i], places[i], i % 2 ? "scale" : "operand");
  Slot result = decoder.define(op.getResult()), a = slots[0], as = slots[1], b = slots[2], bs = slots[3],
       accumulator = slots[4];
  WarpMmas ofOperands = mmaOperands, ofScales = scales;
  decoder.emit([=](Frame &frame) {
    const WarpMma &mma = (*ofOperands)[frame.position], &scale = (*ofScales)[frame.position];
    std::vector<double> accumulators = widened(frame, accumulator);
    multiply(inOrder(mma), scaledLines(mma.a, widened(frame, a), scale.a, widened(frame, as)),
             scaledLines(mma.b, widened(frame, b), scale.b, widened(frame, bs)), accumulators.data());
    narrowAccumulators(frame, result, accumulators);
  });
  emitUndefined(decoder, ofOperands, a, b, accumulator, result);
  emitUndefined(decoder, ofScales, as, bs, result, result);
  return true;
}

/// Two elements of four bits to a byte, in registers one bit of whose number tells them apart.
static bool decodePack(tile_gpu::PackFoursOp op, Decoder &decoder) {
  PlacesRef places = placesOf(op.getSource().getType());
  size_t pair = size_t(1) << *layout::pairBit(places->layout, unsigned(op.getDimension()));
  Slot source = decoder.operand(op.getSource()), result = decoder.define(op.getResult());
  decoder.emit([=](Frame &frame) {
    for (size_t i = 0; i < result.count; ++i) {
      size_t first = (i & (pair - 1)) | (i & ~(pair - 1)) << 1, second = first | pair;
      const uint8_t *fours = frame.at<uint8_t>(source), *undefined = frame.undefined(source);
      frame.at<uint8_t>(result)[i] = uint8_t((fours[first] & 15) | fours[second] << 4);
      frame.undefined(result)[i] = undefined[first] | undefined[second];
    }
  });
  return true;
}

bool decodeGPUMatrix(Operation *operation, Decoder &decoder) {
  if (auto pack = dyn_cast<tile_gpu::PackFoursOp>(operation))
    return decodePack(pack, decoder);
  if (auto scaled = dyn_cast<tile_gpu::ScaledMmaOp>(operation))
    return decodeScaled(scaled, decoder);
  auto op = dyn_cast<tile_gpu::MmaOp>(operation);
  if (!op)
    return false;
  PlacesRef places[] = {placesOf(op.getA().getType()), placesOf(op.getB().getType()), placesOf(op.getType())};
  auto mmas = std::make_shared<std::vector<WarpMma>>();
  for (uint32_t warp = 0; warp < places[2]->layout.size(layout::Place::Warp); ++warp) {
    mmas->push_back(mmaOf(*places[0], *places[1], *places[2], warp));
    if (!isComplete(mmas->back())) {
      decoder.unsupported(op, "an MMA whose operands are in other warps");
      return true;
    }
  }
  Slot a = decoder.operand(op.getA()), b = decoder.operand(op.getB()),
       accumulator = decoder.operand(op.getAccumulator());
  emitCopiesCheck(op, decoder, a, places[0], "operand");
  emitCopiesCheck(op, decoder, b, places[1], "operand");
  Slot result = decoder.define(op.getResult());
  bool unsignedA = op.getUnsignedA(), unsignedB = op.getUnsignedB();
  WarpMmas all = mmas;
  if (isInteger(result.kind))
    decoder.emit([=](Frame &frame) {
      std::vector<uint32_t> x = extendedOperand(frame, a, unsignedA), y = extendedOperand(frame, b, unsignedB);
      std::memmove(frame.at<char>(result), frame.at<char>(accumulator), result.bytes());
      multiply((*all)[frame.position], x, y, frame.at<uint32_t>(result));
    });
  else
    decoder.emit([=](Frame &frame) {
      std::vector<double> x = widenedOperand(frame, a), y = widenedOperand(frame, b),
                          accumulators = widened(frame, accumulator);
      multiply((*all)[frame.position], x, y, accumulators.data());
      narrowAccumulators(frame, result, accumulators);
    });
  emitUndefined(decoder, all, a, b, accumulator, result);
  return true;
}

} // namespace tilec::host
