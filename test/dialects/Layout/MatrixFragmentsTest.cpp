// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fragments lane by lane, as the PTX ISA writes them down.
#include "dialects/Layout/MatrixMultiply/MatrixFragments.h"
#include "dialects/Layout/LayoutConversion.h"
#include "test/support/Catch.h"

using namespace tilec::layout;
using Coordinates = std::vector<int64_t>;

static Coordinates at(const LinearLayout &layout, uint32_t reg, uint32_t lane, uint32_t warp = 0) {
  return layout.coordinatesOf(layout.elementAt({reg, lane, warp, 0}));
}

TEST_CASE("operands of mma m16n8 are words of neighbours along K") {
  for (unsigned bits : {8u, 16u, 32u}) {
    int64_t word = 32 / bits;
    LinearLayout a = mmaFragment(MmaOperand::A, bits), b = mmaFragment(MmaOperand::B, bits);
    REQUIRE(a.shape() == Coordinates{16, 8 * word});
    REQUIRE(b.shape() == Coordinates{8 * word, 8});
    REQUIRE(a.size(Place::Register) == 4 * word);
    REQUIRE(b.size(Place::Register) == 2 * word);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      int64_t group = lane / 4, thread = lane % 4;
      for (int64_t i = 0; i < 4 * word; ++i) {
        // "row = groupID for a_i of registers 0 and 2, groupID + 8 for 1 and 3; col = threadID * word + i, + 4 words
        // from 2 on"
        int64_t reg = i / word;
        REQUIRE(at(a, i, lane) == Coordinates{group + 8 * (reg % 2), thread * word + i % word + 4 * word * (reg / 2)});
      }
      for (int64_t i = 0; i < 2 * word; ++i)
        REQUIRE(at(b, i, lane) == Coordinates{thread * word + i % word + 4 * word * (i / word), group});
    }
  }
}

TEST_CASE("accumulators of mma and wgmma are pairs of columns, eight rows apart") {
  LinearLayout c = mmaFragment(MmaOperand::C, 16), wide = wgmmaAccumulator(64);
  REQUIRE(wide.size(Place::Register) == 32);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    for (int64_t i = 0; i < 4; ++i)
      REQUIRE(at(c, i, lane) == Coordinates{int64_t(lane) / 4 + 8 * (i / 2), int64_t(lane) % 4 * 2 + i % 2});
    for (uint32_t warp = 0; warp < 4; ++warp)
      for (int64_t i = 0; i < 32; ++i)
        REQUIRE(at(wide, i, lane, warp) == Coordinates{16 * warp + int64_t(lane) / 4 + 8 * (i / 2 % 2),
                                                       8 * (i / 4) + int64_t(lane) % 4 * 2 + i % 2});
  }
}

TEST_CASE("operands of two mma m8n8k4 of doubles are two neighbours a lane, as the sums are") {
  LinearLayout a = mmaFragment(MmaOperand::A, 64), b = mmaFragment(MmaOperand::B, 64),
               c = mmaFragment(MmaOperand::C, 64);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    for (uint32_t i = 0; i < 2; ++i) {
      // Odd lanes have the second one first.
      int64_t k = lane % 4 * 2 + (i ^ lane % 2);
      REQUIRE(at(a, i, lane) == Coordinates{lane / 4, k});
      REQUIRE(at(b, i, lane) == Coordinates{k, lane / 4});
      REQUIRE(at(c, i, lane) == Coordinates{lane / 4, lane % 4 * 2 + i});
    }
  }
}

TEST_CASE("ldmatrix gives operands of 16 bits") {
  REQUIRE(ldmatrix(2, 2, false) == mmaFragment(MmaOperand::A, 16));
  REQUIRE(ldmatrix(2, 1, true) == mmaFragment(MmaOperand::B, 16));
  REQUIRE(at(ldmatrix(1, 1, true), 1, 5) == Coordinates{3, 1});
}

TEST_CASE("fragments fill a tile: warps along what they are told, registers the rest") {
  LinearLayout c = fragmentsOver(mmaFragment(MmaOperand::C, 16), {64, 32}, {0, 1});
  REQUIRE(c.isSurjective());
  REQUIRE(c.hasOneOwner());
  REQUIRE(at(c, 0, 0, 1) == Coordinates{16, 0});
  REQUIRE(at(c, 0, 0, 2) == Coordinates{0, 8});
  REQUIRE(at(c, 4, 0, 0) == Coordinates{0, 16});
  REQUIRE(at(c, 8, 0, 0) == Coordinates{32, 0});
  // Warps along N have no part in A.
  LinearLayout a = fragmentsOver(mmaFragment(MmaOperand::A, 16), {64, 64}, {0, -1});
  REQUIRE(a.replicatedBits(Place::Warp) == 0b10);
}

TEST_CASE("an accumulator becomes an operand of 16 bits inside each lane") {
  LinearLayout c = fragmentsOver(mmaFragment(MmaOperand::C, 16), {64, 64}, {0, 0}),
               a = fragmentsOver(mmaFragment(MmaOperand::A, 16), {64, 64}, {0, 0});
  REQUIRE(planConversion(c, a, 16).kind == LayoutConversion::Kind::Registers);
  REQUIRE(planConversion(wgmmaAccumulator(64), a, 16).kind == LayoutConversion::Kind::Registers);
}
