// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/PrefetchRows.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/BulkCopies.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Loaded and stored by all blocks between one that asks and the one that loads.
constexpr int64_t kBytesAhead = 12 << 20;
/// Less is not worth a request: of a row, and of what a block loads and stores.
constexpr int64_t kMinBytes = 1024, kMinBlockBytes = 4096;

/// Follows from the block's number along x and from what all blocks share.
bool isKnownOfLaterBlocks(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return isa<func::FuncOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
  if (auto number = dyn_cast<tile::BlockIdOp>(op))
    return number.getDimension() == tile::Dimension::X;
  bool isArithmetic = isa<arith::ArithDialect>(op->getDialect()) || isa<tile::OffsetOp, tile::AssumeOp>(op);
  return isArithmetic && llvm::all_of(op->getOperands(), isKnownOfLaterBlocks);
}

bool dependsOnBlock(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<tile::BlockIdOp>(op) || llvm::any_of(op->getOperands(), dependsOnBlock));
}

/// `value` of the block whose number is `later`.
Value ofLaterBlock(ImplicitLocOpBuilder &builder, Value value, Value later) {
  if (!dependsOnBlock(value))
    return value;
  Operation *op = value.getDefiningOp();
  if (isa<tile::BlockIdOp>(op))
    return later;
  IRMapping map;
  for (Value operand : op->getOperands())
    map.map(operand, ofLaterBlock(builder, operand, later));
  return builder.clone(*op, map)->getResult(0);
}

int64_t bytesOf(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? tile.getNumElements() * tile::storageBytes(tile.getElementType()) : 0;
}

/// Of all tiles that a block stores.
int64_t storedBytes(func::FuncOp kernel) {
  int64_t bytes = 0;
  kernel.walk([&](StoreOp store) { bytes += bytesOf(store.getValue().getType()); });
  return bytes;
}

/// A block a CTA, without a loop.
bool isStraight(func::FuncOp kernel) {
  if (tile::numCtasOf(kernel) > 1 || kernel->hasAttr(tile::kPersistentAttr))
    return false;
  return !kernel
              .walk([](Operation *op) {
                return isa<LoopLikeOpInterface>(op) ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool reduces(func::FuncOp kernel) {
  return kernel.walk([](ReduceOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// What is loaded waits, for a reduction or behind stores.
bool leavesTimeToFetch(func::FuncOp kernel, int64_t loaded, int64_t stored) {
  if (loaded + stored < kMinBlockBytes)
    return false;
  return reduces(kernel) ? 2 * stored >= loaded : stored >= 2 * loaded;
}

struct Row {
  LoadOp load;
  Value place;
  int64_t bytes;
};

SmallVector<Row> findRows(func::FuncOp kernel) {
  tile::Divisibility facts;
  SmallVector<Row> rows;
  for (LoadOp load : llvm::make_early_inc_range(kernel.getBody().front().getOps<LoadOp>())) {
    int64_t bytes = bytesOf(load.getType());
    if (!isDistributed(load.getType()) || bytes < kMinBytes || !whyNoBulkCopy(load, facts).empty())
      continue;
    ImplicitLocOpBuilder builder(load.getLoc(), load);
    Value place = firstPlace(builder, load.getPointer());
    if (isKnownOfLaterBlocks(place) && dependsOnBlock(place))
      rows.push_back({load, place, bytes});
  }
  return rows;
}

void prefetch(const Row &row, int64_t distance) {
  ImplicitLocOpBuilder builder(LoadOp(row.load).getLoc(), row.load);
  Value number = tile::BlockIdOp::create(builder, tile::Dimension::X);
  Value blocks = tile::NumBlocksOp::create(builder, tile::Dimension::X);
  Value ahead = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(int32_t(distance)));
  Value later = arith::AddIOp::create(builder, number, ahead);
  Value exists = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, later, blocks);
  auto branch = scf::IfOp::create(builder, exists, /*withElseRegion=*/false);
  builder.setInsertionPoint(branch.thenYield());
  BulkPrefetchOp::create(builder, ofLaterBlock(builder, row.place, later), row.bytes);
}

} // namespace

void tile_gpu::prefetchRows(func::FuncOp kernel, const Target &target, bool remarks) {
  if (!target.has(Capability::BulkCopy) || !isStraight(kernel))
    return;
  SmallVector<Row> rows = findRows(kernel);
  int64_t stored = storedBytes(kernel);
  if (rows.size() != 1 || !leavesTimeToFetch(kernel, rows.front().bytes, stored))
    return;
  int64_t distance = kBytesAhead / (rows.front().bytes + stored);
  prefetch(rows.front(), distance);
  if (remarks)
    tile::Remark(rows.front().load, "RowPrefetch").with("distance", distance).with("bytes", rows.front().bytes)
        << "what the block " << distance << " blocks later loads here, " << rows.front().bytes
        << " bytes, is fetched into L2";
}
