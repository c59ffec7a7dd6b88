// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles between stages in which other elements lie side by side: every element has one lane, accesses are 16 bytes wide
// or transposed matrices, and none meets in banks.
#include "dialects/Layout/SharedMemory/StageTransposition.h"
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"
#include "dialects/Layout/MatrixMultiply/PairedBytes.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/SharedMemory/MmaSyncStages.h"
#include "test/support/Catch.h"
#include <bit>

using namespace tilec::layout;

namespace {

/// Offsets of a tile of K x N elements in swizzled boxes of 128 bytes along `inner`, one after the other.
LinearMap boxes(int64_t k, int64_t n, unsigned bytes, bool isInnerK) {
  unsigned kBits = log2OfExtent(k), nBits = log2OfExtent(n), vector = std::countr_zero(16 / bytes);
  unsigned innerBits = isInnerK ? kBits : nBits, outerBits = isInnerK ? nBits : kBits;
  unsigned boxBits = std::min<unsigned>(innerBits, std::countr_zero(128 / bytes));
  std::vector<uint64_t> inner, outer;
  for (unsigned bit = 0; bit < innerBits; ++bit)
    inner.push_back(uint64_t(1) << (bit < boxBits ? bit : bit + outerBits));
  for (unsigned bit = 0; bit < outerBits; ++bit)
    outer.push_back(uint64_t(1) << (boxBits + bit) | (bit < 3 ? uint64_t(1) << (vector + bit) : 0));
  // Elements are numbered row by row, along N first.
  std::vector<uint64_t> columns = isInnerK ? outer : inner;
  for (uint64_t column : isInnerK ? inner : outer)
    columns.push_back(column);
  return LinearMap(kBits + nBits, std::move(columns));
}

void checkWide(const LinearMap &offsets, unsigned registers, unsigned first, unsigned bytes) {
  unsigned vector = 16 / bytes;
  for (unsigned bit = 0; 1u << bit < vector; ++bit)
    REQUIRE(offsets.column(first + bit) == uint64_t(1) << bit);
  REQUIRE(wavefronts(offsets.ofInputs(registers, 5), bytes, vector) == 4);
}

/// Rows of one matrix are in all banks.
void checkMatrices(const LinearMap &offsets, unsigned registers) {
  REQUIRE(matrixLoadsOf(offsets, registers, 8) == MatrixLoads::Paired);
  std::vector<bool> seen(8);
  for (unsigned row = 0; row < 8; ++row) {
    uint64_t offset = 0;
    for (unsigned bit = 0; bit < 3; ++bit)
      offset ^= row >> bit & 1 ? offsets.column(bit ? registers + bit - 1 : 1) : 0;
    REQUIRE(!seen[offset / 16 % 8]);
    seen[offset / 16 % 8] = true;
  }
}

} // namespace

TEST_CASE("words are loaded and stored 16 bytes at once, in all banks") {
  for (int64_t n : {64, 128, 256})
    for (unsigned warps : {4u, 8u}) {
      LinearMap source = boxes(32, n, 4, false), target = boxes(32, n, 4, true);
      std::optional<LinearLayout> layout = layoutBetweenStages(source, target, {32, n}, 4, warps);
      if (n * 32 < int64_t(warps) * 32 * 16) {
        REQUIRE_FALSE(layout);
        continue;
      }
      REQUIRE(layout);
      REQUIRE(layout->hasOneOwner());
      REQUIRE(layout->isSurjective());
      unsigned registers = layout->bits(Place::Register).count;
      checkWide(source.after(layout->asMap()), registers, 0, 4);
      checkWide(target.after(layout->asMap()), registers, 2, 4);
    }
}

TEST_CASE("bytes are loaded as matrices of pairs and stored 16 at once, in all banks") {
  for (int64_t n : {128, 256}) {
    LinearMap source = boxes(128, n, 1, false), target = boxes(128, n, 1, true);
    std::optional<LinearLayout> layout = layoutBetweenStages(source, target, {128, n}, 1, 8);
    REQUIRE(layout);
    REQUIRE(layout->hasOneOwner());
    LinearMap stored = target.after(layout->asMap());
    unsigned registers = layout->bits(Place::Register).count;
    for (unsigned bit = 0; bit < 4; ++bit)
      REQUIRE(stored.column(bit < 2 ? bit : bit + 1) == uint64_t(1) << bit);
    REQUIRE(wavefronts(stored.ofInputs(registers, 5), 1, 16) == 4);
    std::optional<LinearLayout> loaded = pairedLayout(*layout, source);
    REQUIRE(loaded);
    checkMatrices(source.after(loaded->asMap()), registers);
  }
}

TEST_CASE("tiles that lie alike in both stages, or are small, have no such layout") {
  LinearMap source = boxes(32, 128, 4, true);
  REQUIRE_FALSE(layoutBetweenStages(source, source, {32, 128}, 4, 8));
  REQUIRE_FALSE(layoutBetweenStages(boxes(32, 16, 4, false), boxes(32, 16, 4, true), {32, 16}, 4, 8));
}

// What half of the lanes read in the other order keeps rows of 32 bytes along K apart.
TEST_CASE("fragments of bytes across K are loaded as pairs, in all banks, and words are made of two") {
  for (unsigned warps : {4u, 8u}) {
    TileMma mma{MmaInstruction::Wgmma, 8, std::nullopt, 128, 128, 128, RowOrder::Interleaved};
    LinearLayout sum = accumulatorLayouts(mma, warps).front(), a = *operandLayout(mma, MmaOperand::A, sum);
    REQUIRE(rowOrderOf(sum) == RowOrder::Interleaved);
    REQUIRE(warpgroupInstructions(mma, sum));
    // A is M x K with neighbours along M: as K x N above, the other way round.
    LinearLayout turned = a.permuted({1, 0});
    LinearMap offsets = boxes(128, 128, 1, false);
    std::optional<LinearLayout> loaded = pairedLayout(turned, offsets);
    REQUIRE(loaded);
    checkMatrices(offsets.after(loaded->asMap()), turned.bits(Place::Register).count);
    std::optional<UnpairedBytes> bytes = unpairedBytes(*loaded, turned);
    REQUIRE(bytes);
    REQUIRE(bytes->swappedLanes);
    for (uint32_t lane = 0; lane < 32; ++lane)
      for (uint32_t i = 0; i < turned.size(Place::Register); ++i) {
        // Register i of the fragment: the pair's bit comes first in what is loaded, words may be swapped.
        uint32_t low = i & ((1u << bytes->pairBit) - 1), pair = i >> bytes->pairBit & 1,
                 high = i >> (bytes->pairBit + 1);
        uint32_t from = (high << bytes->pairBit | low) << 1 | pair;
        from ^= (lane >> *bytes->swappedLanes & 1) << 2;
        REQUIRE(loaded->elementAt({from, lane}) == turned.elementAt({i, lane}));
      }
  }
}

TEST_CASE("words across K are read by lanes in all banks, 8 bytes at once") {
  TileMma mma{MmaInstruction::Wgmma, 32, std::nullopt, 128, 128, 32, RowOrder::Interleaved};
  LinearLayout sum = accumulatorLayouts(mma, 8).front(), a = *operandLayout(mma, MmaOperand::A, sum);
  LinearMap offsets = boxes(32, 128, 4, false).after(a.permuted({1, 0}).asMap());
  REQUIRE(offsets.column(0) == 1);
  REQUIRE(wavefronts(offsets.ofInputs(a.bits(Place::Register).count, 5), 4, 2) == 2);
}
