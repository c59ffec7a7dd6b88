// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layouts of a kernel as a graph: nodes that have one layout each, and edges along which tiles pass from node to
// node. `tile-gpu-assign-layouts` (AssignLayouts.cpp) decides on it.
//
// A node is an op with its own layout (LayoutRelations.h), or a tile that control flow carries: iteration argument,
// initial value, yielded value and result of a loop are one node, so are the results of all branches of an `if`.
// An edge leads from the node that makes a tile to a node that uses it. `convert_layout` is not there: where the
// layouts of an edge's ends do not fit in the end, there will be one.
#pragma once

#include "compiler/Strategy/LayoutCost.h"
#include "compiler/Transforms/TileGPU/Layouts/LayoutRelations.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace tilec::tile_gpu {

/// A layout by its number in the table: equal layouts have equal numbers.
using LayoutId = unsigned;
inline constexpr LayoutId kNoLayout = ~0u;

class LayoutTable {
public:
  LayoutId add(const layout::LinearLayout &layout);
  LayoutId add(const std::optional<layout::LinearLayout> &layout) {
    return layout ? add(*layout) : kNoLayout;
  }
  const layout::LinearLayout &operator[](LayoutId id) const {
    return *layouts[id];
  }

private:
  std::map<std::vector<uint64_t>, LayoutId> ids;
  std::vector<std::unique_ptr<layout::LinearLayout>> layouts;
};

struct LayoutNode {
  mlir::Operation *op;
  /// For carried tiles: which one; the op's own node has none.
  std::optional<unsigned> carried;
  /// The shape of the tile whose layout is the node's.
  std::vector<int64_t> shape;
  /// How often it is executed, roughly.
  double frequency;
  std::optional<strategy::TileAccess> access;
  /// A load that the copy engine is expected to bring to shared memory, where any layout can be read.
  bool isStaged = false;
  /// How the operands of an FMA-based dot lie in the memory that they are loaded from.
  strategy::OperandsAlongK alongK;
  /// Indices of edges.
  llvm::SmallVector<unsigned> edges;

  /// Whether some layouts cost more than others here.
  bool isAnchor() const;
};

/// A node uses a tile; there is an edge unless the tile comes from outside of the kernel's nodes.
struct LayoutUse {
  mlir::OpOperand *operand;
  unsigned user;
};

struct LayoutEdge {
  unsigned maker, user;
  mlir::OpOperand *operand;
  /// What a conversion (or making the tile twice) may cost, times its frequency.
  double weight;
  /// The user itself brings the tile to its own layout, from any other: a sub-tile that is extracted or inserted.
  bool userMoves = false;
};

class LayoutGraph {
public:
  /// `mma16Bits`: of the chip's rates; 0 if it is not known.
  LayoutGraph(mlir::func::FuncOp kernel, unsigned numWarps, double mma16Bits);

  std::vector<LayoutNode> nodes;
  std::vector<LayoutEdge> edges;
  std::vector<LayoutUse> uses;
  LayoutTable table;
  unsigned numWarps;

  /// The node that makes each distributed value.
  const llvm::MapVector<mlir::Value, unsigned> &getMakers() const {
    return makers;
  }
  /// Layout of the tile on an edge, given the layout of one end.
  LayoutId made(const LayoutEdge &edge, LayoutId maker);
  LayoutId wanted(const LayoutEdge &edge, LayoutId user) {
    return wanted({edge.operand, edge.user}, user);
  }
  LayoutId wanted(const LayoutUse &use, LayoutId user);
  /// The layout that one end takes if the edge is to need no conversion; kNoLayout if it does not follow.
  LayoutId userFrom(const LayoutEdge &edge, LayoutId maker);
  LayoutId makerFrom(const LayoutEdge &edge, LayoutId user);
  /// Whether the two above ever have an answer.
  bool userFollows(const LayoutEdge &edge) const;
  bool makerFollows(const LayoutEdge &edge) const;
  /// Whether either end follows the other, and always to the same layout.
  bool isTransparent(const LayoutEdge &edge) const;

  /// Cycles of a node in a layout, times its frequency; kImpossible if it cannot have it.
  double nodeCost(unsigned node, LayoutId layout);
  /// Cycles of the conversion that an edge needs.
  double edgeCost(const LayoutEdge &edge, LayoutId maker, LayoutId user);
  /// Cycles of one conversion of a tile, or of making it once more, wherever its users are: it stands in the tile's
  /// block.
  double conversionCost(mlir::Value tile, LayoutId from, LayoutId to);
  /// The tile on an edge, as its maker gives it.
  mlir::Value tileOn(const LayoutEdge &edge) const;
  /// Layouts that a node would choose if it were alone, the preferred among equals first.
  std::vector<LayoutId> proposals(unsigned node);
  LayoutId plain(unsigned node);

private:
  unsigned addNode(mlir::Operation *op, std::optional<unsigned> carried, mlir::Value tile);
  void addMakers(mlir::func::FuncOp kernel);
  void addCarried(mlir::Operation *op);
  void addEdges(mlir::Operation *op);
  void addTerminatorEdges(mlir::Operation *terminator);
  void addEdge(mlir::OpOperand &operand, unsigned user);
  void addMoveEdge(mlir::OpOperand &operand, unsigned user);
  double cyclesBetween(LayoutId from, LayoutId to, int64_t elementBytes);

  double mma16Bits;
  bool multiplies = false;
  tile::Divisibility facts;
  llvm::MapVector<mlir::Value, unsigned> makers;
  std::map<std::pair<mlir::Operation *, unsigned>, unsigned> carriedNodes;
  llvm::DenseMap<mlir::Operation *, unsigned> opNodes;
  std::map<std::pair<unsigned, LayoutId>, double> nodeCosts;
  std::map<std::tuple<unsigned, LayoutId, LayoutId>, double> edgeCosts;
  /// By the bytes of an element and both layouts.
  std::map<std::tuple<int64_t, LayoutId, LayoutId>, double> conversionCycles;
  /// The cost of making a tile once more; none if that cannot be.
  llvm::DenseMap<mlir::Value, std::optional<double>> repetitions;
  std::map<std::tuple<mlir::Operation *, unsigned, LayoutId>, LayoutId> related;
};

} // namespace tilec::tile_gpu
