// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MinimumCut.h"
#include "test/support/Catch.h"
#include <bit>
#include <random>

using namespace tilec::layout;

namespace {

/// A random problem of a few nodes, with its cost by the definition.
struct Problem {
  struct Pair {
    unsigned first, second;
    int price;
  };
  std::vector<std::pair<int, int>> single;
  std::vector<Pair> pairs;

  explicit Problem(std::mt19937 &random) : single(1 + random() % 9) {
    auto below = [&](unsigned n) { return int(random() % n); };
    for (auto &[keeps, takes] : single)
      std::tie(keeps, takes) = std::pair(below(20) - 5, below(20) - 5);
    for (unsigned i = random() % 24; i > 0; --i)
      pairs.push_back({unsigned(below(single.size())), unsigned(below(single.size())), below(12)});
  }

  int cost(unsigned choice) const {
    auto takes = [&](unsigned node) { return (choice >> node & 1) != 0; };
    int sum = 0;
    for (unsigned node = 0; node < single.size(); ++node)
      sum += takes(node) ? single[node].second : single[node].first;
    for (const Pair &pair : pairs)
      sum += !takes(pair.first) && takes(pair.second) ? pair.price : 0;
    return sum;
  }

  unsigned solved() const {
    MinimumCut cut;
    for (auto [keeps, takes] : single)
      cut.addPrice(cut.addNode(), keeps, takes);
    for (const Pair &pair : pairs)
      if (pair.first != pair.second)
        cut.addPairPrice(pair.first, pair.second, pair.price);
    std::vector<bool> takes = cut.solve();
    unsigned choice = 0;
    for (unsigned node = 0; node < takes.size(); ++node)
      choice |= unsigned(takes[node]) << node;
    return choice;
  }
};

} // namespace

// Every choice of up to nine nodes is tried.
TEST_CASE("a minimum cut is the cheapest choice, and takes as few nodes as any of the cheapest") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    Problem problem(random);
    unsigned best = 0;
    for (unsigned choice = 1; choice < 1u << problem.single.size(); ++choice) {
      int difference = problem.cost(choice) - problem.cost(best);
      if (difference < 0 || (difference == 0 && std::popcount(choice) < std::popcount(best)))
        best = choice;
    }
    unsigned found = problem.solved();
    CHECK(problem.cost(found) == problem.cost(best));
    CHECK(std::popcount(found) == std::popcount(best));
  }
}
