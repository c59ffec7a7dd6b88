// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Paths/ChooseTensorMap.h"
#include "compiler/Layout/BankConflicts.h"
#include "compiler/Layout/SharedLayouts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

constexpr int64_t kChunkBytes = 16, kMaxBox = 256, kMaxRank = 5;
/// Builds the map step by step; the first thing that stands against it ends the work.
class MapBuilder {
public:
  MapBuilder(Value view, LayoutAttr layout, OriginFacts &originFacts, const std::optional<ProductUse> &product)
      : view(cast<tile::ViewType>(view.getType())), layout(layout), originFacts(originFacts),
        facts(originFacts.divisibility), product(product),
        kernel(view.getParentRegion()->getParentOfType<func::FuncOp>()), expressions(kernel) {
    if (auto make = view.getDefiningOp<tile::MakeViewOp>())
      tensor = make.getSource().getDefiningOp<tile::MakeTensorViewOp>();
  }

  TensorMapChoice build() {
    std::string whyNot = describe();
    if (!whyNot.empty())
      return TensorMapChoice::none(whyNot);
    if (!product || !chooseBoxForProduct())
      chooseBox();
    BufferType buffer = bufferOf(best);
    return {best, "", buffer, outer, nonNegative};
  }

private:
  int64_t elementBytes() const {
    return tile::storageBytes(view.getTensorView().getElementType());
  }

  std::string describe() {
    if (!tensor)
      return "the view is chosen at run time";
    if (isa<tile::GatherScatterViewType>(view))
      return "the rows of a gather are not one box";
    int64_t rank = view.getTensorView().getRank();
    if (rank > kMaxRank)
      return "tensor maps have at most 5 dimensions, this view has " + std::to_string(rank);
    if (view.getTensorView().getElementType().isIntOrFloat() &&
        view.getTensorView().getElementType().getIntOrFloatBitWidth() < 8 &&
        !view.getTensorView().getElementType().isInteger(1))
      return "elements are smaller than a byte";
    for (auto step :
         {&MapBuilder::orderDimensions, &MapBuilder::readOrigin, &MapBuilder::readExtents, &MapBuilder::readStrides})
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

  std::string readOrigin() {
    TensorOrigin origin = findTensorOrigin(tensor, expressions, originFacts);
    base = origin.base;
    outer = origin.outer;
    nonNegative = origin.nonNegative;
    if (origin.whyNot.empty() && order.size() + outer.size() > kMaxRank)
      return "tensor maps have at most 5 dimensions, this view has " + std::to_string(order.size()) +
             ", and where its tensor begins takes " + std::to_string(outer.size()) + " more";
    return origin.whyNot;
  }

  std::string readExtents() {
    ValueRange dynamic = tensor.getExtents();
    SmallVector<AffineExpr> values;
    for (auto [d, extent] : llvm::enumerate(view.getTensorView().getShape())) {
      bool isDynamic = ShapedType::isDynamic(extent);
      values.push_back(isDynamic ? expressions.ofExtent(dynamic.front()) : expressions.constant(extent));
      if (!values.back())
        return "extent " + std::to_string(d) + " is computed in the kernel; pass it as a parameter";
      if (!isDynamic && extent > kMaxTensorExtent)
        return "extent " + std::to_string(d) + " is larger than a tensor map can have";
      if (isDynamic)
        dynamic = dynamic.drop_front();
    }
    for (int64_t d : order)
      extents.push_back(values[d]);
    return "";
  }

  std::string readStrides() {
    ValueRange dynamic = tensor.getStrides();
    SmallVector<AffineExpr> values;
    for (auto [d, stride] : llvm::enumerate(view.getTensorView().getStrides())) {
      bool isDynamic = ShapedType::isDynamic(stride);
      values.push_back(isDynamic ? expressions.of(dynamic.front()) : expressions.constant(stride));
      int64_t divisor = (isDynamic ? facts.of(dynamic.front()).divisor : stride) * elementBytes();
      if (isDynamic)
        dynamic = dynamic.drop_front();
      if (int64_t(d) == order.front())
        continue;
      if (!values.back())
        return "stride " + std::to_string(d) + " is computed in the kernel; pass it as a parameter";
      if (divisor % kChunkBytes != 0)
        return "stride " + std::to_string(d) + " is only known to be a multiple of " + std::to_string(divisor) +
               " bytes; add assume_divisible to it, so that rows start at multiples of 16 bytes";
    }
    for (int64_t d : ArrayRef(order).drop_front())
      strides.push_back(values[d] * elementBytes());
    addOuterDimensions();
    return "";
  }

  /// Behind those of the tile, which is one of their elements wide.
  void addOuterDimensions() {
    for (const OuterDimension &dimension : outer) {
      order.push_back(order.size());
      extents.push_back(expressions.constant(kMaxTensorExtent));
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
  bool chooseBoxForProduct() {
    for (int64_t swizzle : {128, 64, 32})
      if (TensorMapAttr map = mapWith(swizzle); map && startsPatterns(map) && product->fits(bufferOf(map))) {
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
    unsigned symbols = kernel.getNumArguments();
    MLIRContext *context = kernel.getContext();
    return TensorMapAttr::get(context, view.getTensorView().getElementType(), AffineMap::get(0, symbols, base),
                              AffineMap::get(0, symbols, extents, context),
                              AffineMap::get(0, symbols, strides, context), box, order, swizzle, fillsWithNan(),
                              /*isSigned=*/false);
  }

  /// The view's padding, where the copy engine has it.
  bool fillsWithNan() {
    return view.getPadding() == std::optional(tile::Padding::NaN) &&
           TensorMapAttr::hasNanFill(view.getTensorView().getElementType());
  }

  BufferType bufferOf(TensorMapAttr map) {
    return BufferType::get(kernel.getContext(), view.getTileShape(), map.getElementType(),
                           map.getSharedLayout(view.getTileShape()), /*stages=*/1, map.getBufferAlignment());
  }

  /// Wavefronts for each phase when the lanes of a warp access the tile in its layout, the widest way they can.
  unsigned conflictsOf(TensorMapAttr map) {
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
  LayoutAttr layout;
  OriginFacts &originFacts;
  tile::Divisibility &facts;
  const std::optional<ProductUse> &product;
  func::FuncOp kernel;
  ArgumentExpressions expressions;
  tile::MakeTensorViewOp tensor;
  SmallVector<int64_t> order;
  AffineExpr base;
  SmallVector<OuterDimension> outer;
  SmallVector<unsigned> nonNegative;
  SmallVector<AffineExpr> extents, strides;
  TensorMapAttr best;
};

} // namespace

TensorMapChoice tile_gpu::chooseTensorMap(Value view, LayoutAttr layout, OriginFacts &facts,
                                          const std::optional<ProductUse> &product) {
  return MapBuilder(view, layout, facts, product).build();
}

SmallVector<Value> tile_gpu::createCoordinates(OpBuilder &builder, Location loc, tile::ViewType view,
                                               ValueRange indices, const TensorMapChoice &choice) {
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value));
  };
  SmallVector<int64_t> steps = view.getSteps();
  SmallVector<Value> coordinates;
  for (int64_t d : choice.map.getOrder().drop_back(choice.outer.size())) {
    Value index = indices[d];
    if (!index.getType().isInteger(64))
      index = arith::ExtUIOp::create(builder, loc, builder.getI64Type(), index);
    // Indices are unsigned: what is too large for i32 lies behind the end of every tensor that has a map.
    Value start = arith::MulIOp::create(builder, loc, index, constant(steps[d]));
    start = arith::MinUIOp::create(builder, loc, start, constant(kMaxTensorExtent));
    coordinates.push_back(arith::TruncIOp::create(builder, loc, builder.getI32Type(), start));
  }
  for (const OuterDimension &dimension : choice.outer)
    coordinates.push_back(createOuterCoordinate(builder, loc, dimension));
  return coordinates;
}
