// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products in registers. A warp multiplies what it holds itself: for each place of the accumulator the row of A
// and the column of B that the layouts put into some lane of the warp. Products and sums are as in the `tile` executor:
// double along K, rounded once; integers wrap.
#include "compiler/Host/Ops/MatrixElements.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Layout/PackedPairs.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include <cstring>
#include <numeric>

using namespace mlir;
using tilec::layout::LinearLayout;

namespace tilec::host {

namespace {

constexpr uint32_t kNowhere = ~0u;

/// What one warp multiplies, by places of its own.
struct WarpProduct {
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

WarpProduct productOf(const Places &a, const Places &b, const Places &sum, uint32_t warp) {
  unsigned n = sum.layout.rank() - 1, m = n - 1;
  WarpProduct product;
  product.depth = size_t(a.layout.shape()[n]);
  Lines rows(a, warp, n, product.depth, product.a), columns(b, warp, m, product.depth, product.b);
  for (size_t place = 0; place < sum.perWarp(); ++place) {
    std::vector<int64_t> at = sum.layout.coordinatesOf(sum.element[sum.firstOf(warp) + place]);
    product.rowOf.push_back(rows.lineAt(at));
    product.lineOf.push_back(columns.lineAt(at));
  }
  return product;
}

bool isComplete(const WarpProduct &product) {
  return !llvm::is_contained(product.a, kNowhere) && !llvm::is_contained(product.b, kNowhere);
}

template <class T> std::vector<T> gathered(const std::vector<uint32_t> &places, const std::vector<T> &values) {
  std::vector<T> lines;
  for (uint32_t place : places)
    lines.push_back(values[place]);
  return lines;
}

template <class T>
void multiply(const WarpProduct &product, const std::vector<T> &x, const std::vector<T> &y, T *__restrict sums) {
  std::vector<T> a = gathered(product.a, x), b = gathered(product.b, y);
  for (size_t place = 0; place < product.rowOf.size(); ++place) {
    const T *row = &a[product.rowOf[place] * product.depth], *column = &b[product.lineOf[place] * product.depth];
    T sum = sums[place];
    for (size_t k = 0; k < product.depth; ++k)
      sum += row[k] * column[k];
    sums[place] = sum;
  }
}

/// Whether anything in each line is undefined.
std::vector<uint8_t> undefinedLines(const std::vector<uint32_t> &places, size_t depth, const uint8_t *undefined) {
  std::vector<uint8_t> lines(places.size() / depth, 0);
  for (size_t i = 0; i < places.size(); ++i)
    lines[i / depth] |= undefined[places[i]];
  return lines;
}

using WarpProducts = std::shared_ptr<const std::vector<WarpProduct>>;

void emitUndefined(Decoder &decoder, WarpProducts products, Slot a, Slot b, Slot sum, Slot result) {
  decoder.emit([=](Frame &frame) {
    const WarpProduct &product = (*products)[frame.position];
    std::vector<uint8_t> rows = undefinedLines(product.a, product.depth, frame.undefined(a));
    std::vector<uint8_t> columns = undefinedLines(product.b, product.depth, frame.undefined(b));
    for (size_t place = 0; place < result.count; ++place)
      frame.undefined(result)[place] =
          frame.undefined(sum)[place] | rows[product.rowOf[place]] | columns[product.lineOf[place]];
  });
}

} // namespace

/// Each line times its scales; `scales`: the same lines, each `block` elements' scale once.
static std::vector<double> scaledLines(const std::vector<uint32_t> &places, const std::vector<double> &values,
                                       const std::vector<uint32_t> &scalePlaces, const std::vector<double> &scales) {
  size_t block = places.size() / scalePlaces.size();
  std::vector<double> lines = gathered(places, values), factors = gathered(scalePlaces, scales);
  for (size_t i = 0; i < lines.size(); ++i)
    lines[i] *= factors[i / block];
  return lines;
}

/// The places of gathered lines: one after the other.
static WarpProduct inOrder(WarpProduct product) {
  std::iota(product.a.begin(), product.a.end(), 0);
  std::iota(product.b.begin(), product.b.end(), 0);
  return product;
}

/// A scale is undefined for all its elements.
static bool decodeScaled(tile_gpu::ScaledMmaOp op, Decoder &decoder) {
  PlacesRef places[5];
  Slot slots[5];
  for (unsigned i = 0; i < 5; ++i) {
    places[i] = placesOf(op->getOperand(i).getType());
    slots[i] = decoder.operand(op->getOperand(i));
  }
  auto factors = std::make_shared<std::vector<WarpProduct>>(), scales = std::make_shared<std::vector<WarpProduct>>();
  for (uint32_t warp = 0; warp < places[4]->layout.size(layout::Place::Warp); ++warp) {
    factors->push_back(productOf(*places[0], *places[2], *places[4], warp));
    scales->push_back(productOf(*places[1], *places[3], *places[4], warp));
    if (!isComplete(factors->back()) || !isComplete(scales->back())) {
      decoder.unsupported(op, "a product whose factors are in other warps");
      return true;
    }
  }
  for (unsigned i = 0; i < 4; ++i)
    emitCopiesCheck(op, decoder, slots[i], places[i], i % 2 ? "scale" : "factor");
  Slot result = decoder.define(op.getResult()), a = slots[0], as = slots[1], b = slots[2], bs = slots[3],
       sum = slots[4];
  WarpProducts ofFactors = factors, ofScales = scales;
  decoder.emit([=](Frame &frame) {
    const WarpProduct &product = (*ofFactors)[frame.position], &scale = (*ofScales)[frame.position];
    std::vector<double> sums = widened(frame, sum);
    multiply(inOrder(product), scaledLines(product.a, widened(frame, a), scale.a, widened(frame, as)),
             scaledLines(product.b, widened(frame, b), scale.b, widened(frame, bs)), sums.data());
    narrowSums(frame, result, sums);
  });
  emitUndefined(decoder, ofFactors, a, b, sum, result);
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
  auto products = std::make_shared<std::vector<WarpProduct>>();
  for (uint32_t warp = 0; warp < places[2]->layout.size(layout::Place::Warp); ++warp) {
    products->push_back(productOf(*places[0], *places[1], *places[2], warp));
    if (!isComplete(products->back())) {
      decoder.unsupported(op, "a product whose factors are in other warps");
      return true;
    }
  }
  Slot a = decoder.operand(op.getA()), b = decoder.operand(op.getB()), sum = decoder.operand(op.getAccumulator());
  emitCopiesCheck(op, decoder, a, places[0], "factor");
  emitCopiesCheck(op, decoder, b, places[1], "factor");
  Slot result = decoder.define(op.getResult());
  bool unsignedA = op.getUnsignedA(), unsignedB = op.getUnsignedB();
  WarpProducts all = products;
  if (isInteger(result.kind))
    decoder.emit([=](Frame &frame) {
      std::vector<uint32_t> x = extendedFactor(frame, a, unsignedA), y = extendedFactor(frame, b, unsignedB);
      std::memmove(frame.at<char>(result), frame.at<char>(sum), result.bytes());
      multiply((*all)[frame.position], x, y, frame.at<uint32_t>(result));
    });
  else
    decoder.emit([=](Frame &frame) {
      std::vector<double> x = widenedFactor(frame, a), y = widenedFactor(frame, b), sums = widened(frame, sum);
      multiply((*all)[frame.position], x, y, sums.data());
      narrowSums(frame, result, sums);
    });
  emitUndefined(decoder, all, a, b, sum, result);
  return true;
}

} // namespace tilec::host
