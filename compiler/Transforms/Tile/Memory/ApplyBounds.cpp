// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-apply-bounds: what becomes of unmasked view accesses that may leave their tensors (see Passes.td).
//
// Along one dimension, tile i of a view is inside a tensor of E elements if  i * step + length <= E.  The pass asks
//   1. is that so for the largest index that there can be (constants, Analysis/IntegerRanges), where the conditions of
//      the branches around the access hold? Then nothing is done;
//   2. is it not so for the smallest one, or is there a tile that lies partly outside, whatever the index is?
// By default the second question decides, of extents that are known. So an index that is too large by whole tiles stays
// the source's promise where tiles divide the extent, and no tile that the end of a tensor cuts depends on how it is
// moved.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/Tile/IR/ClippedWrites.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/Tile/IR/UserLocations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FormatVariadic.h"

namespace tilec::tile {
#define GEN_PASS_DEF_APPLYBOUNDS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

//===- What is known ---------------------------------------------------------------------------------------------===//

/// The constant that `value` folds to, in a module of which nothing may be folded yet.
Attribute constantOf(Value value, unsigned depth = 0) {
  constexpr unsigned kDeepest = 8;
  Operation *op = value.getDefiningOp();
  Attribute constant;
  if (!op || matchPattern(op, m_Constant(&constant)))
    return constant;
  if (depth == kDeepest || op->getNumResults() != 1 || op->getNumRegions() || !isMemoryEffectFree(op))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    if (!operands.emplace_back(constantOf(operand, depth + 1)))
      return {};
  SmallVector<OpFoldResult> results;
  if (operands.empty() || failed(op->fold(operands, results)) || results.empty())
    return {};
  auto folded = dyn_cast<Attribute>(results.front());
  return folded ? folded : constantOf(cast<Value>(results.front()), depth + 1);
}

/// Extents and indices are read as unsigned of their own width.
std::optional<uint64_t> numberOf(Value value) {
  auto integer = dyn_cast_if_present<IntegerAttr>(constantOf(value));
  return integer ? std::optional(integer.getValue().getZExtValue()) : std::nullopt;
}

/// Where the tiles of an access may lie along one dimension. Along that of a gather/scatter view each element is a tile
/// by itself.
struct Reach {
  unsigned dimension;
  std::optional<uint64_t> extent; ///< if it is known
  uint64_t length, step;
  uint64_t first = 0, last = ~uint64_t(0); ///< smallest and largest index

  unsigned __int128 endOf(uint64_t index) const {
    return (unsigned __int128)index * step + length;
  }
  bool isInside() const {
    return extent && endOf(last) <= *extent;
  }
  bool leavesAlways() const {
    return extent && endOf(first) > *extent;
  }
  /// A tile begins inside of the tensor and ends outside.
  bool cutsTiles() const {
    return extent && *extent > 0 && endOf((*extent - 1) / step) > *extent;
  }
  bool leaves() const {
    return leavesAlways() || (cutsTiles() && !isInside());
  }
};

/// One unmasked access.
struct Access {
  Operation *op;
  OpOperand *view;
  ValueRange indices;

  ViewType type() const {
    return cast<ViewType>(view->get().getType());
  }
  MakeViewOp makeView() const {
    return view->get().getDefiningOp<MakeViewOp>();
  }
  MakeTensorViewOp tensor() const {
    return makeView() ? makeView().getSource().getDefiningOp<MakeTensorViewOp>() : MakeTensorViewOp();
  }
  bool isGathered(unsigned dimension) const {
    auto gather = dyn_cast<GatherScatterViewType>(type());
    return gather && gather.getDimension() == dimension;
  }
  /// The operand of an extent that is no part of the type; null if it is one, or cannot be seen.
  Value dynamicExtent(unsigned dimension) const {
    ArrayRef<int64_t> extents = type().getTensorView().getShape();
    if (!ShapedType::isDynamic(extents[dimension]) || !tensor())
      return {};
    return tensor().getExtents()[llvm::count_if(extents.take_front(dimension), ShapedType::isDynamic)];
  }
};

/// The access that `op` is, if it is one without a mask.
std::optional<Access> unmaskedAccess(Operation *op) {
  return TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
          [](auto access) -> std::optional<Access> {
            if (!access.getInBounds())
              return std::nullopt;
            return Access{access, &access.getViewMutable(), access.getIndices()};
          })
      .Default([](Operation *) { return std::nullopt; });
}

/// Finds where accesses of one kernel reach.
class ReachFinder {
public:
  explicit ReachFinder(func::FuncOp kernel) : kernel(kernel) {}

  /// Dimensions of which it is not certain that all tiles are inside.
  SmallVector<Reach> find(const Access &access) {
    SmallVector<Reach> reaches;
    SmallVector<int64_t> steps = access.type().getSteps();
    for (auto [d, extent] : llvm::enumerate(access.type().getTensorView().getShape())) {
      Reach reach{unsigned(d), extent, access.isGathered(d) ? 1 : uint64_t(access.type().getTileShape()[d]),
                  uint64_t(steps[d])};
      if (ShapedType::isDynamic(extent)) {
        Value operand = access.dynamicExtent(d);
        reach.extent = operand ? numberOf(operand) : std::nullopt;
      }
      boundIndex(reach, access.indices[d], access.op);
      if (!reach.isInside())
        reaches.push_back(reach);
    }
    return reaches;
  }

private:
  /// The analysis runs where it may decide something.
  void boundIndex(Reach &reach, Value index, Operation *access) {
    if (std::optional<uint64_t> number = numberOf(index)) {
      reach.first = reach.last = *number;
      return;
    }
    if (!reach.extent)
      return;
    if (std::optional<uint64_t> end = endOfUnsignedCounter(index)) {
      reach.last = *end - 1;
      return;
    }
    if (!ranges)
      ranges.emplace(kernel);
    auto take = [&](std::optional<ConstantIntRanges> range) {
      if (!range)
        return;
      reach.first = range->umin().getZExtValue();
      reach.last = range->umax().getZExtValue();
    };
    take(ranges->of(index));
    if (!reach.isInside())
      take(ranges->of(index, access));
  }

  /// Where an unsigned loop ends that `index` counts, of which the analysis knows nothing.
  static std::optional<uint64_t> endOfUnsignedCounter(Value index) {
    while (auto cast = index.getDefiningOp<arith::ExtUIOp>())
      index = cast.getIn();
    auto loop = dyn_cast_if_present<scf::ForOp>(index.getParentBlock()->getParentOp());
    if (!loop || index != loop.getInductionVar() || !loop.getUnsignedCmp())
      return std::nullopt;
    std::optional<uint64_t> end = numberOf(loop.getUpperBound());
    return end && *end > 0 ? end : std::nullopt;
  }

  func::FuncOp kernel;
  std::optional<IntegerRanges> ranges;
};

//===- What is said ----------------------------------------------------------------------------------------------===//

std::string shapeText(ArrayRef<int64_t> shape) {
  return llvm::join(llvm::map_range(shape, [](int64_t extent) { return std::to_string(extent); }), "x");
}

/// What happens to elements outside, and the function that says so.
std::pair<StringRef, std::string> outcomeOf(Operation *op) {
  return TypeSwitch<Operation *, std::pair<StringRef, std::string>>(op)
      .Case([](LoadViewOp) { return std::pair("are loaded as zero", "load_masked"); })
      .Case([](AtomicLoadViewOp) { return std::pair("are loaded as zero", "atomic_load_masked"); })
      .Case([](StoreViewOp) { return std::pair("are not stored", "store_masked"); })
      .Case([](AtomicStoreViewOp) { return std::pair("are not stored", "atomic_store_masked"); })
      .Case([](AtomicReduceViewOp op) {
        StringRef kind = stringifyAtomicKind(op.getKind()).split('_').first; // of `max_signed`
        return std::pair("are not updated", ("atomic_" + kind + "_masked").str());
      });
}

/// `the last tile of 128x64 elements leaves dimension 0 of extent 9 and dimension 1 of extent 70`.
std::string describeLeaving(const Access &access, ArrayRef<Reach> leaving) {
  bool isKnown = llvm::all_of(leaving, [](const Reach &reach) { return reach.leavesAlways(); });
  bool overlaps = llvm::any_of(leaving, [](const Reach &reach) { return reach.step < reach.length; });
  std::string text = isKnown ? "a tile of " : overlaps ? "one of the overlapping tiles of " : "the last tile of ";
  text += shapeText(access.type().getTileShape()) + " elements leaves ";
  for (const Reach &reach : leaving)
    text += llvm::formatv("{0}dimension {1} of extent {2}", &reach == leaving.begin() ? "" : " and ", reach.dimension,
                          *reach.extent);
  return text;
}

void warn(const Access &access, ArrayRef<Reach> leaving) {
  auto [outcome, function] = outcomeOf(access.op);
  access.op->emitWarning() << describeLeaving(access, leaving) << ": elements outside " << outcome << "; write '"
                           << function << "' to say so, or compile with '--bounds=trust' if no such tile is accessed";
}

//===- What is done ----------------------------------------------------------------------------------------------===//

ViewType withZeroPadding(ViewType type) {
  return TypeSwitch<Type, ViewType>(type)
      .Case([](PartitionViewType view) {
        return PartitionViewType::get(view.getContext(), view.getTileShape(), view.getTensorView(), Padding::Zero);
      })
      .Case([](StridedViewType view) {
        return StridedViewType::get(view.getContext(), view.getTileShape(), view.getTileSteps(), view.getTensorView(),
                                    Padding::Zero);
      })
      .Case([](GatherScatterViewType view) {
        return GatherScatterViewType::get(view.getContext(), view.getTileShape(), view.getDimension(),
                                          view.getTensorView(), Padding::Zero);
      });
}

void padWithZero(const Access &access, MakeViewOp makeView) {
  OpBuilder builder(access.op);
  access.view->set(
      MakeViewOp::create(builder, access.op->getLoc(), withZeroPadding(access.type()), makeView.getSource()));
  if (makeView->use_empty())
    makeView.erase();
}

/// Elements outside are loaded as zero, and not stored.
void mask(const Access &access) {
  access.op->removeAttr("in_bounds");
  MakeViewOp makeView = access.makeView();
  if (!isa<LoadViewOp, AtomicLoadViewOp>(access.op))
    access.op->setAttr(kClippedAttr, UnitAttr::get(access.op->getContext()));
  else if (makeView && !access.type().getPadding())
    padWithZero(access, makeView);
}

/// Prints where the kernel is and ends it, where an access leaves its tensor.
class Trap {
public:
  explicit Trap(const Access &access) : access(access), builder(access.op->getLoc(), access.op) {}

  void build(ArrayRef<Reach> uncertain) {
    Value inside;
    for (const Reach &reach : uncertain) {
      Value isInside = insideAlong(reach);
      inside = inside ? arith::AndIOp::create(builder, inside, isInside) : isInside;
    }
    Value never = arith::ConstantOp::create(builder, builder.getBoolAttr(false));
    Value leaves = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, inside, never);
    auto report = scf::IfOp::create(builder, leaves, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(report.thenBlock());
    print();
    std::string message = "tile of " + shapeText(access.type().getTileShape()) + " elements is inside its tensor";
    AssertOp::create(builder, never, builder.getStringAttr(message),
                     builder.getStringAttr(llvm::demangle(access.op->getParentOfType<func::FuncOp>().getName())));
  }

private:
  Value constant(uint64_t number) {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(int64_t(number)));
  }
  Value toI64(Value value) {
    return value.getType().isInteger(64) ? value : arith::ExtUIOp::create(builder, builder.getI64Type(), value);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, predicate, a, b);
  }

  /// The index of a dimension; the largest one that an index tile has.
  Value indexOf(unsigned dimension) {
    Value index = access.indices[dimension];
    if (auto type = dyn_cast<RankedTensorType>(index.getType()))
      index = largest(index, type.getElementType());
    return toI64(index);
  }
  Value largest(Value tile, Type element) {
    auto reduce = ReduceOp::create(builder, TypeRange(RankedTensorType::get({1}, element)), ValueRange(tile),
                                   builder.getI64IntegerAttr(0));
    {
      OpBuilder::InsertionGuard guard(builder);
      Location loc = builder.getLoc();
      Block *body = builder.createBlock(&reduce.getCombiner(), {}, {element, element}, {loc, loc});
      Value larger = arith::MaxUIOp::create(builder, body->getArgument(0), body->getArgument(1));
      YieldOp::create(builder, ValueRange(larger));
    }
    return ToScalarOp::create(builder, reduce.getResults().front());
  }

  Value extentOf(unsigned dimension) {
    if (Value operand = access.dynamicExtent(dimension))
      return toI64(operand);
    return constant(uint64_t(access.type().getTensorView().getShape()[dimension]));
  }

  /// `index * step + length <= extent`, without a product that may wrap.
  Value insideAlong(const Reach &reach) {
    Value extent = extentOf(reach.dimension), length = constant(reach.length);
    Value fits = compare(arith::CmpIPredicate::uge, extent, length);
    Value rest = arith::SubIOp::create(builder, extent, length);
    Value last = arith::DivUIOp::create(builder, rest, constant(reach.step));
    Value reached = compare(arith::CmpIPredicate::ule, indexOf(reach.dimension), last);
    return arith::AndIOp::create(builder, fits, reached);
  }

  /// `k.cu:12: tile (3, 0) of 128x64 elements leaves its tensor of 300x64 in block (3, 0, 0)`.
  void print() {
    SmallVector<FileLineColLoc> lines = userLocations(access.op->getLoc());
    std::string text;
    if (!lines.empty())
      text = llvm::formatv("{0}:{1}: ", lines.front().getFilename().getValue(), lines.front().getLine());
    for (size_t at = 0; (at = text.find('%', at)) != std::string::npos; at += 2)
      text.insert(at, "%");
    SmallVector<Value> arguments;
    std::string indices, extents;
    for (unsigned d = 0; d < access.indices.size(); ++d) {
      arguments.push_back(indexOf(d));
      indices += d ? ", %llu" : "%llu";
      extents += d ? "x%llu" : "%llu";
    }
    for (unsigned d = 0; d < access.indices.size(); ++d)
      arguments.push_back(extentOf(d));
    for (Dimension dimension : {Dimension::X, Dimension::Y, Dimension::Z})
      arguments.push_back(BlockIdOp::create(builder, builder.getI32Type(), dimension));
    text += "tile (" + indices + ") of " + shapeText(access.type().getTileShape()) + " elements leaves its tensor of " +
            extents + " in block (%u, %u, %u)\n";
    PrintOp::create(builder, builder.getStringAttr(text), arguments);
  }

  const Access &access;
  ImplicitLocOpBuilder builder;
};

//===- The pass --------------------------------------------------------------------------------------------------===//

struct ApplyBounds : tilec::tile::impl::ApplyBoundsBase<ApplyBounds> {
  using Base::Base;

  void runOnOperation() override {
    if (bounds == Bounds::Trust)
      return;
    SmallVector<Access> accesses;
    getOperation().walk([&](Operation *op) {
      if (std::optional<Access> access = unmaskedAccess(op))
        accesses.push_back(*access);
    });
    ReachFinder finder(getOperation());
    // All are looked at while nothing has changed.
    SmallVector<SmallVector<Reach>> reaches;
    for (const Access &access : accesses)
      reaches.push_back(finder.find(access));
    for (auto [access, uncertain] : llvm::zip_equal(accesses, reaches))
      apply(access, uncertain);
  }

private:
  void apply(const Access &access, SmallVector<Reach> &uncertain) {
    if (bounds == Bounds::Auto)
      llvm::erase_if(uncertain, [](const Reach &reach) { return !reach.leaves(); });
    if (uncertain.empty())
      return;
    if (bounds == Bounds::Auto && warnings)
      warn(access, uncertain);
    // What a trap lets other lanes do until the kernel has ended leaves no tensor either.
    if (bounds == Bounds::Trap)
      Trap(access).build(uncertain);
    mask(access);
  }
};

} // namespace
