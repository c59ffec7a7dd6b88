// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which nodes of a layout graph share a layout, and which layout that is.
//
// First every node is a cluster of its own. Then edges are taken, the dearest first, and the clusters at their ends
// become one wherever that costs no more than the conversions between them: one layout for both may make some access
// slower, two layouts need a conversion. So a chain that must change somewhere changes on its cheapest edge, once. In a
// cluster one node, its *root*, chooses, and the layouts of the others follow along the edges that were taken, through
// reshapes and permutations and from large tiles to small ones (reduced, or about to be stretched), never back: edges
// on which nothing follows are left, and often fit all the same.
//
// Last, each cluster chooses again in view of its neighbours: among layouts that cost the same at its accesses it takes
// the one that saves conversions, or saves shared memory; and a single node changes sides where that costs less.
#pragma once

#include "dialects/TileGPU/Transforms/Layouts/LayoutGraph.h"

namespace tilec::tile_gpu {

class LayoutClusters {
public:
  explicit LayoutClusters(LayoutGraph &graph);

  /// The layout of each node.
  std::vector<LayoutId> assign();

private:
  struct Cluster {
    std::vector<unsigned> nodes, anchors;
    unsigned root;
    /// Layouts of the root that are worth a look, and the best of them.
    std::vector<LayoutId> candidates;
    LayoutId best = kNoLayout;
    double cost = 0;
  };

  void join(unsigned edge);
  /// The cluster of both, with its best layout; none if no root reaches all of it.
  std::optional<Cluster> joined(const Cluster &a, const Cluster &b);
  std::vector<LayoutId> candidatesAt(unsigned root, const Cluster &a, const Cluster &b);
  void chooseBest(Cluster &cluster);
  double costBetween(const Cluster &a, const Cluster &b) const;
  void chooseAgain(Cluster &cluster, std::vector<LayoutId> &layouts);
  bool chooseAlone(unsigned node, std::vector<LayoutId> &layouts);
  void chooseEachAlone(std::vector<LayoutId> &layouts);

  /// Walks from `start` along taken edges; layouts of what was reached are in `reached`. Returns the number.
  size_t spread(unsigned start, LayoutId layout);
  bool reachesAll(unsigned start, size_t count);
  LayoutId layoutAt(unsigned node) const {
    return stamp[node] == now ? reached[node] : kNoLayout;
  }
  /// The layout on the other end of an edge, from that on the end `from`.
  LayoutId across(unsigned edge, unsigned from, LayoutId layout);
  bool canCross(unsigned edge, unsigned from) const;
  unsigned otherEnd(unsigned edge, unsigned from) const;
  double costInside(const Cluster &cluster, LayoutId layout);

  LayoutGraph &graph;
  std::vector<Cluster> clusters;
  std::vector<unsigned> clusterOf;
  /// Edges taken, at each node.
  std::vector<llvm::SmallVector<unsigned, 4>> taken;
  std::vector<LayoutId> reached;
  std::vector<unsigned> stamp;
  unsigned now = 0;
  /// Nodes that have changed sides: they do not follow their cluster any more.
  std::vector<bool> choseAlone;
};

} // namespace tilec::tile_gpu
