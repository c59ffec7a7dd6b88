// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/NamedLayouts.h"
#include <algorithm>
#include <cassert>
#include <numeric>

namespace tilec::layout {

namespace {
/// Hands out the bits of a shape's coordinates, lowest first in each dimension.
class CoordinateBits {
public:
  explicit CoordinateBits(const std::vector<int64_t> &shape) : whole(shape, {}), used(shape.size(), 0) {}

  /// Appends up to `count` bits along `dimension` to `bases`; bits that the tile does not have are zero (replication)
  /// if `fill`, else left out.
  void take(unsigned dimension, unsigned count, bool fill, std::vector<uint64_t> &bases) {
    BitRange range = whole.dimensionBits(dimension);
    for (unsigned i = 0; i < count; ++i) {
      if (used[dimension] < range.count)
        bases.push_back(uint64_t(1) << (range.first + used[dimension]++));
      else if (fill)
        bases.push_back(0);
    }
  }
  unsigned left(unsigned dimension) const {
    return whole.dimensionBits(dimension).count - used[dimension];
  }

private:
  LinearLayout whole;
  std::vector<unsigned> used;
};
} // namespace

LinearLayout blocked(const std::vector<int64_t> &shape, const Blocking &blocking) {
  LinearLayout::Bases bases;
  CoordinateBits bits(shape);
  auto &[registers, lanes, warps, ctas] = bases;
  for (int64_t d : blocking.order)
    bits.take(d, log2OfExtent(blocking.elementsPerLane[d]), false, registers);
  for (int64_t d : blocking.order)
    bits.take(d, log2OfExtent(blocking.lanesPerWarp[d]), true, lanes);
  for (int64_t d : blocking.order)
    bits.take(d, log2OfExtent(blocking.warps[d]), true, warps);
  for (int64_t d : blocking.order)
    bits.take(d, bits.left(d), false, registers);
  return LinearLayout(shape, bases);
}

/// Deals `count` (a power of two) out over the dimensions in order, as much as each can still take; what is left goes
/// to the slowest, where it becomes replication.
static std::vector<int64_t> deal(int64_t count, const std::vector<int64_t> &order, std::vector<int64_t> &room) {
  std::vector<int64_t> result(room.size(), 1);
  for (int64_t d : order) {
    result[d] = std::min(count, room[d]);
    room[d] /= result[d];
    count /= result[d];
  }
  if (!order.empty())
    result[order.back()] *= count;
  return result;
}

LinearLayout blockedInOrder(const std::vector<int64_t> &shape, const std::vector<int64_t> &order,
                            int64_t elementsPerLane, unsigned numWarps) {
  if (shape.empty())
    return replicated(shape, numWarps);
  std::vector<int64_t> room = shape;
  Blocking blocking;
  blocking.order = order;
  blocking.elementsPerLane.assign(shape.size(), 1);
  int64_t fastest = order.front();
  blocking.elementsPerLane[fastest] = std::min(elementsPerLane, room[fastest]);
  room[fastest] /= blocking.elementsPerLane[fastest];
  blocking.lanesPerWarp = deal(kLanesPerWarp, order, room);
  blocking.warps = deal(numWarps, order, room);
  return blocked(shape, blocking);
}

LinearLayout replicated(const std::vector<int64_t> &shape, unsigned numWarps) {
  LinearLayout::Bases bases;
  CoordinateBits bits(shape);
  for (unsigned d = shape.size(); d-- > 0;)
    bits.take(d, bits.left(d), false, bases[0]);
  bases[unsigned(Place::Lane)].assign(log2OfExtent(kLanesPerWarp), 0);
  bases[unsigned(Place::Warp)].assign(log2OfExtent(numWarps), 0);
  return LinearLayout(shape, bases);
}

LinearLayout slice(const LinearLayout &parent, unsigned dimension) {
  std::vector<int64_t> shape = parent.shape();
  shape.erase(shape.begin() + dimension);
  return parent.reduced(dimension).reshaped(std::move(shape));
}

LinearLayout scanOrder(const std::vector<int64_t> &shape, unsigned axis, unsigned numWarps) {
  std::vector<int64_t> order(shape.size());
  std::iota(order.rbegin(), order.rend(), 0);
  auto position = std::find(order.begin(), order.end(), int64_t(axis));
  std::rotate(order.begin(), position, position + 1);
  // All of the axis that lanes and warps cannot take goes to the registers of one lane.
  int64_t perLane = std::max<int64_t>(1, shape[axis] / (int64_t(kLanesPerWarp) * numWarps));
  return blockedInOrder(shape, order, perLane, numWarps);
}

} // namespace tilec::layout
