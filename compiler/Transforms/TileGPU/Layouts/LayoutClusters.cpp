// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Layouts/LayoutClusters.h"
#include <set>

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Layouts that a cluster keeps for a look.
static constexpr size_t kMaxCandidates = 12;

LayoutClusters::LayoutClusters(LayoutGraph &graph)
    : graph(graph), groups(graph.nodes.size()), clusterOf(graph.nodes.size()), groupOf(graph.nodes.size()),
      reached(graph.nodes.size(), kNoLayout), stamp(graph.nodes.size(), 0), choseAlone(graph.nodes.size(), false) {
  for (unsigned node = 0; node < graph.nodes.size(); ++node) {
    Cluster cluster;
    cluster.nodes = {node};
    cluster.root = cluster.rank = clusterOf[node] = groupOf[node] = node;
    groups[node].nodes = {node};
    if (graph.nodes[node].isAnchor()) {
      groups[node].anchors = {node};
      cluster.anchored = {node};
      Choice choice{node, graph.proposals(node)};
      chooseBest(choice, &cluster);
      cluster.candidates = std::move(choice.candidates);
      cluster.best = choice.best;
      cluster.cost = choice.cost;
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
  std::vector<std::tuple<double, unsigned, Cluster *>> rest;
  for (Cluster &cluster : clusters) {
    if (cluster.nodes.empty())
      continue;
    rest.push_back({-cluster.cost, cluster.rank, &cluster});
    spread(cluster.root, cluster.best == kNoLayout ? graph.plain(cluster.root) : cluster.best);
    for (unsigned node : cluster.nodes)
      layouts[node] = layoutAt(node);
  }
  llvm::sort(rest);
  // Nodes first: whole clusters would settle with a neighbour that is itself on the wrong side.
  chooseEachAlone(layouts);
  for (unsigned round = 0; round < 2; ++round)
    for (auto [cost, rank, cluster] : rest)
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

unsigned LayoutClusters::endIn(unsigned edge, unsigned group) const {
  const LayoutEdge &e = graph.edges[edge];
  return groupOf[e.maker] == group ? e.maker : e.user;
}

size_t LayoutClusters::spread(unsigned start, LayoutId layout) {
  ++now;
  stamp[groupOf[start]] = now;
  reached[groupOf[start]] = layout;
  std::vector<unsigned> queue = {groupOf[start]};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : groups[queue[i]].taken) {
      unsigned from = endIn(edge, queue[i]), next = groupOf[otherEnd(edge, from)];
      if (stamp[next] == now || !canCross(edge, from))
        continue;
      LayoutId there = across(edge, from, reached[queue[i]]);
      if (there == kNoLayout)
        continue;
      stamp[next] = now;
      reached[next] = there;
      queue.push_back(next);
    }
  return queue.size();
}

bool LayoutClusters::reachesAll(unsigned start, size_t numGroups) {
  ++now;
  stamp[groupOf[start]] = now;
  std::vector<unsigned> queue = {groupOf[start]};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : groups[queue[i]].taken) {
      unsigned from = endIn(edge, queue[i]), next = groupOf[otherEnd(edge, from)];
      if (stamp[next] == now || !canCross(edge, from))
        continue;
      stamp[next] = now;
      reached[next] = kNoLayout;
      queue.push_back(next);
    }
  return queue.size() == numGroups;
}

//===- Joining ---------------------------------------------------------------------------------------------------===//

double LayoutClusters::groupCost(unsigned group, LayoutId layout) {
  auto &[cost, count] = groups[group].costs.try_emplace(layout, 0.0, 0).first->second;
  for (; count < groups[group].anchors.size(); ++count)
    cost += graph.nodeCost(groups[group].anchors[count], layout);
  return cost;
}

double LayoutClusters::costInside(ArrayRef<const Cluster *> parts, unsigned root, LayoutId layout) {
  size_t numGroups = 0;
  for (const Cluster *part : parts)
    numGroups += part->numGroups;
  if (spread(root, layout) != numGroups)
    return strategy::kImpossible;
  double cost = 0;
  for (const Cluster *part : parts)
    for (unsigned group : part->anchored)
      cost += groupCost(group, reached[group]);
  return std::min(cost, strategy::kImpossible);
}

void LayoutClusters::chooseBest(Choice &choice, ArrayRef<const Cluster *> parts) {
  // Equal costs keep their order.
  std::vector<std::tuple<double, size_t, LayoutId>> ranked;
  for (auto [position, candidate] : llvm::enumerate(choice.candidates))
    ranked.push_back({costInside(parts, choice.root, candidate), position, candidate});
  llvm::sort(ranked);
  if (ranked.size() > kMaxCandidates)
    ranked.resize(kMaxCandidates);
  choice.candidates.clear();
  for (auto [cost, position, candidate] : ranked)
    choice.candidates.push_back(candidate);
  choice.cost = std::get<0>(ranked.front());
  choice.best = choice.candidates.front();
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

std::optional<LayoutClusters::Choice> LayoutClusters::choiceOf(const Cluster &a, const Cluster &b) {
  unsigned numGroups = a.numGroups + b.numGroups;
  unsigned index = reachesAll(a.root, numGroups) ? 0 : reachesAll(b.root, numGroups) ? 1 : 2;
  if (index == 2)
    return std::nullopt;
  const Cluster &own = index == 0 ? a : b, &other = index == 0 ? b : a;
  if (own.anchored.empty() && other.anchored.empty())
    return Choice{own.root, {}};
  // Nothing new to weigh.
  if (other.anchored.empty())
    return Choice{own.root, own.candidates, own.best, own.cost};
  Choice both{own.root, candidatesAt(own.root, own, other)};
  chooseBest(both, {&a, &b});
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
  groups[groupOf[e.maker]].taken.push_back(edge);
  groups[groupOf[e.user]].taken.push_back(edge);
  std::optional<Choice> both = choiceOf(a, b);
  if (!both || both->cost > apart || both->cost >= strategy::kImpossible) {
    groups[groupOf[e.maker]].taken.pop_back();
    groups[groupOf[e.user]].taken.pop_back();
    return;
  }
  mergeClusters(first, second, std::move(*both));
  if (graph.isTransparent(e))
    mergeGroups(edge);
}

/// Appends the shorter list to the longer, which is then `into`.
template <typename List> static void append(List &into, List &other) {
  if (into.size() < other.size())
    std::swap(into, other);
  into.insert(into.end(), other.begin(), other.end());
  other.clear();
}

void LayoutClusters::mergeClusters(unsigned first, unsigned second, Choice choice) {
  unsigned rank = clusters[first].rank;
  if (clusters[first].nodes.size() < clusters[second].nodes.size())
    std::swap(first, second);
  Cluster &into = clusters[first], &other = clusters[second];
  for (unsigned node : other.nodes)
    clusterOf[node] = first;
  append(into.nodes, other.nodes);
  append(into.anchored, other.anchored);
  into.numGroups += other.numGroups;
  into.rank = rank;
  into.root = choice.root;
  into.candidates = std::move(choice.candidates);
  into.best = choice.best;
  into.cost = choice.cost;
  other.candidates.clear();
}

void LayoutClusters::mergeGroups(unsigned edge) {
  unsigned first = groupOf[graph.edges[edge].maker], second = groupOf[graph.edges[edge].user];
  if (groups[first].nodes.size() < groups[second].nodes.size())
    std::swap(first, second);
  Group &into = groups[first], &other = groups[second];
  assert(into.taken.back() == edge && other.taken.back() == edge && "the edge was taken last");
  into.taken.pop_back();
  other.taken.pop_back();
  append(into.taken, other.taken);
  for (unsigned node : other.nodes)
    groupOf[node] = first;
  append(into.nodes, other.nodes);
  Cluster &cluster = clusters[clusterOf[graph.edges[edge].maker]];
  --cluster.numGroups;
  if (other.anchors.empty())
    return;
  // What is known of a layout holds for the anchors that come first.
  if (into.anchors.size() < other.anchors.size())
    std::swap(into.costs, other.costs);
  bool isNew = into.anchors.empty();
  append(into.anchors, other.anchors);
  other.costs.clear();
  if (isNew)
    llvm::replace(cluster.anchored, second, first);
  else
    llvm::erase(cluster.anchored, second);
}

//===- Choosing again --------------------------------------------------------------------------------------------===//

void LayoutClusters::chooseAgain(Cluster &cluster, std::vector<LayoutId> &layouts) {
  std::vector<unsigned> edges;
  for (unsigned node : cluster.nodes)
    llvm::append_range(edges, graph.nodes[node].edges);
  llvm::sort(edges);
  edges.erase(llvm::unique(edges), edges.end());

  // What neighbours would like, brought to the root; what one node of a group is asked for, all are.
  std::set<std::pair<unsigned, LayoutId>> asked;
  std::vector<LayoutId> candidates = {layouts[cluster.root]};
  llvm::append_range(candidates, cluster.candidates);
  for (unsigned edge : edges) {
    const LayoutEdge &e = graph.edges[edge];
    for (auto [own, other] : {std::pair(e.maker, e.user), std::pair(e.user, e.maker)}) {
      if (clusterOf[own] != clusterOf[cluster.root] || clusterOf[other] == clusterOf[own] || !canCross(edge, other))
        continue;
      LayoutId wish = across(edge, other, layouts[other]);
      if (wish == kNoLayout || !asked.insert({groupOf[own], wish}).second)
        continue;
      spread(own, wish);
      if (layoutAt(cluster.root) != kNoLayout)
        candidates.push_back(layoutAt(cluster.root));
    }
  }
  auto costOf = [&](LayoutId candidate) {
    double cost = costInside(&cluster, cluster.root, candidate);
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
