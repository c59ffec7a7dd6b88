// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transfers: both ways of moving elements, carried out on arrays, bring every element where it is wanted.
#include "RandomLayout.h"
#include "TransferSimulation.h"
#include "dialects/Layout/NamedLayouts.h"
#include "test/support/Catch.h"

using namespace tilec::layout;
using namespace tilec::layout::test;
using Kind = LayoutConversion::Kind;

/// A random invertible change of the bits of element numbers, applied to a layout: bases become sums.
static LinearLayout mixed(Random &random, const LinearLayout &layout, unsigned steps) {
  LinearLayout::Bases bases = layout.bases();
  unsigned bits = layout.asMap().numOutputs();
  for (unsigned step = 0; step < steps && bits > 1; ++step) {
    unsigned from = below(random, bits), to = below(random, bits);
    if (from != to)
      for (auto &place : bases)
        for (uint64_t &basis : place)
          basis ^= (basis >> from & 1) << to;
  }
  return LinearLayout(layout.shape(), bases);
}

/// `layout` in which some bases of each place are lost: not every element is wanted.
static LinearLayout partOf(Random &random, const LinearLayout &layout) {
  LinearLayout::Bases bases = layout.bases();
  for (auto &place : bases)
    for (uint64_t &basis : place)
      if (below(random, 4) == 0)
        basis = 0;
  return LinearLayout(layout.shape(), bases);
}

/// `layout` with its register and lane bases dealt out anew: nothing leaves its warp.
static LinearLayout shuffledInWarps(Random &random, const LinearLayout &layout) {
  LinearLayout::Bases bases = layout.bases();
  std::vector<uint64_t *> slots;
  std::vector<uint64_t> values;
  for (unsigned place = 0; place < 2; ++place)
    for (uint64_t &basis : bases[place]) {
      slots.push_back(&basis);
      values.push_back(basis);
    }
  std::shuffle(values.begin(), values.end(), random);
  for (size_t i = 0; i < slots.size(); ++i)
    *slots[i] = values[i];
  return LinearLayout(layout.shape(), bases);
}

static Transfer randomTransfer(Random &random) {
  std::vector<int64_t> shape = randomShape(random, 11);
  unsigned warpBits = below(random, 3), steps = below(random, 2) * below(random, 6);
  Transfer transfer;
  transfer.source = mixed(random, randomPermutationLayout(random, shape, 5, warpBits), steps);
  transfer.destination = mixed(random, randomPermutationLayout(random, shape, 5, warpBits), steps);
  if (below(random, 3) == 0)
    transfer.destination = shuffledInWarps(random, transfer.source);
  transfer.elementBits = 8u << below(random, 4);
  if (below(random, 2)) {
    transfer.destination = partOf(random, transfer.destination);
    transfer.start = below(random, transfer.source.numElements());
    transfer.varying = below(random, transfer.source.numElements());
  }
  return transfer;
}

TEST_CASE("what is picked brings every element where it is wanted") {
  Random random(1);
  int kinds[3] = {0, 0, 0}, parts = 0;
  for (int round = 0; round < 3000; ++round) {
    Transfer transfer = randomTransfer(random);
    LayoutConversion plan = planTransfer(transfer);
    ++kinds[int(plan.kind)];
    for (uint64_t varying : {uint64_t(0), transfer.varying & random(), transfer.varying}) {
      RegisterFile source = fill(transfer.source), expected = wanted(transfer, varying);
      if (plan.places.stayInWarp())
        REQUIRE(runShuffles(plan.shuffles, source, varying) == expected);
      if (plan.kind == Kind::SharedMemory)
        REQUIRE(runSharedMemory(plan.sharedMemory, source, varying, transfer.elementBits) == expected);
    }
    parts += plan.kind == Kind::SharedMemory && plan.sharedMemory.inWarp && transfer.source.size(Place::Warp) > 1;
  }
  REQUIRE(kinds[0] > 30);
  REQUIRE(kinds[1] > 30);
  REQUIRE(kinds[2] > 30);
  REQUIRE(parts > 10);
}

TEST_CASE("the number of shuffles is what remains after one register of each group stays") {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    // k register bits trade places with k lane bits.
    unsigned registerBits = 1 + below(random, 4), k = 1 + below(random, registerBits);
    std::vector<uint64_t> columns;
    for (unsigned bit = 0; bit < registerBits + 5; ++bit)
      columns.push_back(uint64_t(1) << bit);
    std::shuffle(columns.begin(), columns.end(), random);
    LinearLayout::Bases bases, other;
    bases[0].assign(columns.begin(), columns.begin() + registerBits);
    bases[1].assign(columns.begin() + registerBits, columns.end());
    other = bases;
    for (unsigned i = 0; i < k; ++i)
      std::swap(other[0][i], other[1][i]);
    std::vector<int64_t> shape = {int64_t(1) << (registerBits + 5)};
    Transfer transfer{LinearLayout(shape, bases), LinearLayout(shape, other)};
    LayoutConversion plan = planTransfer(transfer);
    unsigned registers = 1u << registerBits;
    REQUIRE(plan.shuffles.numShuffles == registers - (registers >> k));
    REQUIRE(runShuffles(plan.shuffles, fill(transfer.source), 0) == wanted(transfer, 0));
  }
}

// Permutation layouts are all that programs have; on those both sides are free of conflicts.
TEST_CASE("scratch has no bank conflicts") {
  Random random(3);
  int seen = 0;
  for (int round = 0; round < 1000; ++round) {
    Transfer transfer = randomTransfer(random);
    if (transfer.start || transfer.varying)
      continue;
    LayoutConversion plan = planTransfer(transfer);
    if (plan.kind != Kind::SharedMemory)
      continue;
    ++seen;
    const SharedTransferPlan &shared = plan.sharedMemory;
    unsigned bytes = transfer.elementBits / 8;
    REQUIRE(bankConflicts(shared.offsets.store.ofInputs(shared.offsets.storeRegisterBits, 5), bytes,
                          shared.storeVector) == 1);
    if (shared.matrices != MatrixLoads::None)
      continue; // MatrixLoadsTest.cpp
    REQUIRE(bankConflicts(shared.offsets.load.ofInputs(shared.offsets.loadRegisterBits, 5), bytes, shared.loadVector) ==
            1);
  }
  REQUIRE(seen > 100);
}

/// Through shared memory in several passes, of at most so many bytes, and right.
static void requirePasses(const Transfer &transfer, int64_t mostBytes) {
  LayoutConversion plan = planTransfer(transfer);
  REQUIRE(plan.kind == Kind::SharedMemory);
  REQUIRE(plan.sharedMemory.passes > 1);
  REQUIRE(plan.sharedMemory.bytes <= mostBytes);
  REQUIRE(runSharedMemory(plan.sharedMemory, fill(transfer.source), 0, 32) == wanted(transfer, 0));
}

TEST_CASE("a tile too large for its scratch goes in passes") {
  LinearLayout rows = blocked({64, 512}, {{1, 4}, {1, 32}, {2, 4}, {1, 0}}),
               columns = blocked({64, 512}, {{1, 4}, {2, 16}, {4, 2}, {1, 0}});
  requirePasses({rows, columns}, kMaxScratchBytesOfPass);
}

// Lanes and warps of either side tell all elements apart: no register has the same part of the tile on both.
TEST_CASE("a tile whose sides share no registers goes in passes by warps where memory is short") {
  auto bits = [](unsigned first, unsigned count) {
    std::vector<uint64_t> bases;
    for (unsigned bit = first; bit < first + count; ++bit)
      bases.push_back(uint64_t(1) << bit);
    return bases;
  };
  LinearLayout columns({64, 512}, {bits(8, 7), bits(0, 5), bits(5, 3), {}}),
      rows({64, 512}, {bits(0, 7), bits(7, 5), bits(12, 3), {}});
  Transfer transfer{columns, rows};
  REQUIRE(planTransfer(transfer).sharedMemory.passes == 1);
  for (int64_t most : {101376, 65536, 40000, 9000}) {
    transfer.maxScratchBytes = most;
    requirePasses(transfer, most);
  }
}

TEST_CASE("any layout conversion keeps to the scratch that it may take, in passes") {
  Random random(8);
  int byWarps = 0, ofCopies = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<int64_t> shape = {int64_t(1) << (11 + below(random, 3))};
    unsigned warpBits = 1 + below(random, 3), steps = below(random, 2) * below(random, 6);
    Transfer transfer;
    transfer.source = mixed(random, randomPermutationLayout(random, shape, 5, warpBits), steps);
    transfer.destination = mixed(random, randomPermutationLayout(random, shape, 5, warpBits), steps);
    transfer.elementBits = 8u << below(random, 4);
    int64_t bytes = transfer.source.numElements() * transfer.elementBits / 8;
    // Lanes of both sides may tell 1024 elements apart; two halves.
    transfer.maxScratchBytes = std::max<int64_t>(bytes >> below(random, 4), 2048 * transfer.elementBits / 8);
    LayoutConversion plan = planTransfer(transfer);
    if (plan.kind != Kind::SharedMemory)
      continue;
    const SharedTransferPlan &shared = plan.sharedMemory;
    REQUIRE(shared.bytes <= transfer.maxScratchBytes);
    REQUIRE(runSharedMemory(shared, fill(transfer.source), 0, transfer.elementBits) == wanted(transfer, 0));
    unsigned threads = warpBits + 5, bits = shared.offsets.storeRegisterBits;
    if (shared.passes > 1 && shared.storePass.ofInputs(bits, threads).rank()) {
      ++byWarps;
      ofCopies += shared.copyBits != 0;
    }
  }
  REQUIRE(byWarps > 60);
  REQUIRE(ofCopies > 20);
}
