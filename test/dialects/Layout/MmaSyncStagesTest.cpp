// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stages between copies and MMAs: copies bring neighbours, fragments are loaded by ldmatrix, and neither meets in
// banks.
#include "dialects/Layout/SharedMemory/MmaSyncStages.h"
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "test/support/Catch.h"
#include <bit>

using namespace tilec::layout;

namespace {

/// Of an MMA of tiles by warps, with elements of 16 bits: 8 neighbours a lane along the last dimension.
LinearLayout copies(std::vector<int64_t> shape, unsigned numWarps) {
  LinearLayout::Bases bases;
  unsigned columns = log2OfExtent(shape[1]), rows = log2OfExtent(shape[0]), taken = 0;
  auto next = [&] {
    uint64_t bit = taken < columns ? uint64_t(1) << taken : uint64_t(1) << taken;
    ++taken;
    return bit;
  };
  for (unsigned i = 0; i < 3; ++i)
    bases[unsigned(Place::Register)].push_back(next());
  for (unsigned i = 0; i < 5; ++i)
    bases[unsigned(Place::Lane)].push_back(next());
  for (unsigned warps = numWarps; warps > 1; warps /= 2)
    bases[unsigned(Place::Warp)].push_back(next());
  while (taken < columns + rows)
    bases[unsigned(Place::Register)].push_back(next());
  return LinearLayout(shape, bases);
}

void check(const TileMma &mma, MmaOperand operand, unsigned numWarps, MatrixLoads expected) {
  LinearLayout sum = accumulatorLayouts(mma, numWarps).front(), wanted = *operandLayout(mma, operand, sum);
  LinearLayout stored = copies(mma.shapeOf(operand), numWarps);
  std::optional<LinearMap> elementAt = stageBetween(stored, {wanted}, mma.elementBits, 8);
  REQUIRE(elementAt);
  REQUIRE(elementAt->isInvertible());
  LinearMap offsetOf = elementAt->inverse(), of = offsetOf.after(stored.asMap());
  for (unsigned bit = 0; bit < 3; ++bit)
    REQUIRE(of.column(bit) == uint64_t(1) << bit);
  unsigned registers = stored.bits(Place::Register).count;
  REQUIRE(wavefronts(of.ofInputs(registers, 5), mma.elementBits / 8, 8) == 4);
  REQUIRE(matrixLoadsOf(offsetOf.after(wanted.asMap()), wanted.bits(Place::Register).count, mma.elementBits) ==
          expected);
}

} // namespace

TEST_CASE("operands of mma.sync are copied to where ldmatrix reads them") {
  TileMma mma{MmaInstruction::MmaSync, 16, std::nullopt, 128, 128, 32};
  check(mma, MmaOperand::A, 4, MatrixLoads::Plain);
  check(mma, MmaOperand::B, 4, MatrixLoads::Transposed);
  mma.k = 64;
  check(mma, MmaOperand::A, 8, MatrixLoads::Plain);
  check(mma, MmaOperand::B, 8, MatrixLoads::Transposed);
}

TEST_CASE("several MMAs read one stage") {
  // Queries of attention's gradients: scores are keys times them turned, gradients of keys an MMA by them.
  constexpr unsigned kNumWarps = 4, kBits = 16;
  TileMma scores{MmaInstruction::MmaSync, kBits, std::nullopt, 64, 64, 128};
  TileMma gradients{MmaInstruction::MmaSync, kBits, std::nullopt, 64, 128, 64};
  auto mmaOperand = [&](const TileMma &mma) {
    return *operandLayout(mma, MmaOperand::B, accumulatorLayouts(mma, kNumWarps).front());
  };
  LinearLayout turned = mmaOperand(scores).permuted({1, 0}), asItIs = mmaOperand(gradients);
  LinearLayout stored = copies({64, 128}, kNumWarps);
  auto areRead = [&](const LinearMap &stage) {
    for (const LinearLayout &reader : {turned, asItIs})
      REQUIRE(matrixLoadsOf(stage.inverse().after(reader.asMap()), reader.bits(Place::Register).count, kBits) !=
              MatrixLoads::None);
  };
  for (unsigned vector : {8u, 1u}) {
    std::optional<LinearMap> stage = stageBetween(stored, {turned, asItIs}, kBits, vector);
    REQUIRE(stage);
    REQUIRE(stage->isInvertible());
    areRead(*stage);
    LinearMap of = stage->inverse().after(stored.asMap());
    for (unsigned bit = 0; bit < unsigned(std::countr_zero(vector)); ++bit)
      REQUIRE(of.column(bit) == uint64_t(1) << bit);
  }
}

TEST_CASE("no stage is read by lanes side by side and by an MMA") {
  TileMma mma{MmaInstruction::MmaSync, 16, std::nullopt, 64, 64, 64};
  LinearLayout mmaOperand = *operandLayout(mma, MmaOperand::B, accumulatorLayouts(mma, 4).front());
  LinearLayout rows = copies({64, 64}, 4);
  REQUIRE(stageBetween(rows, {mmaOperand}, 16, 8));
  REQUIRE_FALSE(stageBetween(rows, {mmaOperand, rows}, 16, 8));
}

TEST_CASE("lanes side by side load by themselves") {
  LinearLayout rows = copies({64, 64}, 4);
  REQUIRE(matrixLoadsOf(LinearMap::identity(rows.asMap().numInputs()), rows.bits(Place::Register).count, 16) ==
          MatrixLoads::None);
}
