// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs that lanes pack, against the elements that they hold one by one.
#include "dialects/Layout/PackedPairs.h"
#include "RandomLayout.h"
#include "test/support/Catch.h"

using namespace tilec::layout;
using namespace tilec::layout::test;

/// Each place of the packed layout holds the pair that the source's lane has in the two registers that it comes from.
static void checkPairs(const LinearLayout &source, unsigned dimension) {
  std::optional<unsigned> bit = pairBit(source, dimension);
  std::optional<LinearLayout> packed = packedPairs(source, dimension);
  REQUIRE(bit);
  REQUIRE(packed);
  for (unsigned warp = 0; warp < source.size(Place::Warp); ++warp)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < packed->size(Place::Register); ++i) {
        unsigned low = (i & ((1u << *bit) - 1)) | i >> *bit << (*bit + 1);
        std::vector<int64_t> pair =
            packed->coordinatesOf(packed->elementAt({.registerIndex = i, .lane = lane, .warp = warp}));
        for (unsigned half : {0u, 1u}) {
          std::vector<int64_t> expected = pair;
          expected[dimension] = 2 * pair[dimension] + half;
          std::vector<int64_t> found =
              source.coordinatesOf(source.elementAt({.registerIndex = low | half << *bit, .lane = lane, .warp = warp}));
          if (found != expected)
            FAIL("half " << half << " of register " << i << " along " << dimension);
        }
      }
}

TEST_CASE("pairs that lanes have, and that they can be given") {
  Random random(5);
  unsigned already = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<int64_t> shape = {int64_t(1) << below(random, 6), int64_t(2) << below(random, 5)};
    unsigned dimension = shape[0] > 1 ? below(random, 2) : 1;
    LinearLayout layout = randomPermutationLayout(random, shape, 5, 2);
    already += packedPairs(layout, dimension).has_value();
    LinearLayout paired = withPairs(layout, dimension);
    CHECK(paired.shape() == layout.shape());
    CHECK(paired.isSurjective());
    CHECK(paired.size(Place::Warp) == layout.size(Place::Warp));
    checkPairs(paired, dimension);
    if (packedPairs(layout, dimension))
      CHECK(paired == layout);
  }
  CHECK(already > 20);
}

TEST_CASE("pairs that two lanes share or that are tied to another bit are none") {
  LinearLayout::Bases bases;
  bases[unsigned(Place::Register)] = {2, 4};
  bases[unsigned(Place::Lane)] = {1, 8, 16, 32, 0};
  CHECK_FALSE(packedPairs(LinearLayout({8, 8}, bases), 1));
  bases[unsigned(Place::Register)] = {1, 2};
  bases[unsigned(Place::Lane)] = {5, 8, 16, 32, 0};
  CHECK_FALSE(packedPairs(LinearLayout({8, 8}, bases), 1));
}
