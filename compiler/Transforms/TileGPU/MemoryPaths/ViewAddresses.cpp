// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/ViewAddresses.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/ArgumentExpressions.h"
#include "dialects/Tile/IR/TileStarts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Builds the arithmetic; scalars are uniform i64, tiles have the access's shape and layout.
class AddressBuilder {
public:
  AddressBuilder(OpBuilder &builder, Location loc, tile::ViewType view, tile::MakeTensorViewOp tensor,
                 LayoutAttr layout)
      : builder(builder), loc(loc), view(view), tensor(tensor), layout(layout) {}

  ViewAddresses build(ValueRange indices, ViewMask mask) {
    readTensor();
    SmallVector<int64_t> steps = view.getSteps();
    auto gather = dyn_cast<tile::GatherScatterViewType>(view);
    for (int64_t d = 0; d < int64_t(indices.size()); ++d) {
      if (gather && gather.getDimension() == d)
        addGathered(d, indices[d], mask);
      else
        addDimension(d, startOf(indices[d], steps[d], mask),
                     isKnownInside(d, indices[d], steps[d]) ? ViewMask::None : mask);
    }
    return {createPointers(), createMask()};
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value));
  }
  /// Indices, extents and strides are unsigned of their own width.
  Value toI64(Value value) {
    Type type = tile::withElementType(value.getType(), builder.getI64Type());
    return value.getType() == type ? value : arith::ExtUIOp::create(builder, loc, type, value);
  }
  RankedTensorType tileOf(Type element) {
    return RankedTensorType::get(view.getTileShape(), element, layout);
  }
  /// Without a mask the source says that the tile is inside; by steps of 1 nothing wraps.
  Value startOf(Value index, int64_t step, ViewMask mask) {
    if (mask == ViewMask::None || step == 1)
      return arith::MulIOp::create(builder, loc, toI64(index), constant(step));
    return tile::startOfTile(builder, loc, index, step);
  }
  Value splat(Value scalar) {
    return tile::SplatOp::create(builder, loc, tileOf(scalar.getType()), scalar);
  }
  Value addOrSet(Value sum, Value term) {
    return sum ? arith::AddIOp::create(builder, loc, sum, term) : term;
  }
  Value andOrSet(Value all, Value condition) {
    return all ? arith::AndIOp::create(builder, loc, all, condition) : condition;
  }
  Value times(Value value, int64_t d) {
    if (constantStride(d) == 1)
      return value;
    Value stride = isDistributed(value.getType()) ? splat(strides[d]) : strides[d];
    return arith::MulIOp::create(builder, loc, value, stride);
  }
  int64_t constantStride(int64_t d) {
    return view.getTensorView().getStrides()[d];
  }

  /// What is accessed at a constant index is inside, by what the kernel's variant says of the extent. (Accesses of
  /// which every dimension is inside lost their mask in tile-specialize-arguments.)
  bool isKnownInside(int64_t d, Value index, int64_t step) {
    llvm::APInt place;
    if (!ShapedType::isDynamic(view.getTensorView().getShape()[d]) || !matchPattern(index, m_ConstantInt(&place)))
      return false;
    ArrayRef<int64_t> before = view.getTensorView().getShape().take_front(d);
    Value extent = tensor.getExtents()[llvm::count_if(before, ShapedType::isDynamic)];
    auto argument = dyn_cast<BlockArgument>(withoutAssumptions(extent));
    auto kernel = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : nullptr;
    auto variant = kernel ? kernel->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr) : nullptr;
    if (!variant || place.getActiveBits() > 31)
      return false;
    int64_t end = int64_t(place.getZExtValue()) * step + view.getTileShape()[d];
    return llvm::any_of(variant.getFacts(), [&](tile::FactAttr fact) {
      return fact.getKind() == tile::FactKind::AtLeast && fact.getArgument() == argument.getArgNumber() &&
             !fact.getGrid() && fact.getValue() >= end;
    });
  }

  void readTensor() {
    auto read = [&](ArrayRef<int64_t> known, ValueRange dynamic, SmallVectorImpl<Value> &values) {
      for (int64_t value : known) {
        bool isDynamic = ShapedType::isDynamic(value);
        values.push_back(isDynamic ? toI64(dynamic.front()) : constant(value));
        if (isDynamic)
          dynamic = dynamic.drop_front();
      }
    };
    read(view.getTensorView().getShape(), tensor.getExtents(), extents);
    read(view.getTensorView().getStrides(), tensor.getStrides(), strides);
  }

  /// A dimension whose elements follow one another from `start`.
  void addDimension(int64_t d, Value start, ViewMask mask) {
    uniformOffset = addOrSet(uniformOffset, times(start, d));
    int64_t tileExtent = view.getTileShape()[d];
    if (tileExtent == 1) {
      if (mask != ViewMask::None)
        uniformInside =
            andOrSet(uniformInside, arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, start, extents[d]));
      return;
    }
    Value coordinate = CoordinateOp::create(builder, loc, tileOf(builder.getI32Type()), d);
    Value wide = arith::ExtUIOp::create(builder, loc, tileOf(builder.getI64Type()), coordinate);
    elementOffset = addOrSet(elementOffset, times(wide, d));
    if (mask == ViewMask::None)
      return;
    // The number of elements from `start` to the end of the tensor or the tile; fits i32, so lanes compare 32 bits.
    // `start` is unsigned: from the end of the tensor on, whatever its sign bit, nothing is left.
    Value rest = arith::MinUIOp::create(builder, loc, start, extents[d]);
    rest = arith::SubIOp::create(builder, loc, extents[d], rest);
    rest = arith::MinUIOp::create(builder, loc, rest, constant(tileExtent));
    if (mask == ViewMask::WholeTile) {
      Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, constant(tileExtent));
      uniformInside = andOrSet(uniformInside, isWhole);
      return;
    }
    rest = arith::TruncIOp::create(builder, loc, builder.getI32Type(), rest);
    inside = andOrSet(inside, arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, coordinate, splat(rest)));
  }

  /// The dimension of a gather/scatter view: `index`, a 1-D tile, names its elements.
  void addGathered(int64_t d, Value index, ViewMask mask) {
    ArrayRef<int64_t> shape = view.getTileShape();
    std::vector<int64_t> column(shape.size(), 1);
    column[d] = shape[d];
    layout::LinearLayout columnLayout = layout.toLinearLayout(shape).broadcastOperand(column);
    auto indexType = cast<RankedTensorType>(index.getType());
    auto fitting = withLayout(indexType, columnLayout.reshaped({shape[d]}));
    if (fitting != indexType)
      index = ConvertLayoutOp::create(builder, loc, fitting, index, IntegerAttr());
    auto columnType = withLayout(RankedTensorType::get(column, indexType.getElementType()), columnLayout);
    index = ReshapeOp::create(builder, loc, columnType, index);
    index = toI64(BroadcastOp::create(builder, loc, tileOf(indexType.getElementType()), index));
    elementOffset = addOrSet(elementOffset, times(index, d));
    if (mask != ViewMask::None)
      inside =
          andOrSet(inside, arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index, splat(extents[d])));
  }

  Value createPointers() {
    Value pointer = tensor.getPointer();
    if (uniformOffset)
      pointer = tile::OffsetOp::create(builder, loc, pointer.getType(), pointer, uniformOffset);
    Value pointers = splat(pointer);
    if (!elementOffset)
      return pointers;
    return tile::OffsetOp::create(builder, loc, pointers.getType(), pointers, elementOffset);
  }

  Value createMask() {
    if (!uniformInside)
      return inside;
    Value everywhere = splat(uniformInside);
    return inside ? arith::AndIOp::create(builder, loc, inside, everywhere) : everywhere;
  }

  OpBuilder &builder;
  Location loc;
  tile::ViewType view;
  tile::MakeTensorViewOp tensor;
  LayoutAttr layout;
  SmallVector<Value> extents, strides;
  /// Sums and conjunctions so far; null while empty.
  Value uniformOffset, uniformInside, elementOffset, inside;
};

Attribute paddingValue(tile::Padding padding, Type element) {
  auto floating = dyn_cast<FloatType>(element);
  if (!floating)
    return IntegerAttr::get(element, 0);
  const llvm::fltSemantics &semantics = floating.getFloatSemantics();
  switch (padding) {
  case tile::Padding::Zero:
    // Of a format without a zero, what the copy engine brings: zero bits, the smallest number.
    return FloatAttr::get(element, APFloat(semantics, APInt::getZero(floating.getWidth())));
  case tile::Padding::NegativeZero:
    return FloatAttr::get(element, APFloat::getZero(semantics, /*Negative=*/true));
  case tile::Padding::PositiveInf:
    return FloatAttr::get(element, APFloat::getInf(semantics));
  case tile::Padding::NegativeInf:
    return FloatAttr::get(element, APFloat::getInf(semantics, /*Negative=*/true));
  case tile::Padding::NaN:
    return FloatAttr::get(element, APFloat::getNaN(semantics));
  }
  llvm_unreachable("unknown padding");
}

} // namespace

FailureOr<ViewAddresses> tile_gpu::computeViewAddresses(OpBuilder &builder, Operation *access, Value view,
                                                        ValueRange indices, ViewMask mask, LayoutAttr layout) {
  auto makeView = view.getDefiningOp<tile::MakeViewOp>();
  auto tensor = makeView ? makeView.getSource().getDefiningOp<tile::MakeTensorViewOp>() : nullptr;
  if (!tensor)
    return access->emitError("not supported yet: a view chosen at run time");
  AddressBuilder addresses(builder, access->getLoc(), cast<tile::ViewType>(view.getType()), tensor, layout);
  return addresses.build(indices, mask);
}

Value tile_gpu::createPadding(OpBuilder &builder, Location loc, tile::ViewType view, RankedTensorType type) {
  std::optional<tile::Padding> padding = view.getPadding();
  if (!padding)
    return {};
  return arith::ConstantOp::create(builder, loc, type,
                                   DenseElementsAttr::get(type, paddingValue(*padding, type.getElementType())));
}
