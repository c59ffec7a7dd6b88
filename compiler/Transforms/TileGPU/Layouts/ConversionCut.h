// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves conversions to where the fewest and cheapest do, for all tiles between two layouts at once.
//
// One conversion of a tile serves all of its uses, and moving it over one op at a time often gains nothing until it has
// met another one:
//
//     %t = permute %x                            %t = permute %x
//     %a = mulf %t, %c                           %u = convert_layout %t
//     %b = exp %t                            =>  %a = mulf %u, %c
//     store %p, (convert_layout %a)              %b = exp %u
//     store %q, (convert_layout %b)              store %p, %a
//                                                store %q, %b
//
// For each place where layouts do not fit, the layout on either side of it, and for each access what would suit it
// best, is spread over the graph as far as it follows (through permutations and reshapes it changes with them). Every
// node it reaches may then keep its layout or take that one. What this costs is the sum over
//
//     nodes             the access, reduction or MMA in its layout (compiler/Strategy/LayoutCost.h)
//     tiles             for each layout that some use wants and the maker does not give: one conversion, or making the
//                       tile once more if that is cheaper, as often as the tile is made
//     sub-tiles         what taking or putting them costs
//
// and the choice that costs least is a minimum cut (dialects/Layout/MinimumCut.h). It is taken where the sum becomes
// less; so no two conversions between the same two layouts stay where one would do.
#pragma once

#include "compiler/Transforms/TileGPU/Layouts/LayoutGraph.h"
#include "dialects/Layout/MinimumCut.h"
#include <set>

namespace tilec::tile_gpu {

class ConversionCut {
public:
  /// `layouts` has that of each node, and is improved by `run`.
  ConversionCut(LayoutGraph &graph, std::vector<LayoutId> &layouts);
  void run();

private:
  /// A tile, what makes it and where it is used.
  struct Tile {
    mlir::Value value;
    unsigned maker;
    llvm::SmallVector<unsigned, 4> edges;
  };
  /// A layout under both choices; the node's number in the cut, if it has one.
  struct Choice {
    std::optional<unsigned> variable;
    LayoutId keeps, takes;
  };

  double costOf(const std::vector<LayoutId> &layouts);
  double costOf(const Tile &tile, const std::vector<LayoutId> &layouts);
  /// A node and a layout of it.
  using Seed = std::pair<unsigned, LayoutId>;
  /// Nodes with what they make or want, at both ends of edges whose layouts do not fit.
  std::vector<Seed> misfits();
  /// Accesses in a layout that is far worse than their best, with that.
  std::vector<Seed> badAccesses();
  /// Takes the first cut that is better by more than a share of the cost.
  bool improve(const std::vector<Seed> &seeds, double leastShare);
  LayoutId favouriteOf(unsigned node);
  void spread(unsigned seed, LayoutId layout);
  bool improveFrom(unsigned seed, LayoutId layout, double leastShare);
  void addNodes(layout::MinimumCut &cut);
  void addTile(layout::MinimumCut &cut, const Tile &tile);
  void addPair(layout::MinimumCut &cut, const Choice &maker, const Choice &user,
               llvm::function_ref<double(LayoutId, LayoutId)> cost);
  Choice madeIn(const Tile &tile);
  Choice wantedBy(unsigned edge);

  LayoutGraph &graph;
  std::vector<LayoutId> &layouts;
  std::vector<Tile> tiles;
  /// Edges whose user itself moves elements.
  std::vector<unsigned> moves;
  /// Accesses, with the layout that is best for them alone.
  std::vector<Seed> favourites;
  unsigned trials = 0;
  /// For each node the layout that it may take, or none, and its number in the cut.
  std::vector<LayoutId> wishes;
  std::vector<std::optional<unsigned>> variables;
};

} // namespace tilec::tile_gpu
