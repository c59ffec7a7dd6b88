// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions: the chosen source place holds the wanted element, and no nearer place would do for all.
#include "dialects/Layout/LayoutConversion.h"
#include "RandomLayout.h"
#include "dialects/Layout/NamedLayouts.h"
#include "test/support/Catch.h"

using namespace tilec::layout;
using namespace tilec::layout::test;
using Kind = LayoutConversion::Kind;

TEST_CASE("every destination place reads its element from as near as the plan says") {
  Random random(1);
  int kinds[3] = {0, 0, 0};
  for (int round = 0; round < 500; ++round) {
    std::vector<int64_t> shape = randomShape(random, 7);
    LinearLayout source = randomPermutationLayout(random, shape, 5, 1);
    LinearLayout destination = randomPermutationLayout(random, shape, 5, 1);
    LayoutConversion plan = planConversion(source, destination);
    ++kinds[int(plan.kind)];
    forEachPlace(destination, [&](uint64_t place) {
      PlaceIndices to = destination.unpack(place), from = source.unpack(plan.sourceOf.apply(place));
      REQUIRE(source.elementAt(from) == destination.elementAt(to));
      if (plan.kind != Kind::SharedMemory)
        REQUIRE(from.warp == to.warp);
      if (plan.kind == Kind::Registers) {
        REQUIRE(from.lane == to.lane);
        // One register of the source for each of the destination, whatever the lane.
        REQUIRE(from.registerIndex ==
                source.unpack(plan.sourceOf.apply(destination.pack({to.registerIndex, 0, 0, 0}))).registerIndex);
      }
    });
  }
  REQUIRE(kinds[0] > 0);
  REQUIRE(kinds[1] > 0);
  REQUIRE(kinds[2] > 0);
}

TEST_CASE("equal layouts and replicated sources need no movement") {
  LinearLayout row = blockedInOrder({64, 32}, {1, 0}, 1, 4);
  REQUIRE(planConversion(row, row).kind == Kind::Registers);
  REQUIRE(planConversion(replicated({8}, 4), blockedInOrder({8}, {0}, 8, 4)).kind == Kind::Registers);
  // Registers in another order are still the lane's own.
  LinearLayout a({4}, {{{1, 2}, {0, 0}, {}, {}}}), b({4}, {{{2, 1}, {0, 0}, {}, {}}});
  REQUIRE(planConversion(a, b).kind == Kind::Registers);
}

TEST_CASE("lanes that trade inside a warp shuffle, warps that trade use shared memory") {
  LinearLayout row = blockedInOrder({8, 8}, {1, 0}, 1, 1), column = blockedInOrder({8, 8}, {0, 1}, 1, 1);
  REQUIRE(planConversion(row, column).kind == Kind::Shuffles);
  LinearLayout wideRow = blockedInOrder({64, 64}, {1, 0}, 1, 4), wideColumn = blockedInOrder({64, 64}, {0, 1}, 1, 4);
  REQUIRE(planConversion(wideRow, wideColumn).kind == Kind::SharedMemory);
}
