// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocked and other named layouts, element by element.
#include "dialects/Layout/NamedLayouts.h"
#include "RandomLayout.h"
#include "test/support/Catch.h"

using namespace tilec::layout;
using namespace tilec::layout::test;
using Coordinates = std::vector<int64_t>;

TEST_CASE("a blocked layout counts registers, lanes, warps, then repeats") {
  LinearLayout layout = blocked({16, 64}, {{2, 4}, {4, 8}, {2, 1}, {1, 0}});
  for (uint32_t warp = 0; warp < 2; ++warp)
    for (uint32_t lane = 0; lane < 32; ++lane)
      for (uint32_t reg = 0; reg < 16; ++reg) {
        // 8 registers are one block of 2x4; 4x8 lanes make it 8x32, two warps 16x32; the ninth register starts the
        // second copy.
        Coordinates expected = {reg / 4 % 2 + lane / 8 * 2 + warp * 8, reg % 4 + lane % 8 * 4 + reg / 8 * 32};
        REQUIRE(layout.coordinatesOf(layout.elementAt({reg, lane, warp, 0})) == expected);
      }
}

TEST_CASE("consecutive lanes take consecutive elements") {
  LinearLayout layout = blockedInOrder({1024}, {0}, 4, 4);
  for (uint32_t i = 0; i < 128; ++i)
    for (uint32_t reg = 0; reg < 8; ++reg)
      REQUIRE(layout.elementAt({reg, i % 32, i / 32, 0}) == reg % 4 + 4 * i + 512 * (reg / 4));
  REQUIRE(layout.contiguity(0) == 4);
  REQUIRE(layout.hasOneOwner());
}

TEST_CASE("a tile smaller than the warps is replicated") {
  LinearLayout layout = blockedInOrder({4, 2}, {1, 0}, 4, 4);
  REQUIRE(layout.isSurjective());
  REQUIRE(layout.contiguity(1) == 2);
  REQUIRE(layout.replicatedBits(Place::Lane) == 0b11100);
  REQUIRE(layout.replicatedBits(Place::Warp) == 0b11);
}

TEST_CASE("every shape gets a coordinate-wise layout with a place for each element") {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> shape = randomShape(random, 12), order(shape.size());
    for (unsigned d = 0; d < shape.size(); ++d)
      order[d] = d;
    std::shuffle(order.begin(), order.end(), random);
    unsigned warps = 1u << below(random, 6);
    LinearLayout blockedLayout = blockedInOrder(shape, order, 1 << below(random, 4), warps),
                 whole = replicated(shape, warps);
    for (const LinearLayout &layout : {blockedLayout, whole}) {
      REQUIRE(layout.isSurjective());
      REQUIRE(layout.isCoordinateWise());
      REQUIRE(layout.size(Place::Lane) == 32);
      REQUIRE(layout.size(Place::Warp) == warps);
      REQUIRE(layout.replicatedBits(Place::Register) == 0);
    }
    REQUIRE(whole.size(Place::Register) == whole.numElements());
    // No lane is idle while another holds two elements.
    if (blockedLayout.numElements() >= 32 * warps * 8)
      REQUIRE(blockedLayout.hasOneOwner());
  }
}

TEST_CASE("in scan order a prefix runs through a lane, then lanes, then warps") {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    std::vector<int64_t> shape = randomShape(random, 12);
    if (shape.empty())
      continue;
    unsigned axis = below(random, shape.size()), warps = 1u << below(random, 4);
    LinearLayout layout = scanOrder(shape, axis, warps);
    REQUIRE(layout.isSurjective());
    uint64_t last = 0;
    for (unsigned place = 0; place < layout.asMap().numInputs(); ++place) {
      uint64_t along = layout.asMap().column(place) & layout.dimensionBits(axis).mask();
      if (along == 0)
        continue;
      REQUIRE(along > last);
      last = along;
    }
  }
}

TEST_CASE("a slice holds what can be stretched again without moving") {
  LinearLayout parent = blockedInOrder({16, 8, 4}, {2, 1, 0}, 2, 4), rows = slice(parent, 1);
  REQUIRE(rows.shape() == Coordinates{16, 4});
  REQUIRE(rows.reshaped({16, 1, 4}) == parent.broadcastOperand({16, 1, 4}));
}
