// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Ops/ViewAccess.h"
#include <cmath>
#include <limits>

using namespace mlir;

namespace tilec::host {

/// Beyond every tensor, and far from overflow: what a start that leaves 62 bits becomes.
static constexpr uint64_t kFarOutside = uint64_t(1) << 62;

ViewAccess ViewAccess::decode(Operation *op, Decoder &decoder, Value view, ValueRange indices, bool inBounds) {
  auto type = cast<tile::ViewType>(view.getType());
  ViewAccess access;
  access.view = decoder.operand(view);
  access.tileShape = llvm::to_vector(type.getTileShape());
  access.steps = type.getSteps();
  if (auto gather = dyn_cast<tile::GatherScatterViewType>(type))
    access.gatherDimension = gather.getDimension();
  access.elementBytes = tile::storageBytes(type.getTensorView().getElementType());
  access.padding = type.getPadding();
  access.inBounds = inBounds;
  const Site *site = decoder.site(op);
  decoder.emitUseCheck(site, access.view, "view");
  for (Value index : indices) {
    access.indices.push_back(decoder.operand(index));
    decoder.emitUseCheck(site, access.indices.back(), "index");
  }
  return access;
}

static uint64_t readIndex(Frame &frame, const Slot &slot, size_t element) {
  return withInteger(slot.kind,
                     [&](auto integer) -> uint64_t { return frame.at<typename decltype(integer)::U>(slot)[element]; });
}

void ViewAccess::forEachRow(Frame &frame, llvm::function_ref<void(const TileRow &)> fn) const {
  size_t rank = tileShape.size();
  const int64_t *record = frame.at<int64_t>(view);
  const int64_t *extents = record + 1, *strides = extents + rank;
  // Coordinate in the tensor of element `i` of the tile along `dimension`.
  auto coordinate = [&](size_t dimension, uint64_t i) -> uint64_t {
    if (int64_t(dimension) == gatherDimension)
      return std::min(readIndex(frame, indices[dimension], i), kFarOutside);
    unsigned __int128 start = (unsigned __int128)readIndex(frame, indices[dimension], 0) * uint64_t(steps[dimension]);
    return start >= kFarOutside ? kFarOutside : uint64_t(start) + i;
  };
  size_t last = rank - 1;
  bool rowIsGathered = int64_t(last) == gatherDimension;
  uint32_t rowCount = rowIsGathered ? 1 : uint32_t(tileShape[last]);
  size_t rows = rowIsGathered ? tileShape[last] : 1;
  for (size_t i = 0; i < last; ++i)
    rows *= tileShape[i];
  for (size_t row = 0; row < rows; ++row) {
    TileRow run{row * rowCount, rowCount, rowCount, uintptr_t(record[0]), strides[last] * int64_t(elementBytes)};
    size_t rest = row;
    bool outside = false;
    uint64_t offset = 0;
    for (size_t dimension = rank; dimension-- > 0;) {
      bool along = dimension == last && !rowIsGathered;
      uint64_t within = along ? 0 : rest % uint64_t(tileShape[dimension]);
      if (!along)
        rest /= uint64_t(tileShape[dimension]);
      uint64_t at = coordinate(dimension, within), extent = uint64_t(extents[dimension]);
      outside |= at >= extent;
      if (along && at < extent)
        run.inside = uint32_t(std::min<uint64_t>(extent - at, rowCount));
      offset += at * uint64_t(strides[dimension]);
    }
    if (outside)
      run.inside = 0;
    run.address += offset * elementBytes;
    fn(run);
  }
}

uint64_t paddingBits(Kind kind, tile::Padding padding) {
  if (!isFloat(kind))
    return 0;
  double value = 0;
  switch (padding) {
  case tile::Padding::Zero:
    break;
  case tile::Padding::NegativeZero:
    value = -0.0;
    break;
  case tile::Padding::PositiveInf:
    value = std::numeric_limits<double>::infinity();
    break;
  case tile::Padding::NegativeInf:
    value = -std::numeric_limits<double>::infinity();
    break;
  case tile::Padding::NaN:
    value = std::numeric_limits<double>::quiet_NaN();
    break;
  }
  return withFloat(kind, [&](auto tag) -> uint64_t {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_same_v<T, float>)
      return std::bit_cast<uint32_t>(float(value));
    else if constexpr (std::is_same_v<T, double>)
      return std::bit_cast<uint64_t>(value);
    else if constexpr (std::is_same_v<T, E5M2>) // an infinity stays one here
      return encode(kE5M2, value, Rounding::NearestEven, Overflow::Ieee);
    else
      return narrow<T>(value).bits;
  });
}

} // namespace tilec::host
