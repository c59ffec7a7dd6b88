// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/PackedPairs.h"
#include "dialects/Layout/NamedLayouts.h"
#include <algorithm>
#include <cassert>

namespace tilec::layout {

/// The element next to the first one along `dimension`.
static uint64_t neighbour(const LinearLayout &layout, unsigned dimension) {
  assert(layout.dimensionBits(dimension).count > 0 && "a pair needs two elements");
  return uint64_t(1) << layout.dimensionBits(dimension).first;
}

/// The only place bit along which elements and their neighbours lie, if it leads to nothing else.
static std::optional<PlaceBit> placeOfPairs(const LinearLayout &layout, uint64_t neighbour) {
  std::optional<PlaceBit> found;
  for (unsigned place = 0; place < kNumPlaces; ++place)
    for (unsigned bit = 0; bit < layout.bits(Place(place)).count; ++bit) {
      uint64_t basis = layout.basis(Place(place), bit);
      if ((basis & neighbour) == 0)
        continue;
      if (found || basis != neighbour)
        return std::nullopt;
      found = PlaceBit{Place(place), bit};
    }
  return found;
}

std::optional<unsigned> pairBit(const LinearLayout &layout, unsigned dimension) {
  std::optional<PlaceBit> place = placeOfPairs(layout, neighbour(layout, dimension));
  return place && place->place == Place::Register ? std::optional(place->bit) : std::nullopt;
}

std::optional<LinearLayout> packedPairs(const LinearLayout &layout, unsigned dimension) {
  std::optional<unsigned> pair = pairBit(layout, dimension);
  if (!pair)
    return std::nullopt;
  unsigned position = layout.dimensionBits(dimension).first;
  LinearLayout::Bases bases = layout.bases();
  std::vector<uint64_t> &registers = bases[unsigned(Place::Register)];
  registers.erase(registers.begin() + *pair);
  for (std::vector<uint64_t> &place : bases)
    for (uint64_t &basis : place)
      basis = (basis & ((uint64_t(1) << position) - 1)) | basis >> (position + 1) << position;
  std::vector<int64_t> shape = layout.shape();
  shape[dimension] /= 2;
  return LinearLayout(shape, bases);
}

LinearLayout withPairs(const LinearLayout &layout, unsigned dimension) {
  std::optional<PlaceBit> place = placeOfPairs(layout, neighbour(layout, dimension));
  if (place && place->place == Place::Register)
    return layout;
  // The lanes that have the two change one element of each pair for another.
  if (place && layout.bits(Place::Register).count > 0) {
    LinearLayout::Bases bases = layout.bases();
    std::swap(bases[unsigned(Place::Register)].front(), bases[unsigned(place->place)][place->bit]);
    return LinearLayout(layout.shape(), bases);
  }
  std::vector<int64_t> order = {int64_t(dimension)};
  for (unsigned d = layout.rank(); d-- > 0;)
    if (d != dimension)
      order.push_back(d);
  constexpr int64_t kTogether = 16;
  return blockedInOrder(layout.shape(), order, std::min(kTogether, layout.shape()[dimension]),
                        layout.size(Place::Warp));
}

} // namespace tilec::layout
