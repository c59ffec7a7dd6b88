// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout changes and rearrangements: what their layouts must be to each other, and the scratch they need.
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static std::vector<int64_t> shapeVector(Type type) {
  ArrayRef<int64_t> shape = tile::shapeOf(type);
  return std::vector<int64_t>(shape.begin(), shape.end());
}

/// `actual` (named `what`) has the layout `expected`.
static LogicalResult verifyLayout(Operation *op, StringRef what, Type actual, const layout::LinearLayout &expected) {
  LayoutAttr layout = LayoutAttr::get(op->getContext(), expected);
  auto tensor = cast<RankedTensorType>(actual);
  if (tensor.getEncoding() == layout)
    return success();
  return op->emitOpError() << "expected " << what << " layout " << layout << ", got " << tensor.getEncoding();
}

static LogicalResult verifySameElements(Operation *op, Type source, Type result) {
  if (getElementTypeOrSelf(source) == getElementTypeOrSelf(result))
    return success();
  return op->emitOpError() << "expected element type " << getElementTypeOrSelf(source) << ", got "
                           << getElementTypeOrSelf(result);
}

//===- convert_layout, coordinate --------------------------------------------------------------------------------===//

LogicalResult ConvertLayoutOp::verify() {
  Type source = getSource().getType(), result = getType();
  if (withoutLayout(source) != withoutLayout(result))
    return emitOpError() << "expected a result of type " << withoutLayout(source) << ", got " << withoutLayout(result);
  layout::LinearLayout from = LayoutAttr::of(source), to = LayoutAttr::of(result);
  for (layout::Place place : {layout::Place::Warp, layout::Place::Cta})
    if (from.size(place) != to.size(place))
      return emitOpError() << "expected " << from.size(place)
                           << (place == layout::Place::Warp ? " warps, got " : " ctas, got ") << to.size(place);
  return success();
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<ConvertLayoutOp>()) {
    if (inner.getSource().getType() == getType())
      return inner.getSource();
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

/// Bits of an element as it lies in shared memory.
static unsigned storageBits(Type tile) {
  return 8 * tile::storageBytes(getElementTypeOrSelf(tile));
}
static int64_t scratchBytes(const layout::LayoutConversion &plan) {
  return plan.kind == layout::LayoutConversion::Kind::SharedMemory ? plan.sharedMemory.bytes : 0;
}
static int64_t maxScratch(Operation *op) {
  auto bytes = op->getAttrOfType<IntegerAttr>(kMaxScratchAttr);
  return bytes ? bytes.getInt() : layout::kAnyScratch;
}
static bool isOfWarps(const layout::LayoutConversion &plan) {
  return plan.kind == layout::LayoutConversion::Kind::SharedMemory && plan.sharedMemory.inWarp;
}

layout::LayoutConversion ConvertLayoutOp::plan() {
  return layout::planConversion(LayoutAttr::of(getSource().getType()), LayoutAttr::of(getType()),
                                storageBits(getType()), maxScratch(*this));
}
int64_t ConvertLayoutOp::getScratchBytes() {
  return scratchBytes(plan());
}
bool ConvertLayoutOp::isScratchOfWarps() {
  return isOfWarps(plan());
}

LogicalResult CoordinateOp::verify() {
  uint64_t rank = tile::shapeOf(getType()).size();
  if (getDimension() < rank)
    return success();
  return emitOpError() << "expected a dimension below " << rank << ", got " << int64_t(getDimension());
}

//===- broadcast, reshape, permute, cat --------------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  Type source = getSource().getType();
  if (failed(verifySameElements(*this, source, getType())))
    return failure();
  ArrayRef<int64_t> from = tile::shapeOf(source), to = tile::shapeOf(getType());
  if (from.size() > to.size())
    return emitOpError() << "expected at least rank " << from.size() << ", got " << to.size();
  for (auto [small, large] : llvm::zip(from, to.take_back(from.size())))
    if (small != 1 && small != large)
      return emitOpError() << "expected extent 1 or " << large << ", got " << small;
  return verifyLayout(*this, "source", source, LayoutAttr::of(getType()).broadcastOperand(shapeVector(source)));
}

LogicalResult ReshapeOp::verify() {
  Type source = getSource().getType();
  if (failed(verifySameElements(*this, source, getType())))
    return failure();
  if (tile::elementCount(source) != tile::elementCount(getType()))
    return emitOpError() << "expected " << tile::elementCount(source) << " elements, got "
                         << tile::elementCount(getType());
  return verifyLayout(*this, "result", getType(), LayoutAttr::of(source).reshaped(shapeVector(getType())));
}

LogicalResult PermuteOp::verify() {
  Type source = getSource().getType();
  if (failed(verifySameElements(*this, source, getType())))
    return failure();
  ArrayRef<int64_t> permutation = getPermutation(), from = tile::shapeOf(source);
  if (permutation.size() != from.size() || !isPermutationVector(permutation))
    return emitOpError() << "expected a permutation of " << from.size() << " dimensions";
  SmallVector<int64_t> shape = applyPermutation(from, permutation);
  if (tile::shapeOf(getType()) != ArrayRef<int64_t>(shape))
    return emitOpError() << "expected a result of shape [" << shape << "], got [" << tile::shapeOf(getType()) << "]";
  return verifyLayout(*this, "result", getType(),
                      LayoutAttr::of(source).permuted(std::vector<int64_t>(permutation.begin(), permutation.end())));
}

LogicalResult CatOp::verify() {
  Type source = getFirst().getType();
  if (failed(verifySameElements(*this, source, getType())))
    return failure();
  SmallVector<int64_t> shape(tile::shapeOf(source));
  if (getAxis() >= shape.size())
    return emitOpError() << "expected an axis below " << shape.size() << ", got " << int64_t(getAxis());
  shape[getAxis()] *= 2;
  if (tile::shapeOf(getType()) != ArrayRef<int64_t>(shape))
    return emitOpError() << "expected a result of shape [" << shape << "], got [" << tile::shapeOf(getType()) << "]";
  layout::LinearLayout whole = LayoutAttr::of(getType());
  if (!whole.splitBit(getAxis()))
    return emitOpError() << "expected one place bit to tell the halves of dimension " << getAxis() << " apart, got "
                         << cast<RankedTensorType>(getType()).getEncoding();
  return verifyLayout(*this, "operand", source, whole.half(getAxis()));
}

//===- extract, insert -------------------------------------------------------------------------------------------===//

static LogicalResult verifySubTile(Operation *op, Type whole, Type part, size_t numIndices) {
  if (failed(verifySameElements(op, whole, part)))
    return failure();
  ArrayRef<int64_t> wholeShape = tile::shapeOf(whole), partShape = tile::shapeOf(part);
  if (wholeShape.size() != partShape.size() || numIndices != wholeShape.size())
    return op->emitOpError() << "expected a sub-tile and indices of rank " << wholeShape.size() << ", got rank "
                             << partShape.size() << " and " << numIndices << " indices";
  for (auto [extent, sub] : llvm::zip(wholeShape, partShape))
    if (sub > extent)
      return op->emitOpError() << "expected a sub-tile extent of at most " << extent << ", got " << sub;
  return success();
}

LogicalResult ExtractOp::verify() {
  return verifySubTile(*this, getSource().getType(), getType(), getIndices().size());
}
/// Where a sub-tile starts: the element number that constant indices give, and bits that others may set.
namespace {
struct SubTileStart {
  uint64_t known = 0, varying = 0;
};
} // namespace

static SubTileStart startOf(const layout::LinearLayout &whole, ArrayRef<int64_t> part, OperandRange indices) {
  SubTileStart start;
  for (unsigned d = 0; d < whole.rank(); ++d) {
    layout::BitRange range = whole.dimensionBits(d);
    unsigned inside = layout::log2OfExtent(part[d]);
    layout::BitRange outside = {range.first + inside, range.count - inside};
    APInt index;
    if (matchPattern(indices[d], m_ConstantInt(&index)))
      start.known |= index.zextOrTrunc(64).getZExtValue() << outside.first & outside.mask();
    else
      start.varying |= outside.mask();
  }
  return start;
}

layout::LayoutConversion ExtractOp::plan() {
  return planBetween(LayoutAttr::of(getSource().getType()), LayoutAttr::of(getType()));
}
layout::LayoutConversion ExtractOp::planBetween(const layout::LinearLayout &whole, const layout::LinearLayout &part) {
  layout::LinearLayout::Bases bases = part.bases();
  for (auto &place : bases)
    for (uint64_t &element : place)
      element = whole.elementOf(part.coordinatesOf(element));
  SubTileStart start = startOf(whole, tile::shapeOf(getType()), getIndices());
  return layout::planTransfer(
      {whole, layout::LinearLayout(whole.shape(), bases), storageBits(getType()), start.known, start.varying});
}
int64_t ExtractOp::getScratchBytes() {
  return scratchBytes(plan());
}
bool ExtractOp::isScratchOfWarps() {
  return isOfWarps(plan());
}

LogicalResult InsertOp::verify() {
  return verifySubTile(*this, getType(), getSource().getType(), getIndices().size());
}
uint64_t InsertOp::outsideBits() {
  layout::LinearLayout whole = LayoutAttr::of(getType()), part = LayoutAttr::of(getSource().getType());
  uint64_t inside = whole.elementOf(part.coordinatesOf(part.numElements() - 1));
  return uint64_t(whole.numElements() - 1) & ~inside;
}
uint64_t InsertOp::knownStart() {
  return startOf(LayoutAttr::of(getType()), tile::shapeOf(getSource().getType()), getIndices()).known;
}

layout::LayoutConversion InsertOp::plan() {
  return planBetween(LayoutAttr::of(getSource().getType()), LayoutAttr::of(getType()));
}
layout::LayoutConversion InsertOp::planBetween(const layout::LinearLayout &part, const layout::LinearLayout &whole) {
  uint64_t outside = outsideBits();
  layout::LinearLayout::Bases bases = whole.bases();
  for (auto &place : bases)
    for (uint64_t &element : place)
      element = part.elementOf(whole.coordinatesOf(element & ~outside));
  return layout::planTransfer({part, layout::LinearLayout(part.shape(), bases), storageBits(getType())});
}
int64_t InsertOp::getScratchBytes() {
  return scratchBytes(plan());
}
bool InsertOp::isScratchOfWarps() {
  return isOfWarps(plan());
}
