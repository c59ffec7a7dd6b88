// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts against brute force: what each place holds before and after an operation, coordinate by coordinate.
#include "RandomLayout.h"
#include "test/support/Catch.h"
#include <map>
#include <set>

using namespace tilec::layout;
using namespace tilec::layout::test;
using Coordinates = std::vector<int64_t>;

static Coordinates heldAt(const LinearLayout &layout, uint64_t place) {
  return layout.coordinatesOf(layout.asMap().apply(place));
}

TEST_CASE("the example of the header holds") {
  LinearLayout layout({4, 8}, {{{0b001}, {0b010, 0b100, 0b01000, 0b10000, 0}, {}, {}}});
  REQUIRE(layout.coordinatesOf(layout.elementAt({1, 5, 0, 0})) == Coordinates{1, 3});
  REQUIRE(layout.elementAt({1, 21, 0, 0}) == layout.elementAt({1, 5, 0, 0}));
  REQUIRE(layout.replicatedBits(Place::Lane) == 0b10000);
  REQUIRE(layout.toString() ==
          "register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [0, 0]], warp = [], cta = []");
}

TEST_CASE("packing and numbering are inverse to unpacking") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    LinearLayout layout = randomLayout(random, randomShape(random, 8));
    forEachPlace(layout, [&](uint64_t place) { REQUIRE(layout.pack(layout.unpack(place)) == place); });
    int64_t position = 0;
    for (int64_t element = 0; element < layout.numElements(); ++element, ++position) {
      Coordinates coordinates = layout.coordinatesOf(element);
      // Row-major numbering, written out.
      int64_t number = 0;
      for (unsigned d = 0; d < layout.rank(); ++d)
        number = number * layout.shape()[d] + coordinates[d];
      REQUIRE(number == element);
      REQUIRE(layout.elementOf(coordinates) == uint64_t(element));
    }
  }
}

TEST_CASE("owners hold every element once") {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    LinearLayout layout = randomLayout(random, randomShape(random, 6));
    std::map<uint64_t, int> owners;
    std::set<uint64_t> held;
    forEachPlace(layout, [&](uint64_t place) {
      PlaceIndices at = layout.unpack(place);
      held.insert(layout.asMap().apply(place));
      bool isOwner = !(at.registerIndex & layout.replicatedBits(Place::Register)) &&
                     !(at.lane & layout.replicatedBits(Place::Lane)) &&
                     !(at.warp & layout.replicatedBits(Place::Warp)) && !(at.cta & layout.replicatedBits(Place::Cta));
      owners[layout.asMap().apply(place)] += isOwner;
    });
    for (uint64_t element : held)
      REQUIRE(owners[element] == 1);
    REQUIRE(layout.isSurjective() == (held.size() == size_t(layout.numElements())));
  }
}

TEST_CASE("permuting renames coordinates") {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    LinearLayout layout = randomLayout(random, randomShape(random, 7));
    std::vector<int64_t> permutation(layout.rank());
    for (unsigned d = 0; d < layout.rank(); ++d)
      permutation[d] = d;
    std::shuffle(permutation.begin(), permutation.end(), random);
    LinearLayout permuted = layout.permuted(permutation);
    forEachPlace(layout, [&](uint64_t place) {
      Coordinates before = heldAt(layout, place), after = heldAt(permuted, place);
      for (unsigned d = 0; d < layout.rank(); ++d)
        REQUIRE(after[d] == before[permutation[d]]);
    });
  }
}

TEST_CASE("reshaping keeps row-major numbers") {
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    LinearLayout layout = randomLayout(random, randomShape(random, 7));
    LinearLayout flat = layout.reshaped({layout.numElements()});
    forEachPlace(layout, [&](uint64_t place) {
      REQUIRE(heldAt(flat, place) == Coordinates{int64_t(layout.asMap().apply(place))});
    });
  }
}

// The lanes of a stretched tile hold what they would read through NumPy's rule; only copies in registers are dropped.
TEST_CASE("a broadcast operand has each result element in the same lane") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> shape = randomShape(random, 7), operandShape = shape;
    for (int64_t &extent : operandShape)
      if (below(random, 2))
        extent = 1;
    operandShape.erase(operandShape.begin(), operandShape.begin() + below(random, shape.size() + 1));
    LinearLayout result = randomLayout(random, shape), operand = result.broadcastOperand(operandShape);
    unsigned missing = shape.size() - operandShape.size();
    std::map<std::vector<uint32_t>, std::set<Coordinates>> held, wanted;
    auto lane = [](PlaceIndices at) { return std::vector<uint32_t>{at.lane, at.warp, at.cta}; };
    forEachPlace(operand, [&](uint64_t place) { held[lane(operand.unpack(place))].insert(heldAt(operand, place)); });
    forEachPlace(result, [&](uint64_t place) {
      Coordinates coordinates = heldAt(result, place);
      coordinates.erase(coordinates.begin(), coordinates.begin() + missing);
      for (unsigned d = 0; d < operandShape.size(); ++d)
        if (operandShape[d] == 1)
          coordinates[d] = 0;
      wanted[lane(result.unpack(place))].insert(coordinates);
    });
    REQUIRE(held == wanted);
    REQUIRE(operand.replicatedBits(Place::Register) == 0);
  }
}

TEST_CASE("reducing sets a coordinate to zero") {
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    std::vector<int64_t> shape = randomShape(random, 7);
    if (shape.empty())
      continue;
    LinearLayout layout = randomPermutationLayout(random, shape, 3, 2);
    unsigned axis = below(random, shape.size());
    LinearLayout reduced = layout.reduced(axis);
    REQUIRE(reduced.shape()[axis] == 1);
    REQUIRE(reduced.isSurjective());
    // A lane's elements off the axis stay in it.
    for (uint32_t lane = 0; lane < layout.size(Place::Lane); ++lane) {
      Coordinates before = layout.coordinatesOf(layout.elementAt({0, lane, 0, 0}));
      before[axis] = 0;
      REQUIRE(reduced.coordinatesOf(reduced.elementAt({0, lane, 0, 0})) == before);
    }
  }
}

TEST_CASE("halves lie in different registers") {
  Random random(7);
  int splits = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<int64_t> shape = randomShape(random, 6);
    if (shape.empty())
      continue;
    LinearLayout layout = randomPermutationLayout(random, shape, 3, 1);
    unsigned axis = below(random, shape.size());
    LinearLayout twice = layout.doubled(axis);
    REQUIRE(twice.canSplit(axis));
    REQUIRE(twice.half(axis) == layout);
    if (!layout.canSplit(axis))
      continue;
    ++splits;
    LinearLayout half = layout.half(axis);
    unsigned bit = layout.splitRegisterBit(axis);
    forEachPlace(layout, [&](uint64_t place) {
      PlaceIndices at = layout.unpack(place);
      Coordinates whole = heldAt(layout, place);
      bool isSecond = at.registerIndex >> bit & 1;
      REQUIRE(isSecond == (whole[axis] >= half.shape()[axis]));
      uint32_t low = at.registerIndex & ((1u << bit) - 1), high = at.registerIndex >> (bit + 1);
      whole[axis] -= isSecond ? half.shape()[axis] : 0;
      REQUIRE(half.coordinatesOf(half.elementAt({low | high << bit, at.lane, at.warp, at.cta})) == whole);
    });
  }
  REQUIRE(splits > 30);
}

TEST_CASE("contiguity counts neighbours in registers") {
  Random random(8);
  bool sawWide = false;
  for (int round = 0; round < 2000; ++round) {
    std::vector<int64_t> shape = randomShape(random, 6);
    if (shape.empty())
      continue;
    LinearLayout layout = randomPermutationLayout(random, shape, 2, 1);
    unsigned axis = below(random, shape.size());
    auto holds = [&](unsigned count) {
      bool all = true;
      forEachPlace(layout, [&](uint64_t place) {
        PlaceIndices at = layout.unpack(place);
        if (at.registerIndex % count)
          return;
        Coordinates first = heldAt(layout, place);
        all &= first[axis] % count == 0;
        for (unsigned i = 0; i < count; ++i) {
          Coordinates next = layout.coordinatesOf(layout.elementAt({at.registerIndex + i, at.lane, at.warp, at.cta}));
          Coordinates expected = first;
          expected[axis] += i;
          all &= next == expected;
        }
      });
      return all;
    };
    unsigned count = layout.contiguity(axis);
    sawWide |= count > 2;
    REQUIRE(holds(count));
    if (2 * count <= layout.size(Place::Register) && 2 * count <= shape[axis])
      REQUIRE_FALSE(holds(2 * count));
  }
  REQUIRE(sawWide);
}

TEST_CASE("a product repeats the inner layout") {
  Random random(9);
  for (int round = 0; round < 100; ++round) {
    std::vector<int64_t> shape = {4, 2}, outerShape = {2, 8};
    LinearLayout inner = randomLayout(random, shape), outer = randomLayout(random, outerShape),
                 both = inner.product(outer);
    forEachPlace(inner, [&](uint64_t innerPlace) {
      forEachPlace(outer, [&](uint64_t outerPlace) {
        PlaceIndices in = inner.unpack(innerPlace), out = outer.unpack(outerPlace);
        PlaceIndices at = {in.registerIndex | out.registerIndex << inner.bits(Place::Register).count,
                           in.lane | out.lane << inner.bits(Place::Lane).count,
                           in.warp | out.warp << inner.bits(Place::Warp).count,
                           in.cta | out.cta << inner.bits(Place::Cta).count};
        Coordinates low = heldAt(inner, innerPlace), high = heldAt(outer, outerPlace);
        REQUIRE(both.coordinatesOf(both.elementAt(at)) == Coordinates{low[0] + 4 * high[0], low[1] + 2 * high[1]});
      });
    });
  }
}

TEST_CASE("division finds what a layout was repeated along") {
  Random random(10);
  int others = 0;
  for (int round = 0; round < 200; ++round) {
    LinearLayout inner = randomLayout(random, {4, 2}), outer = randomLayout(random, {2, 8});
    REQUIRE(inner.product(outer).dividedBy(inner) == outer);
    LinearLayout other = randomLayout(random, {8, 16});
    if (std::optional<LinearLayout> found = other.dividedBy(inner))
      REQUIRE(inner.product(*found) == other);
    else
      ++others;
  }
  REQUIRE(others > 100);
}

TEST_CASE("a sub-tile has the elements of every lane that lie in it, or copies") {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> shape = randomShape(random, 7), part = shape;
    for (int64_t &extent : part)
      extent >>= below(random, std::min<unsigned>(3, log2OfExtent(extent) + 1));
    LinearLayout layout = randomPermutationLayout(random, shape, 3, 1), small = layout.subTile(part);
    REQUIRE(small.isSurjective());
    REQUIRE(small.size(Place::Register) <= layout.size(Place::Register));
    for (uint32_t lane = 0; lane < 8; ++lane)
      for (uint32_t warp = 0; warp < 2; ++warp) {
        std::set<Coordinates> held, wanted;
        for (uint32_t r = 0; r < small.size(Place::Register); ++r)
          held.insert(small.coordinatesOf(small.elementAt({r, lane, warp, 0})));
        for (uint32_t r = 0; r < layout.size(Place::Register); ++r) {
          Coordinates c = layout.coordinatesOf(layout.elementAt({r, lane, warp, 0}));
          for (unsigned d = 0; d < part.size(); ++d)
            c[d] %= part[d];
          wanted.insert(c);
        }
        REQUIRE(held == wanted);
      }
  }
}

TEST_CASE("halves that lanes or warps tell apart are replicated, and join again") {
  Random random(12);
  int inLanes = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> shape = randomShape(random, 7);
    if (shape.empty())
      continue;
    LinearLayout layout = randomPermutationLayout(random, shape, 3, 1);
    unsigned axis = below(random, shape.size());
    REQUIRE(layout.joined(axis).half(axis) == layout);
    std::optional<PlaceBit> split = layout.splitBit(axis);
    if (!split || split->place == Place::Register)
      continue;
    ++inLanes;
    LinearLayout half = layout.half(axis);
    REQUIRE(half.size(Place::Register) == layout.size(Place::Register));
    REQUIRE(half.basis(split->place, split->bit) == 0);
  }
  REQUIRE(inLanes > 30);
}

TEST_CASE("contiguity is said of every dimension") {
  LinearLayout layout({4, 8}, {{{1, 2}, {4, 8, 16}, {}, {}}});
  REQUIRE(layout.contiguity() == std::vector<unsigned>{1, 4});
}
