// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/LayoutPlan.h"
#include "compiler/Layout/NamedLayouts.h"
#include "dialects/Tile/IR/TileDialect.h"
#include <algorithm>
#include <numeric>
#include <set>

using namespace mlir;

namespace tilec::strategy {

using Shape = std::vector<int64_t>;

/// Elements a lane should hold before more warps help no further, and the most it should hold while there are warps
/// left.
static constexpr int64_t kWantedElementsPerLane = 8;
static constexpr int64_t kManyElementsPerLane = 32;
/// Up to this many warps each lane can have 255 registers.
static constexpr int64_t kWarpsWithAllRegisters = 8;
static constexpr int64_t kMaxWarps = 32;

static int64_t countElements(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

static layout::LinearLayout rowMajorLayout(const Shape &shape, int64_t elementsPerLane, unsigned numWarps) {
  std::vector<int64_t> order(shape.size());
  std::iota(order.rbegin(), order.rend(), 0);
  return layout::blockedInOrder(shape, order, elementsPerLane, numWarps);
}

layout::LinearLayout LayoutPlan::layoutOf(ArrayRef<int64_t> shape) const {
  Shape key(shape.begin(), shape.end());
  auto found = layouts.find(key);
  return found != layouts.end() ? found->second : rowMajorLayout(key, 1, numWarps);
}

static unsigned chooseWarps(int64_t elements) {
  int64_t lanes = layout::kLanesPerWarp;
  int64_t warps = std::clamp<int64_t>(elements / (lanes * kWantedElementsPerLane), 1, kWarpsWithAllRegisters);
  return std::clamp<int64_t>(elements / (lanes * kManyElementsPerLane), warps, kMaxWarps);
}

/// The warps that the kernel's hints ask for; hints are resolved, so at most one entry is left.
static std::optional<int64_t> hintedWarps(func::FuncOp kernel) {
  auto hints = kernel->getAttrOfType<ArrayAttr>("tile.hints");
  if (!hints || hints.empty())
    return std::nullopt;
  return cast<tile::HintsAttr>(hints[0]).getNumWorkerWarpsPerCta();
}

namespace {

/// Collects the shapes of a kernel and how they come from each other.
class ShapeGraph {
public:
  explicit ShapeGraph(func::FuncOp kernel) {
    kernel.walk([&](Operation *op) {
      for (Value result : op->getResults())
        add(result.getType());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            add(type);
      link(op);
    });
  }

  /// Largest first; equal ones in the order of the program.
  SmallVector<Shape> shapesBySize() const {
    std::map<std::pair<int64_t, size_t>, Shape> ranked;
    for (auto [position, shape] : llvm::enumerate(shapes))
      ranked[{-countElements(shape), position}] = shape;
    return llvm::to_vector(llvm::make_second_range(ranked));
  }

  /// Gives every shape that follows from `shape` its layout, and what follows from those.
  void derive(const Shape &shape, LayoutPlan &plan) const {
    const layout::LinearLayout &from = plan.layouts.at(shape);
    for (const Link &link : links) {
      if (link.from != shape || plan.layouts.count(link.to))
        continue;
      plan.layouts[link.to] = link.isReshape ? from.reshaped(link.to) : from.broadcastOperand(link.to);
      derive(link.to, plan);
    }
  }

private:
  /// The layout of `to` follows from that of `from`.
  struct Link {
    Shape from, to;
    bool isReshape;
    bool operator<(const Link &other) const {
      return std::tie(from, to, isReshape) < std::tie(other.from, other.to, other.isReshape);
    }
  };

  static Shape shapeOf(Type type) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
    return Shape(shape.begin(), shape.end());
  }

  void add(Type type) {
    if (!isa<RankedTensorType>(type) || !seen.insert(shapeOf(type)).second)
      return;
    shapes.push_back(shapeOf(type));
  }

  void link(Operation *op) {
    if (!isa<tile::ReduceOp, tile::BroadcastOp, tile::ReshapeOp>(op))
      return;
    Shape source = shapeOf(op->getOperand(0).getType()), result = shapeOf(op->getResult(0).getType());
    if (isa<tile::ReduceOp>(op))
      links.insert({source, result, false});
    if (isa<tile::BroadcastOp>(op))
      links.insert({result, source, false});
    if (isa<tile::ReshapeOp>(op)) {
      links.insert({source, result, true});
      links.insert({result, source, true});
    }
  }

  std::vector<Shape> shapes;
  std::set<Shape> seen;
  std::set<Link> links;
};

} // namespace

/// Elements that each lane takes at once: what one access may cover, as long as no lane is left without.
static int64_t chooseElementsPerLane(const Shape &shape, unsigned numWarps, const AccessWidths &widths) {
  auto width = widths.find(shape);
  if (width == widths.end())
    return 1;
  return std::clamp<int64_t>(countElements(shape) / (layout::kLanesPerWarp * numWarps), 1, width->second);
}

LayoutPlan planLayouts(func::FuncOp kernel) {
  LayoutPlan plan;
  ShapeGraph graph(kernel);
  AccessWidths widths = chooseAccessWidths(kernel);
  SmallVector<Shape> shapes = graph.shapesBySize();
  plan.numWarps = hintedWarps(kernel).value_or(shapes.empty() ? 1 : chooseWarps(countElements(shapes.front())));
  for (const Shape &shape : shapes) {
    if (plan.layouts.count(shape))
      continue;
    plan.layouts[shape] = rowMajorLayout(shape, chooseElementsPerLane(shape, plan.numWarps, widths), plan.numWarps);
    graph.derive(shape, plan);
  }
  return plan;
}

} // namespace tilec::strategy
