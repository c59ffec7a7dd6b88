// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of the copy engine: tensor maps that hardware has, and buffers that fit them.
#include "dialects/Layout/SharedMemory/SharedLayouts.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Limits of tensor maps (CUDA Driver API, cuTensorMapEncodeTiled), and what bulk copies are made of.
static constexpr int64_t kMaxRank = 5, kMaxBox = 256, kChunkBytes = 16;

LogicalResult TensorMapAttr::verify(function_ref<InFlightDiagnostic()> emitError, Type elementType, AffineMap base,
                                    AffineMap extents, AffineMap strides, ArrayRef<int64_t> box,
                                    ArrayRef<int64_t> order, int64_t swizzle, bool nanFill, bool isSigned,
                                    bool gathered, bool rounded) {
  int64_t rank = extents.getNumResults();
  if (rank < 1 || rank > kMaxRank)
    return emitError() << "expected 1 to " << kMaxRank << " extents, got " << rank;
  for (auto [map, results] : {std::pair(base, int64_t(1)), std::pair(strides, rank - 1)})
    if (map.getNumResults() != results || map.getNumDims() != 0 || map.getNumSymbols() != extents.getNumSymbols())
      return emitError() << "expected " << results << " results of " << extents.getNumSymbols() << " symbols, got "
                         << AffineMapAttr::get(map);
  if (extents.getNumDims() != 0)
    return emitError() << "expected a map of symbols, got " << AffineMapAttr::get(extents);
  if (int64_t(box.size()) != rank || int64_t(order.size()) != rank)
    return emitError() << "expected " << rank << " entries of box and order, got " << box.size() << " and "
                       << order.size();
  for (int64_t extent : box)
    if (extent < 1 || extent > kMaxBox || !llvm::isPowerOf2_64(extent))
      return emitError() << "expected powers of two of at most " << kMaxBox << " in box, got " << extent;
  SmallVector<bool> seen(rank, false);
  for (int64_t dimension : order)
    if (dimension < 0 || dimension >= rank || std::exchange(seen[dimension], true))
      return emitError() << "expected a permutation of " << rank << " dimensions as order, got " << dimension;
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128)
    return emitError() << "expected a swizzle of 0, 32, 64 or 128 bytes, got " << swizzle;
  if (!tile::isElementType(elementType))
    return emitError() << "expected an element type of tiles, got " << elementType;
  if (nanFill && !hasNanFill(elementType))
    return emitError() << "expected f16, bf16, f32 or f64 with nan_fill, got " << elementType;
  if (isSigned && !elementType.isInteger(32) && !elementType.isInteger(64))
    return emitError() << "expected i32 or i64 with is_signed, got " << elementType;
  if (rounded && !isa<FloatTF32Type>(elementType))
    return emitError() << "expected tf32 with rounded, got " << elementType;
  if (gathered && (rank != 2 || box[1] % kRowsOfCopy != 0))
    return emitError() << "expected 2 dimensions with gathered, and a multiple of " << kRowsOfCopy
                       << " in dimension 1 of box, got " << rank << " and " << box.back();
  int64_t innerBytes = box.front() * tile::storageBytes(elementType);
  if (innerBytes % kChunkBytes != 0)
    return emitError() << "expected a multiple of " << kChunkBytes << " bytes in dimension 0 of box, got "
                       << innerBytes;
  constexpr int64_t kLeastGatheredBytes = 32;
  if (gathered && innerBytes < kLeastGatheredBytes)
    return emitError() << "expected at least " << kLeastGatheredBytes
                       << " bytes in dimension 0 of box with gathered, got " << innerBytes;
  if (swizzle && innerBytes > swizzle)
    return emitError() << "expected at most " << swizzle << " bytes in dimension 0 of box, the swizzle's, got "
                       << innerBytes;
  return success();
}

bool TensorMapAttr::hasNanFill(Type element) {
  return element.isF16() || element.isBF16() || element.isF32() || element.isF64();
}

int64_t TensorMapAttr::getBoxBytes() const {
  return llvm::product_of(getBox()) * tile::storageBytes(getElementType());
}

SmallVector<SmallVector<int64_t>> TensorMapAttr::getBoxStarts(ArrayRef<int64_t> tileShape) const {
  SmallVector<SmallVector<int64_t>> starts{SmallVector<int64_t>(getRank(), 0)};
  for (unsigned d = 0; d < getRank(); ++d) {
    if (isOuter(d, tileShape.size()))
      continue;
    size_t count = starts.size();
    for (int64_t start = getBox()[d]; start < tileShape[getOrder()[d]]; start += getBox()[d])
      for (size_t i = 0; i < count; ++i) {
        SmallVector<int64_t> next = starts[i];
        next[d] = start;
        starts.push_back(next);
      }
  }
  return starts;
}

SharedLayoutAttr TensorMapAttr::getSharedLayout(ArrayRef<int64_t> tileShape) const {
  // Further dimensions move the tile, they are none of its own.
  size_t rank = tileShape.size();
  layout::LinearMap map = layout::boxedShared(tileShape, getOrder().take_front(rank), getBox().take_front(rank),
                                              tile::storageBytes(getElementType()), layout::Swizzle(getSwizzle()));
  return SharedLayoutAttr::get(getContext(), map, tileShape);
}

int64_t TensorMapAttr::getBufferAlignment() const {
  // The pattern of a swizzle repeats every 8 rows of its bytes, counted from address 0.
  constexpr int64_t kRowsOfPattern = 8;
  return std::max(BufferType::kDefaultAlignment, getSwizzle() * kRowsOfPattern);
}

unsigned TensorMapAttr::getSlowestDimension() const {
  unsigned slowest = 0;
  for (auto [d, extent] : llvm::enumerate(getBox()))
    slowest = extent > 1 ? d : slowest;
  return slowest;
}

static TensorMapAttr withSlowestExtent(TensorMapAttr map, int64_t extent) {
  SmallVector<int64_t> box(map.getBox());
  box[map.getSlowestDimension()] = extent;
  return TensorMapAttr::get(map.getContext(), map.getElementType(), map.getBase(), map.getExtents(), map.getStrides(),
                            box, map.getOrder(), map.getSwizzle(), map.getNanFill(), map.getIsSigned(),
                            map.getGathered(), map.getRounded());
}

TensorMapAttr TensorMapAttr::getDivided(int64_t parts) const {
  int64_t extent = getBox()[getSlowestDimension()] / parts, bytes = getBoxBytes() / parts;
  // A part of one element would have another slowest dimension.
  bool isWhole = extent > 1 && extent * parts == getBox()[getSlowestDimension()] && bytes % getBufferAlignment() == 0;
  return isWhole ? withSlowestExtent(*this, extent) : TensorMapAttr();
}

TensorMapAttr TensorMapAttr::getJoined(int64_t parts) const {
  return withSlowestExtent(*this, getBox()[getSlowestDimension()] * parts);
}

TensorMapAttr TensorMapAttr::ofMap(Value map) {
  if (auto given = map.getDefiningOp<TensorMapOp>())
    return given.getDescription();
  auto built = map.getDefiningOp<BuildTensorMapOp>();
  return built ? built.getDescription() : TensorMapAttr();
}

LogicalResult BuildTensorMapOp::verify() {
  TensorMapAttr map = getDescription();
  if (map.getGathered())
    return emitOpError("expected a map that is not gathered");
  if (map.getExtents().getNumSymbols() != getValues().size())
    return emitOpError() << "expected " << map.getExtents().getNumSymbols() << " values, got " << getValues().size();
  BufferType buffer = getBuffer().getType();
  int64_t bytes = llvm::product_of(buffer.getShape()) * tile::storageBytes(buffer.getElementType());
  if (buffer.getStages() != 1 || bytes != kTensorMapBytes || buffer.getAlignment() % kTensorMapBytes != 0)
    return emitOpError() << "expected one stage of 128 bytes that is aligned to as many, got " << buffer;
  return success();
}

/// As many coordinates as the map has dimensions; one beside rows.
static LogicalResult verifyCoordinates(Operation *op, TensorMapAttr map, ValueRange coordinates, Value rows = {}) {
  if (!map)
    return op->emitOpError("expected a tensor map from tile_gpu.tensor_map or tile_gpu.build_tensor_map");
  if (map.getGathered() != bool(rows))
    return op->emitOpError() << "expected a map that is " << (rows ? "" : "not ") << "gathered, got " << map;
  unsigned expected = rows ? 1 : map.getRank();
  if (coordinates.size() != expected)
    return op->emitOpError() << "expected " << expected << " coordinates, got " << coordinates.size();
  return success();
}

/// One number for each row of the buffer, in every warp.
static LogicalResult verifyRows(Operation *op, TensorMapAttr map, BufferType buffer, Value rows) {
  if (!rows)
    return success();
  int64_t count = buffer.getShape()[map.getOrder()[1]];
  if (tile::shapeOf(rows.getType()) != ArrayRef<int64_t>(count))
    return op->emitOpError() << "expected " << count << " rows, got " << rows.getType();
  layout::LinearLayout places = LayoutAttr::of(rows.getType());
  layout::BitRange warps = places.bits(layout::Place::Warp);
  for (unsigned bit = 0; bit < warps.count; ++bit)
    if (places.basis(layout::Place::Warp, bit) != 0)
      return op->emitOpError() << "expected rows that every warp has, got " << rows.getType();
  return success();
}

/// The numbers of rows that an access names, if it is one that can.
template <typename Op> static Value rowsOf(Op op) {
  if constexpr (std::is_same_v<Op, TmaReduceOp>)
    return {};
  else
    return op.getRows();
}

LogicalResult TmaPrefetchOp::verify() {
  TensorMapAttr map = getDescription();
  if (failed(verifyCoordinates(*this, map, getCoordinates())))
    return failure();
  if (getShape().empty() || getShape().size() > map.getRank())
    return emitOpError() << "expected a shape of at most rank " << map.getRank() << ", got rank " << getShape().size();
  return success();
}

/// The buffer is one stage that the boxes of the map fill as its layout says.
template <typename Op> static LogicalResult verifyTma(Op op, int64_t parts = 1) {
  TensorMapAttr description = TensorMapAttr::ofMap(op.getMap());
  if (description && parts != 1 && description.getBox()[description.getSlowestDimension()] * parts > kMaxBox)
    return op.emitOpError() << "expected boxes for " << parts << " warps that join to at most " << kMaxBox
                            << " elements, got " << description;
  description = description && parts != 1 ? description.getJoined(parts) : description;
  Value rows = rowsOf(op);
  if (failed(verifyCoordinates(op, description, op.getCoordinates(), rows)))
    return failure();
  BufferType buffer = op.getBuffer().getType();
  if (buffer.getStages() != 1)
    return op.emitOpError() << "expected one stage of a buffer, got " << buffer.getStages() << " stages";
  size_t rank = buffer.getShape().size();
  if (buffer.getElementType() != description.getElementType() || rank > description.getRank())
    return op.emitOpError() << "expected a buffer of " << description.getElementType() << " of at most rank "
                            << description.getRank() << ", got " << buffer;
  for (unsigned d = rank; d < description.getRank(); ++d)
    if (!description.isOuter(d, rank) || description.getBox()[d] != 1)
      return op.emitOpError() << "expected a dimension " << d << " behind those of the buffer, with a box of 1, got "
                              << description;
  for (auto [d, extent] : llvm::enumerate(description.getBox().take_front(rank)))
    if (buffer.getShape()[description.getOrder()[d]] < extent)
      return op.emitOpError() << "expected a box of at most " << buffer.getShape()[description.getOrder()[d]]
                              << " elements in dimension " << d << ", got " << extent;
  if (buffer.getLayout() != description.getSharedLayout(buffer.getShape()))
    return op.emitOpError() << "expected a buffer of layout " << description.getSharedLayout(buffer.getShape())
                            << ", got " << buffer.getLayout();
  if (buffer.getAlignment() < description.getBufferAlignment())
    return op.emitOpError() << "expected a buffer aligned to " << description.getBufferAlignment() << " bytes, got "
                            << buffer.getAlignment();
  return verifyRows(op, description, buffer, rows);
}

LogicalResult TmaLoadOp::verify() {
  if (failed(verifyTma(*this)))
    return failure();
  if (getMulticast() && getRows())
    return emitOpError("expected no rows with multicast");
  size_t boxes = getDescription().getBoxStarts(getBuffer().getType().getShape()).size();
  unsigned ctas = tile::ctasOfCluster(*this);
  if (getMulticast() && (ctas == 1 || boxes % ctas != 0))
    return emitOpError() << "expected a cluster that shares " << boxes << " boxes evenly, got " << ctas
                         << (ctas == 1 ? " CTA" : " CTAs");
  return success();
}

/// What stores read of a map that the kernel makes anew they may read too late. They round nothing.
static LogicalResult verifyGivenMap(Operation *op, Value map) {
  if (map.getDefiningOp<BuildTensorMapOp>())
    return op->emitOpError("expected a tensor map from tile_gpu.tensor_map");
  if (TensorMapAttr description = TensorMapAttr::ofMap(map); description && description.getRounded())
    return op->emitOpError("expected a tensor map without rounded");
  return success();
}

/// The number of parts of each box of the buffer.
static int64_t partsOf(TmaStoreOp store) {
  auto kernel = store->getParentOfType<FunctionOpInterface>();
  return store.getByWarps() && kernel && kernel->hasAttr(kNumWarpsAttr) ? int64_t(numWarpsOf(store)) : 1;
}

LogicalResult TmaStoreOp::verify() {
  if (failed(verifyGivenMap(*this, getMap())))
    return failure();
  if (getByWarps() && getRows())
    return emitOpError("expected no rows with by warps");
  return verifyTma(*this, partsOf(*this));
}

bool TmaReduceOp::isSupported(tile::AtomicKind kind, Type element) {
  bool isInteger = element.isInteger(32) || element.isInteger(64);
  switch (kind) {
  case tile::AtomicKind::Add:
    return isInteger || element.isF16() || element.isBF16() || element.isF32();
  case tile::AtomicKind::And:
  case tile::AtomicKind::Or:
  case tile::AtomicKind::Xor:
  case tile::AtomicKind::MaxSigned:
  case tile::AtomicKind::MaxUnsigned:
  case tile::AtomicKind::MinSigned:
  case tile::AtomicKind::MinUnsigned:
    return isInteger;
  default:
    return false;
  }
}

static LogicalResult verifyReduction(Operation *op, tile::AtomicKind kind, Type element) {
  if (TmaReduceOp::isSupported(kind, element))
    return success();
  return op->emitOpError() << "expected a reduction that the copy engine has, got " << tile::stringifyAtomicKind(kind)
                           << " of " << element;
}

LogicalResult TmaReduceOp::verify() {
  if (failed(verifyGivenMap(*this, getMap())) || failed(verifyTma(*this)) ||
      failed(verifyReduction(*this, getKind(), getBuffer().getType().getElementType())))
    return failure();
  bool comparesSigned = getKind() == tile::AtomicKind::MaxSigned || getKind() == tile::AtomicKind::MinSigned;
  bool comparesUnsigned = getKind() == tile::AtomicKind::MaxUnsigned || getKind() == tile::AtomicKind::MinUnsigned;
  if (getDescription().getIsSigned() ? comparesUnsigned : comparesSigned)
    return emitOpError() << "expected a tensor map with" << (comparesSigned ? " " : "out ") << "is_signed for "
                         << tile::stringifyAtomicKind(getKind());
  return success();
}

/// One stage whose bytes make whole chunks.
static LogicalResult verifyBulk(Operation *op, BufferType buffer, Type pointer) {
  if (buffer.getStages() != 1)
    return op->emitOpError() << "expected one stage of a buffer, got " << buffer.getStages() << " stages";
  Type pointee = cast<tile::PtrType>(pointer).getPointee();
  if (pointee != buffer.getElementType())
    return op->emitOpError() << "expected a pointer to " << buffer.getElementType() << ", got " << pointee;
  int64_t bytes = llvm::product_of(buffer.getShape()) * tile::storageBytes(pointee);
  if (bytes % kChunkBytes != 0)
    return op->emitOpError() << "expected a multiple of " << kChunkBytes << " bytes, got " << bytes;
  return success();
}

LogicalResult BulkLoadOp::verify() {
  return verifyBulk(*this, getBuffer().getType(), getPointer().getType());
}

LogicalResult BulkStoreOp::verify() {
  return verifyBulk(*this, getBuffer().getType(), getPointer().getType());
}

LogicalResult BulkReduceOp::verify() {
  if (failed(verifyBulk(*this, getBuffer().getType(), getPointer().getType())))
    return failure();
  return verifyReduction(*this, getKind(), getBuffer().getType().getElementType());
}

LogicalResult BulkPrefetchOp::verify() {
  if (int64_t bytes = getBytes(); bytes <= 0 || bytes % kChunkBytes != 0)
    return emitOpError() << "expected a multiple of " << kChunkBytes << " bytes, got " << bytes;
  return success();
}

LogicalResult BulkWaitOp::verify() {
  if (int64_t pending = getPending(); pending < 0)
    return emitOpError() << "expected a number of groups from 0 up as pending, got " << pending;
  return success();
}
