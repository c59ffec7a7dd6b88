// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which layouts a scan may have, against the order of elements.
#include "dialects/Layout/ScanBits.h"
#include "dialects/Layout/NamedLayouts.h"
#include "test/dialects/Layout/RandomLayout.h"
#include "test/support/Catch.h"
#include <bit>

using namespace tilec::layout;
using namespace tilec::layout::test;

/// Coordinates along `axis` of the places whose other bits are zero, over all values of `mask`.
static std::vector<int64_t> along(const LinearLayout &layout, unsigned axis, Place place, uint32_t mask) {
  std::vector<int64_t> coordinates;
  for (uint32_t index = 0; index < layout.size(place); ++index) {
    PlaceIndices indices;
    (place == Place::Register ? indices.registerIndex : place == Place::Lane ? indices.lane : indices.warp) = index;
    if ((index & ~mask) == 0)
      coordinates.push_back(layout.coordinatesOf(layout.elementAt(indices))[axis]);
  }
  return coordinates;
}

/// Everything of `low` comes before one step of `high`.
static void requireBelow(const std::vector<int64_t> &low, const std::vector<int64_t> &high) {
  int64_t reach = 0;
  for (int64_t coordinate : low)
    reach = std::max(reach, coordinate);
  for (int64_t coordinate : high)
    REQUIRE((coordinate == 0 || coordinate > reach));
}

TEST_CASE("scan bits go from a lane's run to lanes, stretches and warps") {
  Random random(11);
  unsigned accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<int64_t> shape = randomShape(random, 9);
    if (shape.empty())
      continue;
    unsigned axis = below(random, shape.size());
    LinearLayout layout = randomPermutationLayout(random, shape, 5, below(random, 3));
    std::optional<ScanBits> bits = scanBits(layout, axis);
    if (!bits)
      continue;
    ++accepted;
    auto near = along(layout, axis, Place::Register, bits->nearRegisters);
    auto lanes = along(layout, axis, Place::Lane, bits->lanes);
    auto far = along(layout, axis, Place::Register, bits->farRegisters);
    auto warps = along(layout, axis, Place::Warp, bits->warps);
    REQUIRE(std::is_sorted(lanes.begin(), lanes.end()));
    REQUIRE(std::is_sorted(warps.begin(), warps.end()));
    requireBelow(near, lanes);
    if (bits->lanes)
      requireBelow(lanes, far);
    for (const auto &before : {near, lanes, far})
      requireBelow(before, warps);
    REQUIRE(near.size() * lanes.size() * far.size() * warps.size() == size_t(shape[axis]));
    REQUIRE(far.size() == bits->numStretches());
  }
  REQUIRE(accepted > 200);
}

TEST_CASE("lanes side by side have a step") {
  auto stepOf = [](uint32_t lanes) { return ScanBits{0, lanes, 0, 0}.laneStep(); };
  REQUIRE(stepOf(0b11111) == 1u);
  REQUIRE(stepOf(0b11100) == 4u);
  REQUIRE(stepOf(0b00100) == 4u);
  REQUIRE(stepOf(0b10100) == std::nullopt);
  REQUIRE(stepOf(0) == std::nullopt);
}

TEST_CASE("a scan may take what one access of a warp covers") {
  LinearLayout layout({1024}, {{{1, 2, 128}, {4, 8, 16, 32, 64}, {256, 512}, {}}});
  std::optional<ScanBits> bits = scanBits(layout, 0);
  REQUIRE(bits);
  REQUIRE(bits->nearRegisters == 0b011);
  REQUIRE(bits->farRegisters == 0b100);
  // Registers above warps, or among lanes.
  REQUIRE(!scanBits(LinearLayout({1024}, {{{1, 2, 512}, {4, 8, 16, 32, 64}, {128, 256}, {}}}), 0));
  REQUIRE(!scanBits(LinearLayout({256}, {{{1, 2, 16}, {4, 8, 32, 64, 128}, {}, {}}}), 0));
  REQUIRE(scanBits(scanOrder({1024}, 0, 4), 0)->farRegisters == 0);
}
