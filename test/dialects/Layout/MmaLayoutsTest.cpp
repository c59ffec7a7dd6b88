// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An MMA can only be computed if whoever holds an element of the accumulator also gets its row of A and its column
// of B: the warp for an instruction of the tensor cores, the lane for a multiply-add.
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Layout/LayoutConversion.h"
#include "test/support/Catch.h"
#include <set>

using namespace tilec::layout;
using Coordinates = std::vector<int64_t>;

/// Elements that the lanes `first` to `last` of a warp hold.
static std::set<uint64_t> held(const LinearLayout &layout, uint32_t warp, uint32_t first, uint32_t last) {
  std::set<uint64_t> elements;
  for (uint32_t lane = first; lane <= last; ++lane)
    for (uint32_t reg = 0; reg < layout.size(Place::Register); ++reg)
      elements.insert(layout.elementAt({reg, lane, warp, 0}));
  return elements;
}

static Coordinates element(const Coordinates &accumulator, int64_t row, int64_t column) {
  Coordinates at = accumulator;
  at[at.size() - 2] = row;
  at.back() = column;
  return at;
}

static bool hasFactors(const TileMma &mma, const LinearLayout &c, const LinearLayout &a, const LinearLayout &b,
                       uint32_t warp, uint32_t first, uint32_t last) {
  std::set<uint64_t> rows = held(a, warp, first, last), columns = held(b, warp, first, last);
  for (uint64_t sum : held(c, warp, first, last)) {
    Coordinates at = c.coordinatesOf(sum);
    for (int64_t k = 0; k < mma.k; ++k)
      if (!rows.count(a.elementOf(element(at, at[at.size() - 2], k))) ||
          !columns.count(b.elementOf(element(at, k, at.back()))))
        return false;
  }
  return true;
}

static void check(const TileMma &mma, unsigned numWarps) {
  for (const LinearLayout &c : accumulatorLayouts(mma, numWarps)) {
    REQUIRE(c.shape() == mma.shapeOf(MmaOperand::C));
    REQUIRE(c.size(Place::Warp) == numWarps);
    REQUIRE(c.size(Place::Lane) == kLanesPerWarp);
    REQUIRE(c.isSurjective());
    REQUIRE(c.isCoordinateWise());
    std::optional<LinearLayout> a = operandLayout(mma, MmaOperand::A, c), b = operandLayout(mma, MmaOperand::B, c);
    REQUIRE(a);
    REQUIRE(b);
    REQUIRE(a->isSurjective());
    REQUIRE(b->isSurjective());
    uint32_t lanes = mma.instruction == MmaInstruction::Fma ? 1 : kLanesPerWarp;
    for (uint32_t warp = 0; warp < numWarps; ++warp)
      for (uint32_t lane = 0; lane < kLanesPerWarp; lane += lanes)
        REQUIRE(hasFactors(mma, c, *a, *b, warp, lane, lane + lanes - 1));
  }
}

TEST_CASE("warps and lanes hold the operands of their sums, for all small extents") {
  for (int64_t m : {1, 4, 16, 64})
    for (int64_t n : {1, 2, 8, 32})
      for (int64_t k : {1, 4, 32})
        for (unsigned warps : {1u, 4u}) {
          for (unsigned bits : {8u, 16u, 32u, 64u})
            check({MmaInstruction::MmaSync, bits, std::nullopt, m, n, k}, warps);
          check({MmaInstruction::Fma, 32, std::nullopt, m, n, k}, warps);
        }
}

TEST_CASE("warps take batches first") {
  for (int64_t batch : {1, 2, 8})
    for (MmaInstruction instruction : {MmaInstruction::MmaSync, MmaInstruction::Fma})
      check({instruction, 32, batch, 16, 16, 8}, 4);
  TileMma mma{MmaInstruction::MmaSync, 16, 4, 32, 32, 16};
  LinearLayout c = accumulatorLayouts(mma, 4).front();
  REQUIRE(operandLayout(mma, MmaOperand::A, c)->hasOneOwner());
  REQUIRE(operandLayout(mma, MmaOperand::B, c)->hasOneOwner());
}

TEST_CASE("a lane's registers go around a fragment of the instruction in the order of the PTX ISA") {
  TileMma mma{MmaInstruction::MmaSync, 16, std::nullopt, 16, 8, 16};
  LinearLayout c = accumulatorLayouts(mma, 1).front();
  REQUIRE(c == mmaFragment(MmaOperand::C, 16));
  REQUIRE(operandLayout(mma, MmaOperand::A, c) == mmaFragment(MmaOperand::A, 16));
  REQUIRE(operandLayout(mma, MmaOperand::B, c) == mmaFragment(MmaOperand::B, 16));
}

TEST_CASE("an accumulator of warps along M is an operand of the next MMA in each lane's registers") {
  TileMma first{MmaInstruction::MmaSync, 16, std::nullopt, 64, 32, 16};
  TileMma second{MmaInstruction::MmaSync, 16, std::nullopt, 64, 16, 32};
  LinearLayout scores = accumulatorLayouts(first, 4).back(), sums = accumulatorLayouts(second, 4).back();
  LinearLayout weights = *operandLayout(second, MmaOperand::A, sums);
  REQUIRE(planConversion(scores, weights, 16).kind == LayoutConversion::Kind::Registers);
}

TEST_CASE("other layouts are none of an MMA") {
  TileMma mma{MmaInstruction::MmaSync, 16, std::nullopt, 16, 16, 16};
  LinearLayout rows({16, 16}, {{{16, 32, 64}, {1, 2, 4, 8, 128}, {}, {}}});
  REQUIRE_FALSE(accumulatorFragments(mma, rows));
  REQUIRE_FALSE(operandLayout(mma, MmaOperand::A, rows));
}
