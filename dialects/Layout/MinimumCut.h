// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A choice between two sides for each of many nodes that costs least.
//
// Each node has a price on either side, and pairs have a price that is paid where the first node keeps and the second
// takes. Such a choice is a minimum cut between a source (keep) and a sink (take), found exactly by flows along
// shortest paths (Dinic's algorithm).
#pragma once

#include <cstdint>
#include <vector>

namespace tilec::layout {

class MinimumCut {
public:
  /// What no choice can be worth.
  static constexpr double kForbidden = 1e12;

  unsigned addNode();
  /// Negative prices are allowed.
  void addPrice(unsigned node, double keeps, double takes);
  /// Paid where `first` keeps and `second` takes; not negative.
  void addPairPrice(unsigned first, unsigned second, double price);
  /// Whether each node takes; of all cheapest choices the one in which fewest do.
  std::vector<bool> solve();

private:
  struct Arc {
    unsigned to;
    int64_t room;
  };
  void addArc(unsigned from, unsigned to, int64_t room);
  bool findDistances();
  int64_t push(unsigned node, int64_t flow);

  /// Arcs lie beside their reverses: arc i and arc i ^ 1.
  std::vector<Arc> arcs;
  std::vector<std::vector<unsigned>> arcsOf = std::vector<std::vector<unsigned>>(2);
  /// The distance of each node to the sink, in arcs that have room.
  std::vector<unsigned> distance;
  std::vector<unsigned> nextArc;
};

} // namespace tilec::layout
