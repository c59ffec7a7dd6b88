// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes that multiply by themselves read operands 16 bytes at a time, without conflicts, whichever way they lie.
#include "dialects/Layout/SharedMemory/LaneOperands.h"
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "test/support/Catch.h"

using namespace tilec::layout;

namespace {

struct Read {
  unsigned vector, conflicts;
  bool operator==(const Read &) const = default;
};

/// How lanes with accumulators in layout `sum` read an operand that lies along K, or across it.
Read readOf(const TileMma &mma, MmaOperand operand, const LinearLayout &sum, bool isAlongK) {
  std::vector<int64_t> shape = mma.shapeOf(operand);
  unsigned alongK = operand == MmaOperand::A ? 1 : 0;
  LinearMap elementAt = laneShared(shape, isAlongK ? alongK : 1 - alongK, isAlongK, 4);
  REQUIRE(elementAt.isInvertible());
  LinearLayout own = *operandLayout(mma, operand, sum);
  LinearMap offsets = elementAt.inverse().after(own.asMap());
  unsigned registers = own.bits(Place::Register).count;
  unsigned vector = sharedVector(offsets, registers, own.size(Place::Register) - 1, 4);
  return {vector, bankConflicts(offsets.ofInputs(registers, 5), 4, vector)};
}

/// One of the layouts of the sums suits both operands.
bool hasGoodLayout(const TileMma &mma, unsigned numWarps, bool isAAlongK, bool isBAlongK) {
  for (const LinearLayout &sum : accumulatorLayouts(mma, numWarps))
    if (readOf(mma, MmaOperand::A, sum, isAAlongK) == Read{4, 1} &&
        readOf(mma, MmaOperand::B, sum, isBAlongK) == Read{4, 1})
      return true;
  return false;
}

} // namespace

TEST_CASE("each way to store two operands has sums whose lanes read both without conflicts") {
  for (auto [rows, numWarps] : {std::pair(64, 2u), {128, 8u}})
    for (int64_t depth : {8, 16, 32, 64})
      for (bool isAAlongK : {false, true})
        for (bool isBAlongK : {false, true}) {
          TileMma mma{MmaInstruction::Fma, 32, std::nullopt, rows, rows, depth};
          CAPTURE(rows, depth, isAAlongK, isBAlongK);
          REQUIRE(hasGoodLayout(mma, numWarps, isAAlongK, isBAlongK));
        }
}

TEST_CASE("sums of a lane are eight by eight") {
  TileMma mma{MmaInstruction::Fma, 32, std::nullopt, 128, 128, 1};
  bool isSquare = false;
  for (const LinearLayout &sum : accumulatorLayouts(mma, 8))
    isSquare |= operandLayout(mma, MmaOperand::A, sum)->size(Place::Register) == 8 &&
                operandLayout(mma, MmaOperand::B, sum)->size(Place::Register) == 8;
  REQUIRE(isSquare);
}
