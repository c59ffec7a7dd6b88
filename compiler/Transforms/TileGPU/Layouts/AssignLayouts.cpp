// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the layout of every tile of a kernel.
//
// 1. Read the kernel as a graph of ops that have a layout each and tiles that pass between them (LayoutGraph.h). The
//    conversions that are there are not in it.
// 2. Decide: LayoutClusters.h, then ConversionCut.h; then the order of registers where an access is made.
// 3. Rewrite: drop the old conversions, give every value its type, convert on the edges whose ends do not fit, once for
//    each tile and layout, just before the first use: loads stay together, and what they bring is waited for late.
// 4. Say of every load and store how many elements one instruction moves.
#include "compiler/Transforms/TileGPU/Layouts/ConversionCut.h"
#include "compiler/Transforms/TileGPU/Layouts/LayoutClusters.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_ASSIGNLAYOUTS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

void dropConversions(func::FuncOp kernel) {
  SmallVector<ConvertLayoutOp> conversions;
  kernel.walk([&](ConvertLayoutOp op) { conversions.push_back(op); });
  for (ConvertLayoutOp op : conversions) {
    op.replaceAllUsesWith(op.getSource());
    op.erase();
  }
}

void setLayout(Value value, const layout::LinearLayout &layout) {
  auto type = withLayout(cast<RankedTensorType>(value.getType()), layout);
  value.setType(type);
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    constant.setValueAttr(cast<DenseElementsAttr>(constant.getValue()).reshape(type));
}

/// Puts a conversion wherever a use wants another layout than its tile has.
class Converter {
public:
  /// Notes that `operand` wants `layout`.
  void add(OpOperand &operand, const layout::LinearLayout &layout) {
    auto type = withLayout(cast<RankedTensorType>(operand.get().getType()), layout);
    if (type != operand.get().getType())
      wishes[{operand.get(), type}].push_back(&operand);
  }

  void run() {
    for (auto &[key, operands] : wishes) {
      auto [tile, type] = key;
      Operation *first = firstUser(tile, operands);
      OpBuilder builder(first);
      Value converted =
          ConvertLayoutOp::create(builder, operands.front()->getOwner()->getLoc(), type, tile, IntegerAttr());
      for (OpOperand *operand : operands)
        operand->set(converted);
    }
  }

private:
  /// The first op of the tile's block that is, or holds, one of the users.
  static Operation *firstUser(Value tile, ArrayRef<OpOperand *> operands) {
    Operation *first = nullptr;
    for (OpOperand *operand : operands) {
      Operation *user = tile.getParentBlock()->findAncestorOpInBlock(*operand->getOwner());
      if (!first || user->isBeforeInBlock(first))
        first = user;
    }
    return first;
  }

  llvm::MapVector<std::pair<Value, Type>, SmallVector<OpOperand *>> wishes;
};

/// An access takes neighbours that a lane holds in registers apart at once, as those of accumulators of a transposed
/// MMA or of halves that were joined: its operands and result are other names of these registers.
void orderRegistersOfAccesses(LayoutGraph &graph, std::vector<LayoutId> &layouts) {
  for (auto [node, layout] : llvm::zip(graph.nodes, layouts))
    if (node.access && !node.isStaged)
      layout = graph.table.add(node.access->withNeighboursFirst(graph.table[layout]));
}

/// What one instruction of a lane moves.
void chooseVectors(LayoutGraph &graph, ArrayRef<LayoutId> layouts) {
  for (auto [node, layout] : llvm::zip(graph.nodes, layouts)) {
    if (!node.access)
      continue;
    int64_t vector = node.access->vectorIn(graph.table[layout]);
    TypeSwitch<Operation *>(node.op).Case<LoadOp, LoadStructsOp, StoreOp, LoadViewOp, StoreViewOp>(
        [&](auto access) { access.setVector(vector); });
  }
}

struct AssignLayouts : tile_gpu::impl::AssignLayoutsBase<AssignLayouts> {
  using AssignLayoutsBase::AssignLayoutsBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(kNumWarpsAttr))
      return;
    double mma16Bits = 0;
    if (!target.empty()) {
      FailureOr<Target> chip = readTarget(kernel, target);
      if (failed(chip))
        return signalPassFailure();
      mma16Bits = chip->rates().mma16Bits;
    }
    LayoutGraph graph(kernel, numWarpsOf(kernel.getBody().empty() ? kernel : &kernel.getBody().front().front()),
                      mma16Bits);
    std::vector<LayoutId> layouts = LayoutClusters(graph).assign();
    ConversionCut(graph, layouts).run();
    orderRegistersOfAccesses(graph, layouts);
    dropConversions(kernel);
    for (auto [value, node] : graph.getMakers())
      setLayout(value, resultLayoutOf(graph, node, layouts[node]));
    Converter converter;
    for (const LayoutUse &use : graph.uses)
      converter.add(*use.operand, graph.table[graph.wanted(use, layouts[use.user])]);
    converter.run();
    chooseVectors(graph, layouts);
  }

  static layout::LinearLayout resultLayoutOf(LayoutGraph &graph, unsigned node, LayoutId layout) {
    const LayoutNode &maker = graph.nodes[node];
    return maker.carried ? graph.table[layout] : resultLayout(maker.op, graph.table[layout]);
  }
};

} // namespace
