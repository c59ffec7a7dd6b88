// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear maps against brute force over all their inputs.
#include "RandomLayout.h"
#include "test/support/Catch.h"
#include <bit>
#include <set>

using namespace tilec::layout;
using namespace tilec::layout::test;

static LinearMap randomMap(Random &random, unsigned inputs, unsigned outputs) {
  std::vector<uint64_t> columns(inputs);
  for (uint64_t &column : columns)
    column = below(random, 1u << outputs);
  return LinearMap(outputs, columns);
}

static std::set<uint64_t> image(const LinearMap &map, uint64_t allowed = ~uint64_t(0)) {
  std::set<uint64_t> result;
  for (uint64_t x = 0; x < uint64_t(1) << map.numInputs(); ++x)
    if ((x & ~allowed) == 0)
      result.insert(map.apply(x));
  return result;
}

TEST_CASE("a map is linear and is its columns") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    LinearMap map = randomMap(random, 1 + below(random, 7), 1 + below(random, 7));
    uint64_t a = below(random, 1u << map.numInputs()), b = below(random, 1u << map.numInputs());
    REQUIRE(map.apply(a ^ b) == (map.apply(a) ^ map.apply(b)));
    for (unsigned i = 0; i < map.numInputs(); ++i)
      REQUIRE(map.apply(uint64_t(1) << i) == map.column(i));
  }
}

TEST_CASE("rank, surjectivity and injectivity count images") {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    LinearMap map = randomMap(random, below(random, 7), below(random, 7));
    size_t images = image(map).size();
    REQUIRE(images == size_t(1) << map.rank());
    REQUIRE(map.isSurjective() == (images == size_t(1) << map.numOutputs()));
    REQUIRE(map.isInjective() == (images == size_t(1) << map.numInputs()));
  }
}

TEST_CASE("composition applies one map after the other") {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    unsigned middle = below(random, 6);
    LinearMap first = randomMap(random, below(random, 6), middle), second = randomMap(random, middle, below(random, 6));
    LinearMap both = second.after(first);
    for (uint64_t x = 0; x < uint64_t(1) << first.numInputs(); ++x)
      REQUIRE(both.apply(x) == second.apply(first.apply(x)));
  }
}

TEST_CASE("inverses undo") {
  Random random(4);
  int invertible = 0, surjective = 0;
  for (int round = 0; round < 1000; ++round) {
    unsigned outputs = below(random, 6);
    LinearMap map = randomMap(random, outputs + below(random, 3), outputs);
    if (!map.isSurjective())
      continue;
    ++surjective;
    LinearMap right = map.rightInverse();
    for (uint64_t y = 0; y < uint64_t(1) << outputs; ++y) {
      REQUIRE(map.apply(right.apply(y)) == y);
      REQUIRE((right.apply(y) & map.redundantInputs()) == 0);
    }
    if (!map.isInvertible())
      continue;
    ++invertible;
    REQUIRE(map.inverse().after(map) == LinearMap::identity(outputs));
  }
  REQUIRE(surjective > 100);
  REQUIRE(invertible > 50);
}

TEST_CASE("redundant inputs can be left at zero") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    LinearMap map = randomMap(random, below(random, 8), below(random, 5));
    uint64_t used = ~map.redundantInputs();
    REQUIRE(image(map, used) == image(map));
    REQUIRE(image(map).size() == size_t(1) << (map.numInputs() - std::popcount(map.redundantInputs())));
  }
}

TEST_CASE("solve finds an input exactly where there is one") {
  Random random(6);
  for (int round = 0; round < 300; ++round) {
    LinearMap map = randomMap(random, below(random, 7), 4);
    uint64_t allowed = below(random, 128);
    std::set<uint64_t> reachable = image(map, allowed);
    for (uint64_t y = 0; y < 16; ++y) {
      auto x = map.solve(y, allowed);
      REQUIRE(x.has_value() == (reachable.count(y) == 1));
      if (x) {
        REQUIRE(map.apply(*x) == y);
        REQUIRE((*x & ~allowed) == 0);
      }
    }
  }
}

TEST_CASE("a product acts on both halves") {
  Random random(7);
  LinearMap low = randomMap(random, 3, 4), high = randomMap(random, 2, 3), both = low.product(high);
  for (uint64_t x = 0; x < 8; ++x)
    for (uint64_t y = 0; y < 4; ++y)
      REQUIRE(both.apply(x | y << 3) == (low.apply(x) | high.apply(y) << 4));
}

TEST_CASE("division undoes composition") {
  Random random(8);
  int divided = 0;
  for (int round = 0; round < 500; ++round) {
    unsigned inputs = below(random, 6), middle = below(random, 6), outputs = below(random, 6);
    LinearMap first = randomMap(random, inputs, middle), second = randomMap(random, middle, outputs);
    LinearMap both = second.after(first);
    // Not the same factor, where several fit, but one that fits.
    std::optional<LinearMap> before = both.leftDividedBy(second), after = both.rightDividedBy(first);
    REQUIRE(before);
    REQUIRE(second.after(*before) == both);
    REQUIRE(after);
    REQUIRE(after->after(first) == both);
    LinearMap other = randomMap(random, inputs, outputs);
    bool covers = true, tells = true;
    std::set<uint64_t> reachable = image(second);
    for (uint64_t x : image(other))
      covers &= reachable.count(x) == 1;
    for (uint64_t x = 0; x < uint64_t(1) << inputs; ++x)
      tells &= first.apply(x) != 0 || other.apply(x) == 0;
    REQUIRE(other.leftDividedBy(second).has_value() == covers);
    REQUIRE(other.rightDividedBy(first).has_value() == tells);
    divided += covers + tells;
  }
  REQUIRE(divided > 50);
}

TEST_CASE("a pseudo-inverse finds inputs for all of the image, and kernels are what vanishes") {
  Random random(9);
  for (int round = 0; round < 500; ++round) {
    LinearMap map = randomMap(random, below(random, 7), below(random, 7)), back = map.pseudoInverse();
    for (uint64_t y : image(map)) {
      REQUIRE(map.apply(back.apply(y)) == y);
      REQUIRE((back.apply(y) & map.redundantInputs()) == 0);
    }
    std::set<uint64_t> vanishing = image(LinearMap(map.numInputs(), map.kernel()));
    for (uint64_t x = 0; x < uint64_t(1) << map.numInputs(); ++x)
      REQUIRE((map.apply(x) == 0) == (vanishing.count(x) == 1));
  }
}
