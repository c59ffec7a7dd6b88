// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Layouts/ConversionCut.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::MinimumCut;

/// Cuts that are tried for a kernel.
static constexpr unsigned kMaxTrials = 64;
/// An access so many times dearer than it could be is worth a look: one of parts of lines, as fragments lie, is not.
static constexpr double kFarWorse = 4;
/// The share of a kernel's cost that has to be saved for a conversion where there was none.
static constexpr double kShareForNewConversions = 0.2;
/// Cycles that are worth a change.
static constexpr double kLeastGain = 0.5;

ConversionCut::ConversionCut(LayoutGraph &graph, std::vector<LayoutId> &layouts) : graph(graph), layouts(layouts) {
  llvm::MapVector<Value, Tile> byValue;
  for (auto [index, edge] : llvm::enumerate(graph.edges)) {
    if (edge.userMoves) {
      moves.push_back(index);
      continue;
    }
    Tile &tile = byValue[graph.tileOn(edge)];
    tile.value = graph.tileOn(edge);
    tile.maker = edge.maker;
    tile.edges.push_back(index);
  }
  for (auto &[value, tile] : byValue)
    tiles.push_back(std::move(tile));
  // What feeds MMAs is brought in the order of fragments later, by copies.
  if (llvm::any_of(graph.nodes, [](const LayoutNode &node) { return isa<MmaOp, ScaledMmaOp>(node.op); }))
    return;
  for (unsigned node = 0; node < graph.nodes.size(); ++node)
    if (LayoutId favourite = favouriteOf(node); favourite != kNoLayout)
      favourites.push_back({node, favourite});
}

LayoutId ConversionCut::favouriteOf(unsigned node) {
  if (!graph.nodes[node].access)
    return kNoLayout;
  LayoutId best = kNoLayout;
  for (LayoutId proposal : graph.proposals(node))
    if (best == kNoLayout || graph.nodeCost(node, proposal) < graph.nodeCost(node, best))
      best = proposal;
  return best;
}

void ConversionCut::run() {
  while (improve(misfits(), 0) || improve(badAccesses(), kShareForNewConversions)) {
  }
}

bool ConversionCut::improve(const std::vector<Seed> &seeds, double leastShare) {
  std::set<Seed> tried;
  for (const Seed &seed : seeds)
    if (trials < kMaxTrials && tried.insert(seed).second && ++trials &&
        improveFrom(seed.first, seed.second, leastShare))
      return true;
  return false;
}

//===- What an assignment costs ----------------------------------------------------------------------------------===//

double ConversionCut::costOf(const Tile &tile, const std::vector<LayoutId> &layouts) {
  double cost = 0;
  std::set<LayoutId> seen;
  LayoutId made = graph.made(graph.edges[tile.edges.front()], layouts[tile.maker]);
  for (unsigned edge : tile.edges)
    if (LayoutId wanted = graph.wanted(graph.edges[edge], layouts[graph.edges[edge].user]); seen.insert(wanted).second)
      cost += graph.conversionCost(tile.value, made, wanted);
  return cost;
}

double ConversionCut::costOf(const std::vector<LayoutId> &layouts) {
  double cost = 0;
  for (unsigned node = 0; node < layouts.size(); ++node)
    cost += graph.nodeCost(node, layouts[node]);
  for (const Tile &tile : tiles)
    cost += costOf(tile, layouts);
  for (unsigned edge : moves)
    cost += graph.edgeCost(graph.edges[edge], layouts[graph.edges[edge].maker], layouts[graph.edges[edge].user]);
  return cost;
}

//===- The layout that nodes may take ----------------------------------------------------------------------------===//

std::vector<ConversionCut::Seed> ConversionCut::misfits() {
  std::vector<Seed> result;
  for (const Tile &tile : tiles) {
    if (costOf(tile, layouts) == 0)
      continue;
    for (unsigned edge : tile.edges) {
      const LayoutEdge &e = graph.edges[edge];
      if (graph.made(e, layouts[e.maker]) == graph.wanted(e, layouts[e.user]))
        continue;
      result.push_back({e.user, layouts[e.user]});
      result.push_back({e.maker, layouts[e.maker]});
    }
  }
  return result;
}

std::vector<ConversionCut::Seed> ConversionCut::badAccesses() {
  std::vector<Seed> result;
  for (auto [node, layout] : favourites)
    if (kFarWorse * graph.nodeCost(node, layout) < graph.nodeCost(node, layouts[node]))
      result.push_back({node, layout});
  return result;
}

void ConversionCut::spread(unsigned seed, LayoutId layout) {
  wishes.assign(graph.nodes.size(), kNoLayout);
  wishes[seed] = layout;
  std::vector<unsigned> queue = {seed};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned edge : graph.nodes[queue[i]].edges) {
      const LayoutEdge &e = graph.edges[edge];
      bool isMaker = e.maker == queue[i];
      unsigned next = isMaker ? e.user : e.maker;
      if (wishes[next] != kNoLayout || !(isMaker ? graph.userFollows(e) : graph.makerFollows(e)))
        continue;
      LayoutId wish = isMaker ? graph.userFrom(e, wishes[queue[i]]) : graph.makerFrom(e, wishes[queue[i]]);
      if (wish == kNoLayout)
        continue;
      wishes[next] = wish;
      queue.push_back(next);
    }
}

//===- The cut ---------------------------------------------------------------------------------------------------===//

bool ConversionCut::improveFrom(unsigned seed, LayoutId layout, double leastShare) {
  spread(seed, layout);
  MinimumCut cut;
  addNodes(cut);
  for (const Tile &tile : tiles)
    addTile(cut, tile);
  for (unsigned edge : moves) {
    const LayoutEdge &e = graph.edges[edge];
    addPair(cut, {variables[e.maker], layouts[e.maker], wishes[e.maker]},
            {variables[e.user], layouts[e.user], wishes[e.user]},
            [&](LayoutId maker, LayoutId user) { return graph.edgeCost(e, maker, user); });
  }
  std::vector<bool> takes = cut.solve();
  std::vector<LayoutId> changed = layouts;
  for (auto [node, variable] : llvm::enumerate(variables))
    if (variable && takes[*variable])
      changed[node] = wishes[node];
  // Where three layouts meet the cut does not see which conversions are shared.
  double before = costOf(layouts);
  if (costOf(changed) > before - std::max(kLeastGain, leastShare * before))
    return false;
  layouts = std::move(changed);
  return true;
}

void ConversionCut::addNodes(MinimumCut &cut) {
  variables.assign(graph.nodes.size(), std::nullopt);
  for (unsigned node = 0; node < graph.nodes.size(); ++node) {
    if (wishes[node] == kNoLayout || wishes[node] == layouts[node])
      continue;
    variables[node] = cut.addNode();
    cut.addPrice(*variables[node], graph.nodeCost(node, layouts[node]), graph.nodeCost(node, wishes[node]));
  }
}

ConversionCut::Choice ConversionCut::madeIn(const Tile &tile) {
  const LayoutEdge &edge = graph.edges[tile.edges.front()];
  LayoutId keeps = graph.made(edge, layouts[tile.maker]);
  return {variables[tile.maker], keeps, variables[tile.maker] ? graph.made(edge, wishes[tile.maker]) : keeps};
}

ConversionCut::Choice ConversionCut::wantedBy(unsigned edge) {
  const LayoutEdge &e = graph.edges[edge];
  LayoutId keeps = graph.wanted(e, layouts[e.user]);
  return {variables[e.user], keeps, variables[e.user] ? graph.wanted(e, wishes[e.user]) : keeps};
}

/// Both ends choose: the part of the price that depends on one of them is its own.
void ConversionCut::addPair(MinimumCut &cut, const Choice &maker, const Choice &user,
                            llvm::function_ref<double(LayoutId, LayoutId)> cost) {
  if (maker.variable == user.variable)
    return;
  double both = cost(maker.keeps, user.keeps);
  if (!user.variable)
    return cut.addPrice(*maker.variable, both, cost(maker.takes, user.keeps));
  if (!maker.variable)
    return cut.addPrice(*user.variable, both, cost(maker.keeps, user.takes));
  double userTakes = cost(maker.keeps, user.takes), makerTakes = cost(maker.takes, user.keeps),
         bothTake = cost(maker.takes, user.takes);
  cut.addPrice(*maker.variable, both, makerTakes);
  cut.addPrice(*user.variable, makerTakes, bothTake);
  cut.addPairPrice(*maker.variable, *user.variable, std::max(0.0, userTakes + makerTakes - both - bothTake));
}

void ConversionCut::addTile(MinimumCut &cut, const Tile &tile) {
  Choice maker = madeIn(tile);
  auto cost = [&](LayoutId made, LayoutId wanted) { return graph.conversionCost(tile.value, made, wanted); };
  // Layouts that are wanted whatever is chosen.
  std::set<LayoutId> always;
  for (unsigned edge : tile.edges)
    if (Choice user = wantedBy(edge); !user.variable && always.insert(user.keeps).second && maker.variable)
      cut.addPrice(*maker.variable, cost(maker.keeps, user.keeps), cost(maker.takes, user.keeps));

  // One more node for each other layout: it keeps if some use that wants the layout keeps, or takes if one takes.
  std::map<LayoutId, unsigned> keeping, taking;
  for (unsigned edge : tile.edges) {
    Choice user = wantedBy(edge);
    if (!user.variable || user.variable == maker.variable)
      continue;
    bool fits = cost(maker.keeps, user.keeps) == 0 && cost(maker.takes, user.takes) == 0;
    if (maker.variable && !fits) {
      addPair(cut, maker, user, cost);
      continue;
    }
    if (double price = cost(maker.takes, user.keeps); price > 0 && !always.contains(user.keeps)) {
      auto [shared, isNew] = keeping.try_emplace(user.keeps, 0);
      if (isNew) {
        shared->second = cut.addNode();
        if (maker.variable)
          cut.addPairPrice(shared->second, *maker.variable, price);
        else
          cut.addPrice(shared->second, price, 0.0);
      }
      cut.addPairPrice(*user.variable, shared->second, MinimumCut::kForbidden);
    }
    if (double price = cost(maker.keeps, user.takes); price > 0 && !always.contains(user.takes)) {
      auto [shared, isNew] = taking.try_emplace(user.takes, 0);
      if (isNew) {
        shared->second = cut.addNode();
        if (maker.variable)
          cut.addPairPrice(*maker.variable, shared->second, price);
        else
          cut.addPrice(shared->second, 0.0, price);
      }
      cut.addPairPrice(shared->second, *user.variable, MinimumCut::kForbidden);
    }
  }
}
