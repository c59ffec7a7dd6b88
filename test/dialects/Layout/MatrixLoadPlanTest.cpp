// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans that load with ldmatrix, against what the PTX ISA says an instruction gives each lane.
#include "dialects/Layout/MatrixMultiply/MatrixLoadPlan.h"
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Layout/NamedLayouts.h"
#include "test/dialects/Layout/RandomLayout.h"
#include "test/dialects/Layout/TransferSimulation.h"
#include "test/support/Catch.h"

using namespace tilec::layout;
using namespace tilec::layout::test;
using Kind = LayoutConversion::Kind;

/// Where the element of a place has to lie if its lane gets it from a row of 16 bytes: the row, and where in it.
static void checkRows(const SharedTransferPlan &plan, unsigned elementBits) {
  unsigned perWord = 32 / elementBits, perRow = 128 / elementBits, registerBits = plan.offsets.loadRegisterBits;
  std::map<std::array<uint64_t, 3>, uint64_t> startOfRow; // warp, matrix, row
  bool isTransposed = plan.matrices == MatrixLoads::Transposed;
  uint64_t places = uint64_t(1) << plan.offsets.load.numInputs();
  for (uint64_t place = 0; place < places; ++place) {
    uint64_t reg = place & ((uint64_t(1) << registerBits) - 1), lane = place >> registerBits & 31,
             warp = place >> registerBits >> 5;
    uint64_t inWord = lane % 4 * perWord + reg % perWord;
    // "thread T gets elements of row T / 4 ...; with .trans of column T / 4"
    uint64_t row = isTransposed ? inWord : lane / 4, column = isTransposed ? lane / 4 : inWord;
    uint64_t offset = plan.offsets.load.apply(place);
    REQUIRE(offset % perRow == column);
    auto [known, isNew] = startOfRow.try_emplace({warp, reg / perWord, row}, offset / perRow);
    REQUIRE(known->second == offset / perRow);
  }
}

/// Carries the instructions out as the ISA has them: every register of every lane gets, in its pass and no other, what
/// lies at the offset that the transfer says.
static void checkInstructions(const SharedTransferPlan &plan, unsigned elementBits) {
  MatrixLoadPlan loads = planMatrixLoads(plan, elementBits);
  unsigned perWord = 32 / elementBits, registerBits = plan.offsets.loadRegisterBits;
  uint64_t start = plan.offsets.start.apply(uint64_t(1) << (plan.offsets.start.numInputs() - 1));
  uint64_t threads = uint64_t(1) << (plan.offsets.load.numInputs() - registerBits);
  std::set<uint64_t> loaded;
  for (unsigned pass = 0; pass < plan.passes; ++pass)
    for (auto instruction : loads.instructionsOf(plan, pass))
      for (uint64_t thread = 0; thread < threads; ++thread)
        for (unsigned matrix = 0; matrix < loads.numMatrices(); ++matrix)
          for (unsigned i = 0; i < perWord; ++i) {
            uint64_t lane = thread % 32, row = loads.isTransposed ? 2 * (lane % 4) + i : lane / 4;
            uint64_t column = loads.isTransposed ? lane / 4 : lane % 4 * perWord + i;
            uint64_t named = loads.rowOfThread.apply(thread - lane + 8 * matrix + row) ^ instruction.offset;
            REQUIRE(named * elementBits % 128 == 0);
            uint64_t index = loads.registerOf(instruction, matrix, i), place = thread << registerBits | index;
            REQUIRE(plan.loadPass.apply(index) == pass);
            REQUIRE(named + column == (plan.offsets.load.apply(place) ^ start));
            REQUIRE(loaded.insert(place).second);
          }
  REQUIRE(loaded.size() == threads << registerBits);
}

static void check(const LinearLayout &from, const LinearLayout &to, unsigned bits, MatrixLoads expected,
                  unsigned storeVector) {
  LayoutConversion plan = planConversion(from, to, bits);
  REQUIRE(plan.kind == Kind::SharedMemory);
  REQUIRE(plan.sharedMemory.matrices == expected);
  REQUIRE(plan.sharedMemory.storeVector == storeVector);
  checkRows(plan.sharedMemory, bits);
  checkInstructions(plan.sharedMemory, bits);
  REQUIRE(runSharedMemory(plan.sharedMemory, fill(from), 0, bits) == wanted({from, to, bits}, 0));
  // A wavefront for each matrix, and for each 128 bytes that are stored.
  unsigned matrices = to.size(Place::Register) * bits / 32, stores = from.size(Place::Register) / storeVector;
  REQUIRE(plan.sharedMemory.numWavefronts == matrices + stores * storeVector * bits / 32);
}

TEST_CASE("operands are stored 16 bytes at once and loaded as matrices, without conflicts") {
  for (unsigned bits : {8u, 16u, 32u}) {
    TileMma mma{MmaInstruction::MmaSync, bits, std::nullopt, 128, 128, 512 / bits};
    unsigned vector = 128 / bits;
    for (const LinearLayout &sum : accumulatorLayouts(mma, 4)) {
      LinearLayout a = *operandLayout(mma, MmaOperand::A, sum), b = *operandLayout(mma, MmaOperand::B, sum);
      check(blockedInOrder(a.shape(), {1, 0}, vector, 4), a, bits, MatrixLoads::Plain, vector);
      check(blockedInOrder(b.shape(), {0, 1}, vector, 4), b, bits, MatrixLoads::Plain, vector);
      if (bits == 16) {
        check(blockedInOrder(a.shape(), {0, 1}, vector, 4), a, bits, MatrixLoads::Transposed, vector);
        check(blockedInOrder(b.shape(), {1, 0}, vector, 4), b, bits, MatrixLoads::Transposed, vector);
      }
    }
  }
}

TEST_CASE("whatever is loaded as matrices lies in rows") {
  int seen = 0;
  for (int64_t m : {8, 16, 64})
    for (int64_t n : {8, 16, 64})
      for (int64_t k : {16, 32, 128})
        for (unsigned bits : {8u, 16u, 32u})
          for (unsigned warps : {1u, 4u})
            for (int64_t vector : {1, 2, 4, 8}) {
              TileMma mma{MmaInstruction::MmaSync, bits, std::nullopt, m, n, k};
              LinearLayout sum = accumulatorLayouts(mma, warps).front();
              for (MmaOperand operand : {MmaOperand::A, MmaOperand::B})
                for (std::vector<int64_t> order : {std::vector<int64_t>{0, 1}, {1, 0}}) {
                  LinearLayout to = *operandLayout(mma, operand, sum),
                               from = blockedInOrder(to.shape(), order, vector, warps);
                  LayoutConversion plan = planConversion(from, to, bits);
                  if (plan.kind != Kind::SharedMemory)
                    continue;
                  REQUIRE(runSharedMemory(plan.sharedMemory, fill(from), 0, bits) == wanted({from, to, bits}, 0));
                  if (plan.sharedMemory.matrices == MatrixLoads::None)
                    continue;
                  ++seen;
                  checkRows(plan.sharedMemory, bits);
                  checkInstructions(plan.sharedMemory, bits);
                }
            }
  REQUIRE(seen > 50);
}

// Rows of a transposed matrix are told apart by a register inside a word: its other half must not come in another pass.
TEST_CASE("a pass holds whole words of what is loaded as matrices") {
  TileMma mma{MmaInstruction::MmaSync, 16, std::nullopt, 64, 512, 64};
  LinearLayout from = blocked({64, 512}, {{8, 8}, {1, 32}, {8, 1}, {1, 0}});
  int seen = 0;
  for (const LinearLayout &sum : accumulatorLayouts(mma, 8)) {
    LinearLayout to = *operandLayout(mma, MmaOperand::B, sum);
    LayoutConversion plan = planConversion(from, to, 16);
    if (plan.kind != Kind::SharedMemory || plan.sharedMemory.passes == 1 || plan.sharedMemory.loadPass.column(0) == 0)
      continue;
    ++seen;
    REQUIRE(plan.sharedMemory.matrices == MatrixLoads::None);
    REQUIRE(runSharedMemory(plan.sharedMemory, fill(from), 0, 16) == wanted({from, to, 16}, 0));
  }
  REQUIRE(seen > 0);
}

// Large tiles go in passes; what stores them lies in any order.
TEST_CASE("instructions give every lane its own elements, from layouts in any order and in passes") {
  Random random(7);
  int seen = 0, inPasses = 0;
  for (int round = 0; round < 200; ++round) {
    unsigned bits = 8u << below(random, 3);
    unsigned warps = 1u << below(random, 4);
    TileMma mma{MmaInstruction::MmaSync,
                bits,
                std::nullopt,
                int64_t(16) << below(random, 4),
                int64_t(16) << below(random, 6),
                int64_t(512 / bits) << below(random, 3)};
    auto sums = accumulatorLayouts(mma, warps);
    if (sums.empty())
      continue;
    auto to = operandLayout(mma, below(random, 2) ? MmaOperand::A : MmaOperand::B, sums[below(random, sums.size())]);
    if (!to)
      continue;
    std::vector<int64_t> order = below(random, 2) ? std::vector<int64_t>{0, 1} : std::vector<int64_t>{1, 0};
    LayoutConversion plan =
        planConversion(blockedInOrder(to->shape(), order, int64_t(1) << below(random, 4), warps), *to, bits);
    if (plan.kind != Kind::SharedMemory || plan.sharedMemory.matrices == MatrixLoads::None)
      continue;
    ++seen;
    inPasses += plan.sharedMemory.passes > 1;
    checkInstructions(plan.sharedMemory, bits);
  }
  REQUIRE(seen > 50);
  REQUIRE(inPasses > 0);
}
