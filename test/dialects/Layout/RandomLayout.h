// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random linear layouts, surjective or not, for tests of the algebra against brute force.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include <algorithm>
#include <random>

namespace tilec::layout::test {

using Random = std::mt19937;

inline unsigned below(Random &random, unsigned limit) {
  return std::uniform_int_distribution<unsigned>(0, limit - 1)(random);
}

inline std::vector<int64_t> randomShape(Random &random, unsigned maxBits) {
  std::vector<int64_t> shape(below(random, 4));
  unsigned bits = below(random, maxBits + 1);
  if (shape.empty())
    return shape;
  std::fill(shape.begin(), shape.end(), 1);
  for (unsigned i = 0; i < bits; ++i)
    shape[below(random, shape.size())] *= 2;
  return shape;
}

/// Any bases at all: XORs of coordinates, replication, elements without a place.
inline LinearLayout randomLayout(Random &random, std::vector<int64_t> shape) {
  LinearLayout::Bases bases;
  uint64_t elements = LinearLayout(shape, {}).numElements();
  const unsigned limits[] = {4, 4, 3, 2};
  for (unsigned place = 0; place < kNumPlaces; ++place)
    bases[place].resize(below(random, limits[place]));
  for (auto &place : bases)
    for (uint64_t &basis : place)
      basis = std::uniform_int_distribution<uint64_t>(0, elements - 1)(random);
  return LinearLayout(shape, bases);
}

/// Single bits in random order, spread over places, with some zero bases between: coordinate-wise and surjective.
inline LinearLayout randomPermutationLayout(Random &random, std::vector<int64_t> shape, unsigned laneBits,
                                            unsigned warpBits) {
  LinearLayout empty(shape, {});
  unsigned elementBits = empty.asMap().numOutputs();
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < elementBits; ++bit)
    columns.push_back(uint64_t(1) << bit);
  while (columns.size() < laneBits + warpBits || below(random, 3) == 0)
    columns.push_back(0);
  std::shuffle(columns.begin(), columns.end(), random);
  LinearLayout::Bases bases;
  for (unsigned i = 0; i < columns.size(); ++i)
    bases[i < laneBits ? 1 : i < laneBits + warpBits ? 2 : 0].push_back(columns[i]);
  return LinearLayout(shape, bases);
}

/// Calls `visit(packed place)` for every place.
template <typename Visit> void forEachPlace(const LinearLayout &layout, Visit visit) {
  for (uint64_t place = 0; place < uint64_t(1) << layout.asMap().numInputs(); ++place)
    visit(place);
}

} // namespace tilec::layout::test
