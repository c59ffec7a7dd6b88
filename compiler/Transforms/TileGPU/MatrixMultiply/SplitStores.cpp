// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores the results of blocks by tensor map in pieces of some boxes, through two stages in turn (one, where a CTA has
// several blocks in flight).
//
//     scf.for .. {                                       scf.for .. {
//       bulk_wait pending 0 read                           bulk_wait pending 1 read
//       buffer_store %v, %buffer                           buffer_store columns 0 to 63 of %v, %stages[0]
//       proxy_fence                                        proxy_fence
//       tma_store %buffer to %map[%x, %y]           =>     tma_store %stages[0] to %map[%x, %y]
//       bulk_commit                                        bulk_commit
//     }                                                    bulk_wait pending 1 read
//                                                          buffer_store columns 64 to 127 of %v, %stages[1] ..
//                                                        }
//
// So stage buffers get the shared memory that a whole result would take, and the first piece is on its way while the
// next one is stored. A wait for all groups but the youngest covers the stage that is written next, whatever other
// stores there are. Only where lanes find each piece among their own registers, and where there are more pieces than
// stages.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SPLITSTORES
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// One to be written while the copy engine reads the other; one alone where there is time, since another block is
/// multiplied meanwhile, which needs the memory.
int64_t stagesFor(Operation *store) {
  return tile::blockGroupsOf(store) > 1 ? 1 : 2;
}
/// The least bytes of a piece: each costs two barriers.
constexpr int64_t kLeastPieceBytes = 16 * 1024;

/// A store by tensor map as SelectMemoryPaths leaves it, in a loop over blocks.
struct StoreSite {
  AllocBufferOp buffer;
  BulkWaitOp wait;
  BufferStoreOp fill;
  ProxyFenceOp fence;
  TmaStoreOp store;
  BulkCommitOp commit;
};

bool isInBlockLoop(Operation *op) {
  while (op && !tile::isBlockLoop(op))
    op = op->getParentOp();
  return op;
}

/// The one that fills the buffer, if nothing else but the store uses it.
BufferStoreOp onlyFill(TmaStoreOp store, AllocBufferOp buffer) {
  BufferStoreOp fill;
  for (Operation *user : buffer->getUsers()) {
    if (user == store || isa<FreeBufferOp>(user))
      continue;
    if (fill || !isa<BufferStoreOp>(user))
      return {};
    fill = cast<BufferStoreOp>(user);
  }
  return fill && fill->getBlock() == store->getBlock() && fill->isBeforeInBlock(store) ? fill : BufferStoreOp();
}

std::optional<StoreSite> findSite(TmaStoreOp store) {
  StoreSite site;
  site.store = store;
  site.buffer = store.getBuffer().getDefiningOp<AllocBufferOp>();
  if (!site.buffer || store.getRows() || !isInBlockLoop(store))
    return std::nullopt;
  site.fill = onlyFill(store, site.buffer);
  if (!site.fill)
    return std::nullopt;
  site.wait = dyn_cast_or_null<BulkWaitOp>(site.fill->getPrevNode());
  for (Operation *before = site.fill->getPrevNode(); before && !site.wait && isPure(before);) {
    before = before->getPrevNode();
    site.wait = dyn_cast_or_null<BulkWaitOp>(before);
  }
  site.fence = dyn_cast<ProxyFenceOp>(site.fill->getNextNode());
  site.commit = dyn_cast<BulkCommitOp>(store->getNextNode());
  bool isWhole = site.wait && site.wait.getRead() && site.wait.getPending() == 0 && site.fence && site.commit &&
                 site.commit->use_empty();
  return isWhole ? std::optional(site) : std::nullopt;
}

class Splitter {
public:
  explicit Splitter(const StoreSite &site)
      : site(site), stageCount(stagesFor(this->site.store)), map(this->site.store.getDescription()),
        whole(cast<RankedTensorType>(this->site.fill.getValue().getType())),
        builder(this->site.fill.getLoc(), this->site.fill) {
    shape.assign(whole.getShape().begin(), whole.getShape().end());
    shape[dimension()] = columns();
    if (!isFree())
      shape[dimension()] = whole.getShape()[dimension()];
    divideRows();
    map = mapOfPieces();
  }

  int64_t count() {
    return whole.getNumElements() / llvm::product_of(shape);
  }

  bool isWorthIt() {
    return count() > stageCount && isFree();
  }

  void run() {
    Value stages = createStages();
    site.wait.setPending(stageCount - 1);
    for (int64_t i = 0; i < count(); ++i)
      storePiece(i, stages);
    for (Operation *old :
         {site.commit.getOperation(), site.store.getOperation(), site.fence.getOperation(), site.fill.getOperation()})
      old->erase();
    for (Operation *user : llvm::make_early_inc_range(site.buffer->getUsers()))
      user->setOperand(0, stages);
    site.buffer->erase();
  }

private:
  /// The tile's dimension along which the map is contiguous.
  int64_t dimension() {
    return map.getOrder()[0];
  }

  /// The tile's dimensions, neighbours in memory first. What else the map has only moves the tile.
  ArrayRef<int64_t> dimensions() {
    return map.getOrder().take_front(whole.getRank());
  }

  /// The elements of a piece along that dimension: whole boxes.
  int64_t columns() {
    int64_t all = whole.getShape()[dimension()], columns = map.getBox()[0];
    int64_t bytesOfColumn = site.buffer.getType().getStageBytes() / all;
    while (columns < all && columns * bytesOfColumn < kLeastPieceBytes)
      columns *= 2;
    return columns;
  }

  /// Where there are too few pieces of whole columns, takes fewer rows, or matrices of a batch, of which lanes hold
  /// all. Maps that the kernel makes stay as they are.
  void divideRows() {
    if (!site.store.getMap().getDefiningOp<TensorMapOp>())
      return;
    int64_t elementBytes = site.buffer.getType().getStageBytes() / whole.getNumElements();
    for (int64_t d : llvm::reverse(dimensions().drop_front()))
      while (count() <= stageCount && shape[d] % 2 == 0 &&
             llvm::product_of(shape) * elementBytes / 2 >= kLeastPieceBytes) {
        shape[d] /= 2;
        if (isFree())
          continue;
        shape[d] *= 2;
        break;
      }
  }

  /// With boxes no larger than a piece.
  TensorMapAttr mapOfPieces() {
    SmallVector<int64_t> box(map.getBox());
    for (auto [d, extent] : llvm::zip_first(dimensions(), box))
      extent = std::min(extent, shape[d]);
    return TensorMapAttr::get(map.getContext(), map.getElementType(), map.getBase(), map.getExtents(), map.getStrides(),
                              box, map.getOrder(), map.getSwizzle(), map.getNanFill(), map.getIsSigned(),
                              map.getGathered(), map.getRounded());
  }

  Value createStages() {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(site.buffer);
    BufferType old = site.buffer.getType();
    auto type = BufferType::get(builder.getContext(), shape, old.getElementType(), map.getSharedLayout(shape),
                                stageCount, old.getAlignment());
    return AllocBufferOp::create(builder, type, IntegerAttr());
  }

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(int32_t(value)));
  }

  layout::LinearLayout layoutOfPiece() {
    return LayoutAttr::of(whole).subTile(std::vector<int64_t>(shape.begin(), shape.end()));
  }

  /// The first element of a piece.
  SmallVector<int64_t> startOf(int64_t number) {
    SmallVector<int64_t> start(shape.size());
    for (int64_t d : dimensions()) {
      int64_t pieces = whole.getShape()[d] / shape[d];
      start[d] = number % pieces * shape[d];
      number /= pieces;
    }
    return start;
  }

  ExtractOp piece(int64_t number) {
    auto type =
        RankedTensorType::get(shape, whole.getElementType(), LayoutAttr::get(builder.getContext(), layoutOfPiece()));
    SmallVector<Value> indices;
    for (auto [start, extent] : llvm::zip_equal(startOf(number), shape))
      indices.push_back(constant(start / extent));
    return ExtractOp::create(builder, type, site.fill.getValue(), indices, IntegerAttr());
  }

  /// Lanes find pieces among their own registers.
  bool isFree() {
    ExtractOp tried = piece(0);
    bool isFree = tried.plan().kind == layout::LayoutConversion::Kind::Registers;
    SmallVector<Value> indices(tried.getIndices());
    tried.erase();
    for (Value index : indices)
      index.getDefiningOp()->erase();
    return isFree;
  }

  /// The store's own, unless pieces have smaller boxes.
  Value createMap() {
    Value own = site.store.getMap();
    if (map == site.store.getDescription())
      return own;
    if (!made) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(own.getDefiningOp());
      made = TensorMapOp::create(builder, own.getType(), map);
    }
    return made;
  }

  void storePiece(int64_t number, Value stages) {
    builder.setInsertionPoint(site.store);
    if (number > 0)
      BulkWaitOp::create(builder, ValueRange(), stageCount - 1, /*read=*/true);
    Value stage = BufferStageOp::create(builder, cast<BufferType>(stages.getType()).getStageType(), stages,
                                        constant(number % stageCount));
    BufferStoreOp::create(builder, piece(number), stage);
    ProxyFenceOp::create(builder);
    SmallVector<Value> place(site.store.getCoordinates());
    SmallVector<int64_t> start = startOf(number);
    for (auto [d, coordinate] : llvm::zip_first(dimensions(), place))
      if (start[d] > 0)
        coordinate = arith::AddIOp::create(builder, coordinate, constant(start[d]));
    TmaStoreOp::create(builder, stage, createMap(), place, /*rows=*/Value());
    BulkCommitOp::create(builder, TokenType::get(builder.getContext()));
  }

  StoreSite site;
  const int64_t stageCount;
  TensorMapAttr map; ///< of pieces
  RankedTensorType whole;
  SmallVector<int64_t> shape; ///< of a piece
  Value made;                 ///< the map, where it is another one than the store's
  ImplicitLocOpBuilder builder;
};

struct SplitStores : tile_gpu::impl::SplitStoresBase<SplitStores> {
  using SplitStoresBase::SplitStoresBase;

  void runOnOperation() override {
    SmallVector<StoreSite> sites;
    getOperation().walk([&](TmaStoreOp store) {
      if (std::optional<StoreSite> site = findSite(store))
        sites.push_back(*site);
    });
    for (StoreSite &site : sites) {
      Splitter splitter(site);
      if (!splitter.isWorthIt())
        continue;
      if (remarks && tile::isPreferredVariant(getOperation()))
        tile::Remark(site.store, "SplitStore").with("pieces", splitter.count()).with("stages", stagesFor(site.store))
            << "stored in " << splitter.count() << " pieces, through " << stagesFor(site.store)
            << " of them in shared memory";
      splitter.run();
    }
  }
};

} // namespace
