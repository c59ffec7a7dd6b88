// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorMap.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/GatheredRows.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/SharedMemory/SharedLayouts.h"
#include "dialects/Tile/IR/TileStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

constexpr int64_t kChunkBytes = 16, kMaxBox = 256, kMaxRank = 5;
/// Builds the map step by step; the first thing that stands against it ends the work.
class MapBuilder {
public:
  MapBuilder(Value view, ValueRange indices, Type element, ArrayRef<LayoutAttr> layouts, OriginFacts &originFacts,
             const std::optional<MmaUse> &mma)
      : view(cast<tile::ViewType>(view.getType())), indices(indices), element(element), layouts(layouts),
        originFacts(originFacts), facts(originFacts.divisibility), mma(mma),
        kernel(view.getParentRegion()->getParentOfType<func::FuncOp>()), expressions(kernel) {
    if (auto make = view.getDefiningOp<tile::MakeViewOp>())
      tensor = make.getSource().getDefiningOp<tile::MakeTensorViewOp>();
  }

  /// `inKernel`: the kernel makes the map.
  TensorMapChoice build(bool inKernel) {
    isBuilt = inKernel;
    std::string whyNot = describe();
    if (!whyNot.empty())
      return TensorMapChoice::none(whyNot);
    if (!mma || (!chooseBoxForMma() && !chooseBoxToTranspose()))
      chooseBox();
    return {best,
            "",
            bufferOf(best),
            outer,
            nonNegative,
            /*isKept=*/false,
            SmallVector<Value>(values.getArrayRef()),
            dynamicExtents};
  }

private:
  int64_t elementBytes() const {
    return tile::storageBytes(view.getTensorView().getElementType());
  }

  std::string describe() {
    if (!tensor)
      return "the view is chosen at run time; one view for each access would help";
    int64_t rank = view.getTensorView().getRank();
    if (rank > kMaxRank)
      return "tensor maps have at most 5 dimensions, this view has " + std::to_string(rank) +
             "; fewer dimensions would help";
    if (view.getTensorView().getElementType().isIntOrFloat() &&
        view.getTensorView().getElementType().getIntOrFloatBitWidth() < 8 &&
        !view.getTensorView().getElementType().isInteger(1))
      return "elements are smaller than a byte";
    for (auto step : {&MapBuilder::orderDimensions, &MapBuilder::checkRows, &MapBuilder::checkStart,
                      &MapBuilder::readOrigin, &MapBuilder::readExtents, &MapBuilder::readStrides})
      if (std::string whyNot = (this->*step)(); !whyNot.empty())
        return whyNot;
    return "";
  }

  /// The contiguous dimension first, then from the last to the first.
  std::string orderDimensions() {
    ArrayRef<int64_t> strides = view.getTensorView().getStrides();
    int64_t rank = strides.size(), inner = -1;
    for (int64_t d = rank; d-- > 0 && inner < 0;)
      if (strides[d] == 1)
        inner = d;
    if (inner < 0)
      return "no dimension of the tensor has the constant stride 1; add a layout or stride that says so";
    order.push_back(inner);
    for (int64_t d = rank; d-- > 0;)
      if (d != inner)
        order.push_back(d);
    if (int64_t bytes = view.getTileShape()[inner] * elementBytes(); bytes < kChunkBytes)
      return "the tile has only " + std::to_string(bytes) + " consecutive bytes; make dimension " +
             std::to_string(inner) + " of the tile " + std::to_string(kChunkBytes / elementBytes()) + " or more";
    return "";
  }

  /// The copy engine takes no box that starts elsewhere along the contiguous dimension.
  std::string checkStart() {
    int64_t inner = order.front(), step = view.getSteps()[inner];
    if (facts.of(indices[inner]).divisor * step * elementBytes() % kChunkBytes == 0)
      return "";
    return "tiles start at multiples of " + std::to_string(step * elementBytes()) + " bytes along dimension " +
           std::to_string(inner) + ", not of 16; make the step a multiple of " +
           std::to_string(kChunkBytes / elementBytes());
  }

  bool isGathered() const {
    return isa<tile::GatherScatterViewType>(view);
  }
  std::string checkRows() {
    return isGathered() ? whyNotGathered(cast<tile::GatherScatterViewType>(view), order.front()) : "";
  }

  /// The symbol of something that the kernel has.
  AffineExpr symbolOf(Value value) {
    values.insert(value);
    return getAffineSymbolExpr(llvm::find(values, value) - values.begin(), kernel.getContext());
  }
  /// An extent or a stride.
  AffineExpr numberOf(Value value, bool isExtent) {
    if (!isBuilt)
      return isExtent ? expressions.ofExtent(value) : strideOf(value);
    // A stride of more than one row is no larger than memory.
    if (!isExtent)
      return symbolOf(value);
    if (auto extend = value.getDefiningOp<arith::ExtUIOp>())
      value = extend.getIn();
    return value.getType().isInteger(32) ? symbolOf(value) : AffineExpr();
  }

  /// Null where the launcher cannot compute it. An extent of the tensor, most often the inner one, is as good as that:
  /// the launcher takes no map with a larger one than it may have.
  AffineExpr strideOf(Value value) {
    if (AffineExpr stride = expressions.of(value))
      return stride;
    auto extend = value.getDefiningOp<arith::ExtUIOp>();
    Value narrow = withoutAssumptions(extend ? extend.getIn() : value);
    bool isExtent =
        llvm::any_of(tensor.getExtents(), [&](Value extent) { return withoutAssumptions(extent) == narrow; });
    return isExtent ? expressions.ofExtent(narrow) : AffineExpr();
  }

  /// The tensor's own address.
  std::string readBuiltOrigin() {
    base = symbolOf(tensor.getPointer());
    int64_t divisor = facts.of(tensor.getPointer()).divisor;
    return divisor % kChunkBytes == 0 ? "" : whyNotAligned(divisor);
  }

  std::string readOrigin() {
    if (isBuilt)
      return readBuiltOrigin();
    TensorOrigin origin = findTensorOrigin(tensor, expressions, originFacts);
    base = origin.base;
    outer = origin.outer;
    nonNegative = origin.nonNegative;
    if (origin.whyNot.empty() && order.size() + outer.size() > kMaxRank)
      return "tensor maps have at most 5 dimensions, this view has " + std::to_string(order.size()) +
             ", and where its tensor begins takes " + std::to_string(outer.size()) + " more";
    if (origin.whyNot.empty() && isGathered() && !outer.empty())
      return "tensor maps of gathered rows have 2 dimensions, and where this tensor begins takes " +
             std::to_string(outer.size()) + " more; add what the kernel computes to the indices instead";
    return origin.whyNot;
  }

  std::string readExtents() {
    ValueRange dynamic = tensor.getExtents();
    SmallVector<AffineExpr> numbers;
    SmallVector<Value> ofDimension;
    for (auto [d, extent] : llvm::enumerate(view.getTensorView().getShape())) {
      bool isDynamic = ShapedType::isDynamic(extent);
      numbers.push_back(isDynamic ? numberOf(dynamic.front(), /*isExtent=*/true) : expressions.constant(extent));
      ofDimension.push_back(isDynamic && isBuilt ? dynamic.front() : Value());
      if (!numbers.back())
        return "extent " + std::to_string(d) + " is computed in the kernel; pass it as a parameter";
      if (!isDynamic && extent > kMaxMapExtent)
        return "extent " + std::to_string(d) +
               " is larger than a tensor map can have; a parameter of 32 bits would help";
      if (isDynamic)
        dynamic = dynamic.drop_front();
    }
    for (int64_t d : order) {
      extents.push_back(numbers[d]);
      dynamicExtents.push_back(ofDimension[d]);
    }
    return "";
  }

  std::string readStrides() {
    ValueRange dynamic = tensor.getStrides();
    SmallVector<AffineExpr> numbers;
    for (auto [d, stride] : llvm::enumerate(view.getTensorView().getStrides())) {
      bool isDynamic = ShapedType::isDynamic(stride);
      numbers.push_back(isDynamic ? numberOf(dynamic.front(), /*isExtent=*/false) : expressions.constant(stride));
      int64_t divisor = (isDynamic ? facts.of(dynamic.front()).divisor : stride) * elementBytes();
      if (isDynamic)
        dynamic = dynamic.drop_front();
      if (int64_t(d) == order.front())
        continue;
      if (!numbers.back())
        return "stride " + std::to_string(d) + " is computed in the kernel; pass it as a parameter";
      if (divisor % kChunkBytes != 0)
        return "stride " + std::to_string(d) + " is only known to be a multiple of " + std::to_string(divisor) +
               " bytes; add assume_divisible to it, so that rows start at multiples of 16 bytes";
    }
    for (int64_t d : ArrayRef(order).drop_front())
      strides.push_back(numbers[d] * elementBytes());
    addOuterDimensions();
    return "";
  }

  /// Behind those of the tile, which is one of their elements wide.
  void addOuterDimensions() {
    for (const OuterDimension &dimension : outer) {
      order.push_back(order.size());
      extents.push_back(expressions.constant(kMaxMapExtent));
      strides.push_back(dimension.stride);
    }
  }

  /// The swizzle with which lanes meet fewest bank conflicts; of those, the fewest boxes.
  void chooseBox() {
    std::pair<unsigned, size_t> least(~0u, 0);
    for (int64_t swizzle : {0, 128, 64, 32}) {
      TensorMapAttr map = mapWith(swizzle);
      if (!map || (swizzle && !startsPatterns(map)))
        continue;
      std::pair<unsigned, size_t> cost(conflictsOf(map), map.getBoxStarts(view.getTileShape()).size());
      if (cost < least) {
        least = cost;
        best = map;
      }
    }
  }

  /// The widest swizzle in which wgmma can read the tile.
  bool chooseBoxForMma() {
    if (mma->isConverted)
      return false;
    for (int64_t swizzle : {128, 64, 32})
      if (TensorMapAttr map = mapWith(swizzle); map && startsPatterns(map) && mma->fits(bufferOf(map))) {
        best = map;
        return true;
      }
    return false;
  }

  /// The widest swizzle, for an operand that lanes bring to where wgmma reads it, since others than here lie side by
  /// side there (TransposedOperands.h).
  bool chooseBoxToTranspose() {
    for (int64_t swizzle : {128, 64, 32})
      if (TensorMapAttr map = mapWith(swizzle); map && startsPatterns(map) && mma->isAcrossK(bufferOf(map))) {
        best = map;
        return true;
      }
    return false;
  }

  /// Every box begins where the pattern of the swizzle begins.
  bool startsPatterns(TensorMapAttr map) {
    return map.getBoxStarts(view.getTileShape()).size() == 1 || map.getBoxBytes() % map.getBufferAlignment() == 0;
  }

  /// Null where a swizzle is wider than a row of the tile.
  TensorMapAttr mapWith(int64_t swizzle) {
    ArrayRef<int64_t> shape = view.getTileShape();
    SmallVector<int64_t> box;
    for (int64_t d : order)
      box.push_back(d < int64_t(shape.size()) ? std::min(shape[d], kMaxBox) : 1);
    if (swizzle) {
      if (box.front() * elementBytes() < swizzle)
        return {};
      box.front() = swizzle / elementBytes();
    }
    unsigned symbols = values.size();
    if (!isBuilt) {
      SmallVector<AffineExpr> all = {base};
      all.append(extents);
      all.append(strides);
      symbols = expressions.symbolsOf(all);
    }
    MLIRContext *context = kernel.getContext();
    return TensorMapAttr::get(
        context, element, AffineMap::get(0, symbols, base), AffineMap::get(0, symbols, extents, context),
        AffineMap::get(0, symbols, strides, context), box, order, swizzle, fillsWithNan(),
        /*isSigned=*/false, isGathered(), tile::isLoadConversion(view.getTensorView().getElementType(), element));
  }

  /// The view's padding, where the copy engine has it.
  bool fillsWithNan() {
    return view.getPadding() == std::optional(tile::Padding::NaN) && TensorMapAttr::hasNanFill(element);
  }

  BufferType bufferOf(TensorMapAttr map) {
    return BufferType::get(kernel.getContext(), view.getTileShape(), map.getElementType(),
                           map.getSharedLayout(view.getTileShape()), /*stages=*/1, map.getBufferAlignment());
  }

  /// In the layout that suits the buffer least.
  unsigned conflictsOf(TensorMapAttr map) {
    unsigned most = 0;
    for (LayoutAttr layout : layouts)
      most = std::max(most, conflictsOf(map, layout));
    return most;
  }

  /// Wavefronts for each phase when the lanes of a warp access the tile in its layout, the widest way they can.
  unsigned conflictsOf(TensorMapAttr map, LayoutAttr layout) {
    layout::LinearLayout places = layout.toLinearLayout(view.getTileShape());
    layout::LinearMap offsets = bufferOf(map).getOffsetOfPlace(places);
    unsigned registers = places.bits(layout::Place::Register).count, run = 0;
    while (run < registers && (int64_t(2) << run) * elementBytes() <= kChunkBytes &&
           offsets.column(run) == uint64_t(1) << run)
      ++run;
    constexpr unsigned kLaneBits = 5;
    return layout::bankConflicts(offsets.ofInputs(registers, kLaneBits), elementBytes(), 1u << run);
  }

  tile::ViewType view;
  ValueRange indices;
  Type element;
  ArrayRef<LayoutAttr> layouts;
  OriginFacts &originFacts;
  tile::Divisibility &facts;
  const std::optional<MmaUse> &mma;
  func::FuncOp kernel;
  ArgumentExpressions expressions;
  tile::MakeTensorViewOp tensor;
  SmallVector<int64_t> order;
  AffineExpr base;
  SmallVector<OuterDimension> outer;
  SmallVector<unsigned> nonNegative;
  SmallVector<AffineExpr> extents, strides;
  TensorMapAttr best;
  bool isBuilt = false;
  llvm::SetVector<Value> values;
  SmallVector<Value> dynamicExtents;
};

} // namespace

TensorMapChoice tile_gpu::chooseTensorMap(Value view, ValueRange indices, Type element, ArrayRef<LayoutAttr> layouts,
                                          OriginFacts &facts, const std::optional<MmaUse> &mma) {
  return MapBuilder(view, indices, element, layouts, facts, mma).build(/*inKernel=*/false);
}

TensorMapChoice tile_gpu::chooseBuiltTensorMap(Value view, ValueRange indices, Type element,
                                               ArrayRef<LayoutAttr> layouts, OriginFacts &facts,
                                               const std::optional<MmaUse> &mma) {
  return MapBuilder(view, indices, element, layouts, facts, mma).build(/*inKernel=*/true);
}

/// Anything outside where the tensor has no elements: the map then says that it has one.
static Value outsideWhereEmpty(OpBuilder &builder, Location loc, Value coordinate, Value extent) {
  Value zero = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(extent.getType(), 0));
  Value isEmpty = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, extent, zero);
  Value outside = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(kMaxMapExtent));
  return arith::SelectOp::create(builder, loc, isEmpty, outside, coordinate);
}

SmallVector<Value> tile_gpu::createCoordinates(OpBuilder &builder, Location loc, tile::ViewType view,
                                               ValueRange indices, const TensorMapChoice &choice) {
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value));
  };
  SmallVector<int64_t> steps = view.getSteps();
  SmallVector<Value> coordinates;
  // The rows of a gather have numbers of their own.
  size_t known = choice.map.getGathered() ? 1 : choice.outer.size();
  for (int64_t d : choice.map.getOrder().drop_back(known)) {
    Value start = tile::startOfTile(builder, loc, indices[d], steps[d]);
    // What is too large for i32 lies behind the end of every tensor that has a map.
    start = arith::MinUIOp::create(builder, loc, start, constant(kMaxMapExtent));
    coordinates.push_back(arith::TruncIOp::create(builder, loc, builder.getI32Type(), start));
    if (Value extent = choice.extents.empty() ? Value() : choice.extents[coordinates.size() - 1])
      coordinates.back() = outsideWhereEmpty(builder, loc, coordinates.back(), extent);
  }
  for (const OuterDimension &dimension : choice.outer)
    coordinates.push_back(createOuterCoordinate(builder, loc, dimension));
  return coordinates;
}
