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

#include "compiler/Transforms/TileGPU/Layouts/LayoutGraph.h"

namespace tilec::tile_gpu {

class LayoutClusters {
public:
  explicit LayoutClusters(LayoutGraph &graph);

  /// The layout of each node.
  std::vector<LayoutId> assign();

private:
  struct Cluster {
    std::vector<unsigned> nodes;
    /// Groups, and those of them that hold anchors.
    unsigned numGroups = 1;
    std::vector<unsigned> anchored;
    unsigned root;
    /// Its place among clusters of equal cost.
    unsigned rank;
    /// Layouts of the root that are worth a look, and the best of them.
    std::vector<LayoutId> candidates;
    LayoutId best = kNoLayout;
    double cost = 0;
  };
  /// Nodes of a cluster that have one layout whatever it is, because only edges lie between them that change nothing.
  /// Long chains of arithmetic are one group, so a walk over a cluster is short.
  struct Group {
    std::vector<unsigned> nodes, anchors;
    /// Edges taken that lead to other groups.
    llvm::SmallVector<unsigned, 4> taken;
    /// For a layout, what it costs at how many of the anchors.
    std::map<LayoutId, std::pair<double, size_t>> costs;
  };
  /// What two clusters choose as one.
  struct Choice {
    unsigned root;
    std::vector<LayoutId> candidates;
    LayoutId best = kNoLayout;
    double cost = 0;
  };

  void join(unsigned edge);
  /// None if no root reaches all of both.
  std::optional<Choice> choiceOf(const Cluster &a, const Cluster &b);
  std::vector<LayoutId> candidatesAt(unsigned root, const Cluster &a, const Cluster &b);
  /// Orders the candidates of `choice`, made for all `parts`, by cost, and takes the first.
  void chooseBest(Choice &choice, llvm::ArrayRef<const Cluster *> parts);
  void mergeClusters(unsigned first, unsigned second, Choice choice);
  void mergeGroups(unsigned edge);
  double costBetween(const Cluster &a, const Cluster &b) const;
  void chooseAgain(Cluster &cluster, std::vector<LayoutId> &layouts);
  bool chooseAlone(unsigned node, std::vector<LayoutId> &layouts);
  void chooseEachAlone(std::vector<LayoutId> &layouts);

  /// Walks from `start` along taken edges; layouts of what was reached are in `reached`. Returns the number of groups.
  size_t spread(unsigned start, LayoutId layout);
  bool reachesAll(unsigned start, size_t numGroups);
  LayoutId layoutAt(unsigned node) const {
    return stamp[groupOf[node]] == now ? reached[groupOf[node]] : kNoLayout;
  }
  /// The layout on the other end of an edge, from that on the end `from`.
  LayoutId across(unsigned edge, unsigned from, LayoutId layout);
  bool canCross(unsigned edge, unsigned from) const;
  unsigned otherEnd(unsigned edge, unsigned from) const;
  /// The end of an edge that lies in `group`.
  unsigned endIn(unsigned edge, unsigned group) const;
  double groupCost(unsigned group, LayoutId layout);
  double costInside(llvm::ArrayRef<const Cluster *> parts, unsigned root, LayoutId layout);

  LayoutGraph &graph;
  std::vector<Cluster> clusters;
  std::vector<Group> groups;
  /// The cluster and the group of each node.
  std::vector<unsigned> clusterOf, groupOf;
  /// The layout that each group has reached, and its stamp.
  std::vector<LayoutId> reached;
  std::vector<unsigned> stamp;
  unsigned now = 0;
  /// Nodes that have changed sides: they do not follow their cluster any more.
  std::vector<bool> choseAlone;
};

} // namespace tilec::tile_gpu
