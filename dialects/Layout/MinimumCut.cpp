// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MinimumCut.h"
#include <algorithm>
#include <cmath>

namespace tilec::layout {

static constexpr unsigned kSource = 0, kSink = 1, kFirstNode = 2, kUnreached = ~0u;
/// Prices are counted in whole parts of this size, so that flows are exact.
static constexpr double kPartsOfOne = 256;

static int64_t parts(double price) {
  return std::llround(std::min(price, MinimumCut::kForbidden) * kPartsOfOne);
}

unsigned MinimumCut::addNode() {
  arcsOf.emplace_back();
  return arcsOf.size() - 1 - kFirstNode;
}

void MinimumCut::addArc(unsigned from, unsigned to, int64_t room) {
  if (room <= 0)
    return;
  arcsOf[from].push_back(arcs.size());
  arcs.push_back({to, room});
  arcsOf[to].push_back(arcs.size());
  arcs.push_back({from, 0});
}

void MinimumCut::addPrice(unsigned node, double keeps, double takes) {
  // Only the difference decides.
  int64_t difference = parts(takes) - parts(keeps);
  if (difference > 0)
    addArc(kSource, node + kFirstNode, difference);
  else
    addArc(node + kFirstNode, kSink, -difference);
}

void MinimumCut::addPairPrice(unsigned first, unsigned second, double price) {
  addArc(first + kFirstNode, second + kFirstNode, parts(price));
}

bool MinimumCut::findDistances() {
  distance.assign(arcsOf.size(), kUnreached);
  distance[kSink] = 0;
  std::vector<unsigned> queue = {kSink};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned arc : arcsOf[queue[i]]) {
      unsigned from = arcs[arc].to;
      if (arcs[arc ^ 1].room == 0 || distance[from] != kUnreached)
        continue;
      distance[from] = distance[queue[i]] + 1;
      queue.push_back(from);
    }
  return distance[kSource] != kUnreached;
}

int64_t MinimumCut::push(unsigned node, int64_t flow) {
  if (node == kSink)
    return flow;
  for (unsigned &position = nextArc[node]; position < arcsOf[node].size(); ++position) {
    unsigned arc = arcsOf[node][position], to = arcs[arc].to;
    if (arcs[arc].room == 0 || distance[to] == kUnreached || distance[to] + 1 != distance[node])
      continue;
    if (int64_t pushed = push(to, std::min(flow, arcs[arc].room))) {
      arcs[arc].room -= pushed;
      arcs[arc ^ 1].room += pushed;
      return pushed;
    }
  }
  return 0;
}

std::vector<bool> MinimumCut::solve() {
  while (findDistances()) {
    nextArc.assign(arcsOf.size(), 0);
    while (push(kSource, INT64_MAX) > 0) {
    }
  }
  // What still reaches the sink is on its side in every cheapest cut.
  std::vector<bool> takes;
  for (unsigned node = kFirstNode; node < arcsOf.size(); ++node)
    takes.push_back(distance[node] != kUnreached);
  return takes;
}

} // namespace tilec::layout
