// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Layouts/LayoutClusters.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Layouts that a cluster keeps for a look.
static constexpr size_t kMaxCandidates = 12;

LayoutClusters::LayoutClusters(LayoutGraph &graph)
    : graph(graph), clusterOf(graph.nodes.size()), taken(graph.nodes.size()), reached(graph.nodes.size(), kNoLayout),
      stamp(graph.nodes.size(), 0), choseAlone(graph.nodes.size(), false) {
  for (unsigned node = 0; node < graph.nodes.size(); ++node) {
    Cluster cluster{{node}, {}, node, {}};
    clusterOf[node] = node;
    if (graph.nodes[node].isAnchor()) {
      cluster.anchors = {node};
      cluster.candidates = graph.proposals(node);
      chooseBest(cluster);
    }
    clusters.push_back(std::move(cluster));
  }
}

std::vector<LayoutId> LayoutClusters::assign() {
  std::vector<std::pair<double, unsigned>> dearestFirst;
  for (auto [index, edge] : llvm::enumerate(graph.edges))
    dearestFirst.push_back({-edge.weight, index});
  llvm::sort(dearestFirst);
  for (auto [weight, edge] : dearestFirst)
    join(edge);

  std::vector<LayoutId> layouts(graph.nodes.size(), kNoLayout);
  std::vector<std::pair<double, Cluster *>> rest;
  for (Cluster &cluster : clusters) {
    if (cluster.nodes.empty())
      continue;
    rest.push_back({-cluster.cost, &cluster});
    spread(cluster.root, cluster.best == kNoLayout ? graph.plain(cluster.root) : cluster.best);
    for (unsigned node : cluster.nodes)
      layouts[node] = layoutAt(node);
  }
  llvm::sort(rest);
  // Nodes first: whole clusters would settle with a neighbour that is itself on the wrong side.
  chooseEachAlone(layouts);
  for (unsigned round = 0; round < 2; ++round)
    for (auto [cost, cluster] : rest)
      chooseAgain(*cluster, layouts);
  chooseEachAlone(layouts);
  return layouts;
}

//===- Walking along taken edges ---------------------------------------------------------------------------------===//

unsigned LayoutClusters::otherEnd(unsigned edge, unsigned from) const {
  const LayoutEdge &e = graph.edges[edge];
  return e.maker == from ? e.user : e.maker;
}

bool LayoutClusters::canCross(unsigned edge, unsigned from) const {
  const LayoutEdge &e = graph.edges[edge];
  return e.maker == from ? graph.userFollows(e) : graph.makerFollows(e);
}

LayoutId LayoutClusters::across(unsigned edge, unsigned from, LayoutId layout) {
  const LayoutEdge &e = graph.edges[edge];
  return e.maker == from ? graph.userFrom(e, layout) : graph.makerFrom(e, layout);
}

size_t LayoutClusters::spread(unsigned start, LayoutId layout) {
  ++now;
  stamp[start] = now;
  reached[start] = layout;
  std::vector<unsigned> queue = {start};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : taken[queue[i]]) {
      unsigned next = otherEnd(edge, queue[i]);
      if (stamp[next] == now || !canCross(edge, queue[i]))
        continue;
      LayoutId there = across(edge, queue[i], reached[queue[i]]);
      if (there == kNoLayout)
        continue;
      stamp[next] = now;
      reached[next] = there;
      queue.push_back(next);
    }
  return queue.size();
}

bool LayoutClusters::reachesAll(unsigned start, size_t count) {
  ++now;
  stamp[start] = now;
  std::vector<unsigned> queue = {start};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : taken[queue[i]]) {
      unsigned next = otherEnd(edge, queue[i]);
      if (stamp[next] == now || !canCross(edge, queue[i]))
        continue;
      stamp[next] = now;
      reached[next] = kNoLayout;
      queue.push_back(next);
    }
  return queue.size() == count;
}

//===- Joining ---------------------------------------------------------------------------------------------------===//

double LayoutClusters::costInside(const Cluster &cluster, LayoutId layout) {
  if (spread(cluster.root, layout) != cluster.nodes.size())
    return strategy::kImpossible;
  double cost = 0;
  for (unsigned anchor : cluster.anchors)
    cost += graph.nodeCost(anchor, layoutAt(anchor));
  return std::min(cost, strategy::kImpossible);
}

void LayoutClusters::chooseBest(Cluster &cluster) {
  if (cluster.anchors.empty())
    return;
  // Equal costs keep their order.
  std::vector<std::tuple<double, size_t, LayoutId>> ranked;
  for (auto [position, candidate] : llvm::enumerate(cluster.candidates))
    ranked.push_back({costInside(cluster, candidate), position, candidate});
  llvm::sort(ranked);
  if (ranked.size() > kMaxCandidates)
    ranked.resize(kMaxCandidates);
  cluster.candidates.clear();
  for (auto [cost, position, candidate] : ranked)
    cluster.candidates.push_back(candidate);
  cluster.cost = std::get<0>(ranked.front());
  cluster.best = cluster.candidates.front();
}

std::vector<LayoutId> LayoutClusters::candidatesAt(unsigned root, const Cluster &a, const Cluster &b) {
  std::vector<LayoutId> result;
  auto add = [&](LayoutId layout) {
    if (layout != kNoLayout && !llvm::is_contained(result, layout))
      result.push_back(layout);
  };
  for (const Cluster *part : {&a, &b})
    for (LayoutId candidate : part->candidates) {
      spread(part->root, candidate);
      add(layoutAt(root));
    }
  add(graph.plain(root));
  return result;
}

std::optional<LayoutClusters::Cluster> LayoutClusters::joined(const Cluster &a, const Cluster &b) {
  Cluster both;
  both.nodes = a.nodes;
  llvm::append_range(both.nodes, b.nodes);
  both.anchors = a.anchors;
  llvm::append_range(both.anchors, b.anchors);
  unsigned index = reachesAll(a.root, both.nodes.size()) ? 0 : reachesAll(b.root, both.nodes.size()) ? 1 : 2;
  if (index == 2)
    return std::nullopt;
  both.root = index == 0 ? a.root : b.root;
  if (both.anchors.empty())
    return both;
  const Cluster &other = index == 0 ? b : a, &own = index == 0 ? a : b;
  if (other.anchors.empty() && !own.anchors.empty()) {
    // Nothing new to weigh.
    both.candidates = own.candidates;
    both.best = own.best;
    both.cost = own.cost;
    return both;
  }
  both.candidates = candidatesAt(both.root, own, other);
  chooseBest(both);
  return both;
}

double LayoutClusters::costBetween(const Cluster &a, const Cluster &b) const {
  const Cluster &small = a.nodes.size() < b.nodes.size() ? a : b;
  unsigned other = clusterOf[(&small == &a ? b : a).nodes.front()];
  double weight = 0;
  for (unsigned node : small.nodes)
    for (unsigned edge : graph.nodes[node].edges)
      if (clusterOf[otherEnd(edge, node)] == other)
        weight += graph.edges[edge].weight;
  return weight;
}

void LayoutClusters::join(unsigned edge) {
  const LayoutEdge &e = graph.edges[edge];
  unsigned first = clusterOf[e.maker], second = clusterOf[e.user];
  if (first == second)
    return;
  Cluster &a = clusters[first], &b = clusters[second];
  double apart = a.cost + b.cost + costBetween(a, b);
  taken[e.maker].push_back(edge);
  taken[e.user].push_back(edge);
  std::optional<Cluster> both = joined(a, b);
  if (!both || both->cost > apart || both->cost >= strategy::kImpossible) {
    taken[e.maker].pop_back();
    taken[e.user].pop_back();
    return;
  }
  for (unsigned node : b.nodes)
    clusterOf[node] = first;
  b = {};
  a = std::move(*both);
}

//===- Choosing again --------------------------------------------------------------------------------------------===//

void LayoutClusters::chooseAgain(Cluster &cluster, std::vector<LayoutId> &layouts) {
  std::vector<unsigned> edges;
  for (unsigned node : cluster.nodes)
    llvm::append_range(edges, graph.nodes[node].edges);
  llvm::sort(edges);
  edges.erase(llvm::unique(edges), edges.end());

  // What neighbours would like, brought to the root.
  std::vector<LayoutId> candidates = {layouts[cluster.root]};
  llvm::append_range(candidates, cluster.candidates);
  for (unsigned edge : edges) {
    const LayoutEdge &e = graph.edges[edge];
    for (auto [own, other] : {std::pair(e.maker, e.user), std::pair(e.user, e.maker)}) {
      if (clusterOf[own] != clusterOf[cluster.root] || clusterOf[other] == clusterOf[own] || !canCross(edge, other))
        continue;
      LayoutId wish = across(edge, other, layouts[other]);
      if (wish == kNoLayout)
        continue;
      spread(own, wish);
      if (layoutAt(cluster.root) != kNoLayout)
        candidates.push_back(layoutAt(cluster.root));
    }
  }
  auto costOf = [&](LayoutId candidate) {
    double cost = costInside(cluster, candidate);
    for (unsigned edge : edges) {
      const LayoutEdge &e = graph.edges[edge];
      auto at = [&](unsigned node) {
        return layoutAt(node) != kNoLayout && !choseAlone[node] ? layoutAt(node) : layouts[node];
      };
      cost += graph.edgeCost(e, at(e.maker), at(e.user));
    }
    return cost;
  };
  LayoutId best = candidates.front();
  double least = costOf(best);
  llvm::DenseSet<LayoutId> seen = {best};
  for (LayoutId candidate : ArrayRef(candidates).drop_front()) {
    if (!seen.insert(candidate).second)
      continue;
    if (double cost = costOf(candidate); cost < least) {
      best = candidate;
      least = cost;
    }
  }
  spread(cluster.root, best);
  for (unsigned node : cluster.nodes)
    if (!choseAlone[node])
      layouts[node] = layoutAt(node);
}

void LayoutClusters::chooseEachAlone(std::vector<LayoutId> &layouts) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = 0; node < graph.nodes.size(); ++node)
      changed |= chooseAlone(node, layouts);
  }
}

bool LayoutClusters::chooseAlone(unsigned node, std::vector<LayoutId> &layouts) {
  auto costOf = [&](LayoutId layout) {
    double cost = graph.nodeCost(node, layout);
    for (unsigned edge : graph.nodes[node].edges) {
      const LayoutEdge &e = graph.edges[edge];
      auto at = [&](unsigned end) { return end == node ? layout : layouts[end]; };
      cost += graph.edgeCost(e, at(e.maker), at(e.user));
    }
    return cost;
  };
  LayoutId before = layouts[node];
  double least = costOf(before);
  for (unsigned edge : graph.nodes[node].edges) {
    unsigned other = otherEnd(edge, node);
    LayoutId wish = other != node && canCross(edge, other) ? across(edge, other, layouts[other]) : kNoLayout;
    if (wish == kNoLayout || wish == layouts[node])
      continue;
    if (double cost = costOf(wish); cost < least) {
      layouts[node] = wish;
      least = cost;
    }
  }
  bool changed = layouts[node] != before;
  choseAlone[node] = choseAlone[node] || (changed && clusters[clusterOf[node]].nodes.size() > 1);
  return changed;
}
