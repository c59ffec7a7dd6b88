// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Swizzled tiles address by address, bank conflicts by counting, and subspaces by listing them.
#include "dialects/Layout/SharedMemory/SharedLayouts.h"
#include "RandomLayout.h"
#include "dialects/Layout/NamedLayouts.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/Subspace.h"
#include "test/support/Catch.h"
#include <algorithm>
#include <bit>
#include <map>
#include <set>

using namespace tilec::layout;
using namespace tilec::layout::test;

TEST_CASE("a swizzle exchanges 16-byte chunks by the row of 128 bytes") {
  for (Swizzle swizzle : {Swizzle::None, Swizzle::Bytes32, Swizzle::Bytes64, Swizzle::Bytes128})
    for (unsigned bytes : {1u, 2u, 4u})
      for (int64_t columns : {16, 128}) {
        int64_t rows = 32, width = columns;
        if (swizzle != Swizzle::None)
          width = std::min<int64_t>(columns, unsigned(swizzle) / bytes);
        LinearMap elementOf = swizzledShared(rows, columns, bytes, swizzle), offsetOf = elementOf.inverse();
        for (int64_t row = 0; row < rows; ++row)
          for (int64_t column = 0; column < columns; ++column) {
            uint64_t panel = column / width, address = ((panel * rows + row) * width + column % width) * bytes;
            if (swizzle != Swizzle::None)
              address ^= (address >> 7) % (unsigned(swizzle) / 16) << 4;
            REQUIRE(offsetOf.apply(row * columns + column) * bytes == address);
          }
      }
}

// Boxes are copied one element after the other, as a copy engine would.
TEST_CASE("boxes of a tensor map lie one behind the other, the innermost dimension's first") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    unsigned rank = 1 + below(random, 4), bytes = 1u << below(random, 4);
    std::vector<int64_t> shape(rank), order(rank), box(rank);
    for (unsigned d = 0; d < rank; ++d)
      order[d] = d, shape[d] = int64_t(1) << below(random, 4);
    std::shuffle(order.begin(), order.end(), random);
    shape[order[0]] = 256 / bytes;
    for (unsigned d = 0; d < rank; ++d)
      box[d] = shape[order[d]] >> below(random, std::countr_zero(uint64_t(shape[order[d]])) + 1);
    const Swizzle swizzles[] = {Swizzle::None, Swizzle::Bytes32, Swizzle::Bytes64, Swizzle::Bytes128};
    Swizzle swizzle = swizzles[below(random, 4)];
    box[0] = swizzle == Swizzle::None ? 16 / bytes : unsigned(swizzle) / bytes;
    LinearMap offsetOf = boxedShared(shape, order, box, bytes, swizzle).inverse();
    // Counts up positions of the tile in the order of the map: within the box, then from box to box.
    uint64_t boxes = 1, inBox = 1;
    for (unsigned d = 0; d < rank; ++d)
      boxes *= shape[order[d]] / box[d], inBox *= box[d];
    for (uint64_t at = 0; at < boxes * inBox; ++at) {
      std::vector<int64_t> position(rank);
      uint64_t inside = at % inBox, number = at / inBox;
      for (unsigned d = 0; d < rank; ++d) {
        int64_t count = shape[order[d]] / box[d];
        position[order[d]] = number % count * box[d] + inside % box[d];
        number /= count, inside /= box[d];
      }
      uint64_t element = 0, address = at * bytes;
      for (unsigned d = 0; d < rank; ++d)
        element = element * shape[d] + position[d];
      if (swizzle != Swizzle::None)
        address ^= (address >> 7) % (unsigned(swizzle) / 16) << 4;
      REQUIRE(offsetOf.apply(element) * bytes == address);
    }
  }
}

TEST_CASE("eight rows of a chunk lie in different banks with a swizzle") {
  // Lanes 0 to 7 read 16 bytes of one column of 64 two-byte elements each.
  auto conflicts = [](Swizzle swizzle) {
    LinearMap offsetOf = swizzledShared(64, 64, 2, swizzle).inverse();
    std::vector<uint64_t> lanes;
    for (unsigned bit = 0; bit < 5; ++bit)
      lanes.push_back(offsetOf.apply(uint64_t(64) << bit));
    return bankConflicts(LinearMap(12, lanes), 2, 8);
  };
  REQUIRE(conflicts(Swizzle::None) == 8);
  REQUIRE(conflicts(Swizzle::Bytes32) == 1);
  REQUIRE(conflicts(Swizzle::Bytes64) == 1);
  REQUIRE(conflicts(Swizzle::Bytes128) == 1);
}

// For each phase: how many different words the busiest bank has to give.
TEST_CASE("bank conflicts are what counting gives") {
  Random random(1);
  std::set<unsigned> seen;
  for (int round = 0; round < 2000; ++round) {
    unsigned bytes = 1u << below(random, 4), vector = 1u << below(random, 5);
    if (bytes * vector > 16)
      continue;
    std::vector<uint64_t> lanes;
    for (unsigned bit = 0; bit < 5; ++bit)
      lanes.push_back(uint64_t(below(random, 1u << (9 - below(random, 3)))) / vector * vector);
    LinearMap offsets(16, lanes);
    unsigned access = bytes * vector, lanesOfPhase = access <= 4 ? 32 : access == 8 ? 16 : 8, total = 0;
    for (unsigned first = 0; first < 32; first += lanesOfPhase) {
      std::map<uint64_t, std::set<uint64_t>> wordsOfBank;
      for (unsigned lane = first; lane < first + lanesOfPhase; ++lane)
        for (unsigned byte = 0; byte < access; ++byte) {
          uint64_t word = (offsets.apply(lane) * bytes + byte) / 4;
          wordsOfBank[word % 32].insert(word);
        }
      size_t most = 0;
      for (auto &[bank, words] : wordsOfBank)
        most = std::max(most, words.size());
      total += most;
      if (first == 0)
        REQUIRE(bankConflicts(offsets, bytes, vector) == most);
    }
    REQUIRE(wavefronts(offsets, bytes, vector) == total);
    seen.insert(total);
  }
  REQUIRE(seen.size() > 3);
}

static std::set<uint64_t> allOf(const std::vector<uint64_t> &vectors) {
  std::set<uint64_t> result = {0};
  for (uint64_t vector : vectors)
    for (uint64_t other : std::set<uint64_t>(result))
      result.insert(vector ^ other);
  return result;
}

TEST_CASE("subspaces meet and join as their elements do, and have common complements") {
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    auto vectors = [&] {
      std::vector<uint64_t> result(below(random, 6));
      for (uint64_t &vector : result)
        vector = below(random, 128);
      return result;
    };
    std::vector<uint64_t> a = vectors(), b = vectors();
    std::set<uint64_t> inA = allOf(a), inB = allOf(b), inBoth, sums;
    for (uint64_t x : inA)
      if (inB.count(x))
        inBoth.insert(x);
    for (uint64_t x : inA)
      for (uint64_t y : inB)
        sums.insert(x ^ y);
    Subspace first(a), second(b);
    REQUIRE(allOf(first.intersect(second).basis()) == inBoth);
    REQUIRE(allOf(first.sum(second).basis()) == sums);
    REQUIRE(size_t(1) << first.dimension() == inA.size());
    std::vector<uint64_t> complement = commonComplement(first, second, 7);
    REQUIRE(complement.size() == 7 - std::max(first.dimension(), second.dimension()));
    REQUIRE(allOf(complement).size() == size_t(1) << complement.size());
    for (uint64_t x : allOf(complement))
      REQUIRE((x == 0 || (!inA.count(x) && !inB.count(x))));
  }
}
