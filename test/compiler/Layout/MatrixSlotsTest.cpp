// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slots between copies and products: copies bring neighbours, fragments are loaded by ldmatrix, and neither meets in
// banks.
#include "compiler/Layout/MatrixSlots.h"
#include "compiler/Layout/BankConflicts.h"
#include "compiler/Layout/ProductLayouts.h"
#include "test/support/Catch.h"
#include <bit>

using namespace tilec::layout;

namespace {

/// Of a product of tiles by warps, with elements of 16 bits: 8 neighbours a lane along the last dimension.
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

void check(const MatrixProduct &product, MmaOperand operand, unsigned numWarps, MatrixLoads expected) {
  LinearLayout sum = accumulatorLayouts(product, numWarps).front(), wanted = *operandLayout(product, operand, sum);
  LinearLayout stored = copies(product.shapeOf(operand), numWarps);
  std::optional<LinearMap> elementAt = slotBetween(stored, {wanted}, product.elementBits, 8);
  REQUIRE(elementAt);
  REQUIRE(elementAt->isInvertible());
  LinearMap offsetOf = elementAt->inverse(), of = offsetOf.after(stored.asMap());
  for (unsigned bit = 0; bit < 3; ++bit)
    REQUIRE(of.column(bit) == uint64_t(1) << bit);
  unsigned registers = stored.bits(Place::Register).count;
  REQUIRE(wavefronts(of.ofInputs(registers, 5), product.elementBits / 8, 8) == 4);
  REQUIRE(matrixLoadsOf(offsetOf.after(wanted.asMap()), wanted.bits(Place::Register).count, product.elementBits) ==
          expected);
}

} // namespace

TEST_CASE("operands of mma.sync are copied to where ldmatrix reads them") {
  MatrixProduct product{ProductInstruction::MmaSync, 16, std::nullopt, 128, 128, 32};
  check(product, MmaOperand::A, 4, MatrixLoads::Plain);
  check(product, MmaOperand::B, 4, MatrixLoads::Transposed);
  product.k = 64;
  check(product, MmaOperand::A, 8, MatrixLoads::Plain);
  check(product, MmaOperand::B, 8, MatrixLoads::Transposed);
}

TEST_CASE("several products read one slot") {
  // Queries of attention's gradients: scores are keys times them turned, gradients of keys a product by them.
  constexpr unsigned kNumWarps = 4, kBits = 16;
  MatrixProduct scores{ProductInstruction::MmaSync, kBits, std::nullopt, 64, 64, 128};
  MatrixProduct gradients{ProductInstruction::MmaSync, kBits, std::nullopt, 64, 128, 64};
  auto factor = [&](const MatrixProduct &product) {
    return *operandLayout(product, MmaOperand::B, accumulatorLayouts(product, kNumWarps).front());
  };
  LinearLayout turned = factor(scores).permuted({1, 0}), asItIs = factor(gradients);
  LinearLayout stored = copies({64, 128}, kNumWarps);
  auto areRead = [&](const LinearMap &slot) {
    for (const LinearLayout &reader : {turned, asItIs})
      REQUIRE(matrixLoadsOf(slot.inverse().after(reader.asMap()), reader.bits(Place::Register).count, kBits) !=
              MatrixLoads::None);
  };
  for (unsigned vector : {8u, 1u}) {
    std::optional<LinearMap> slot = slotBetween(stored, {turned, asItIs}, kBits, vector);
    REQUIRE(slot);
    REQUIRE(slot->isInvertible());
    areRead(*slot);
    LinearMap of = slot->inverse().after(stored.asMap());
    for (unsigned bit = 0; bit < unsigned(std::countr_zero(vector)); ++bit)
      REQUIRE(of.column(bit) == uint64_t(1) << bit);
  }
}

TEST_CASE("no slot is read by lanes side by side and by a product") {
  MatrixProduct product{ProductInstruction::MmaSync, 16, std::nullopt, 64, 64, 64};
  LinearLayout factor = *operandLayout(product, MmaOperand::B, accumulatorLayouts(product, 4).front());
  LinearLayout rows = copies({64, 64}, 4);
  REQUIRE(slotBetween(rows, {factor}, 16, 8));
  REQUIRE_FALSE(slotBetween(rows, {factor, rows}, 16, 8));
}

TEST_CASE("lanes side by side load by themselves") {
  LinearLayout rows = copies({64, 64}, 4);
  REQUIRE(matrixLoadsOf(LinearMap::identity(rows.asMap().numInputs()), rows.bits(Place::Register).count, 16) ==
          MatrixLoads::None);
}
