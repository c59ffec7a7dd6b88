// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Loops/KeptFactors.h"
#include "dialects/TileGPU/Transforms/Pipelines/PipelinePlan.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// For addresses, counters and fragments under way.
static constexpr int64_t kBesideTiles = 64;
static constexpr int64_t kMaxAccessBytes = 16;

int64_t tile_gpu::registersOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !isDistributed(type) || !type.getElementType().isIntOrFloat() || type.getElementType().isInteger(1))
    return 0;
  int64_t bytes = tile::storageBytes(type.getElementType());
  return llvm::divideCeil(LayoutAttr::of(type).size(layout::Place::Register) * bytes, 4);
}

BufferType tile_gpu::bufferOfLanes(RankedTensorType type) {
  int64_t bytes = tile::storageBytes(type.getElementType());
  layout::LinearLayout places = LayoutAttr::of(type);
  int64_t registers = places.size(layout::Place::Register);
  SharedLayoutAttr layout = laneByLane(type.getContext(), places, std::min(kMaxAccessBytes / bytes, registers));
  return BufferType::get(type.getContext(), type.getShape(), type.getElementType(), layout, /*stages=*/1,
                         BufferType::kDefaultAlignment);
}

static bool isProductOfWarps(Operation *op) {
  auto product = dyn_cast<MmaOp>(op);
  return product && !product.takesAnyLayout(0) && !product.takesAnyLayout(1);
}

static bool isFactor(OpOperand &use) {
  return isProductOfWarps(use.getOwner()) && use.getOperandNumber() < 2;
}

/// Indices and offsets, which a lane has as one of them and what registers add.
static bool isOfIndices(Value tile) {
  Type element = getElementTypeOrSelf(tile.getType());
  return element.isInteger(64) || (element.isInteger(32) && tile.getDefiningOp() && !tile.getDefiningOp<MmaOp>());
}

/// Tiles from before the loop that its body needs.
static llvm::SetVector<Value> tilesFromBefore(scf::ForOp loop) {
  llvm::SetVector<Value> tiles;
  loop.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!loop->isAncestor(operand.getParentRegion()->getParentOp()) && registersOf(operand) &&
          !isOfIndices(operand) && !operand.getDefiningOp<arith::ConstantOp>() &&
          !operand.getDefiningOp<BroadcastOp>() && !operand.getDefiningOp<tile::SplatOp>())
        tiles.insert(operand);
  });
  return tiles;
}

/// What a lane holds of the body's own tiles while the product runs. Fragments that are made for it alone come as it
/// needs them.
static int64_t heldAt(MmaOp product) {
  int64_t held = 0;
  Block *block = product->getBlock();
  auto isNeeded = [&](Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      return inBlock && !inBlock->isBeforeInBlock(product);
    });
  };
  auto add = [&](Value value) {
    bool isOwn = value.hasOneUse() && *value.user_begin() == product && isFactor(*value.use_begin());
    if (!isOwn && !isOfIndices(value) && isNeeded(value))
      held += registersOf(value);
  };
  for (Value argument : block->getArguments())
    add(argument);
  for (Operation &op : llvm::make_range(block->begin(), product->getIterator()))
    for (Value result : op.getResults())
      add(result);
  Value sums = product.getAccumulator();
  bool isInPlace = sums.hasOneUse() && sums.getParentBlock() == block;
  return held + (isInPlace ? 0 : registersOf(product.getResult()));
}

static void keep(scf::ForOp loop, Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  OpBuilder builder(loop);
  Operation *maker = tile.getDefiningOp();
  if (maker && maker->getBlock() == loop->getBlock())
    builder.setInsertionPointAfter(maker);
  Value buffer = AllocBufferOp::create(builder, tile.getLoc(), bufferOfLanes(type), IntegerAttr());
  BufferStoreOp::create(builder, tile.getLoc(), tile, buffer);
  for (OpOperand &use : llvm::make_early_inc_range(tile.getUses())) {
    if (!isFactor(use))
      continue;
    builder.setInsertionPoint(use.getOwner());
    use.set(BufferLoadOp::create(builder, use.getOwner()->getLoc(), type, buffer, Value()));
  }
  builder.setInsertionPointAfter(loop);
  FreeBufferOp::create(builder, loop.getLoc(), buffer);
}

int64_t tile_gpu::leastSharedBytes(func::FuncOp kernel) {
  int64_t bytes = 0, scratch = 0, scratchOfWarps = 0;
  kernel.walk([&](Operation *op) {
    if (auto local = dyn_cast<AllocaOp>(op))
      bytes += local.getBytes();
    if (auto buffer = dyn_cast<AllocBufferOp>(op))
      bytes += buffer.getType().getBytes();
    if (auto user = dyn_cast<ScratchInterface>(op)) {
      int64_t &largest = user.isScratchOfWarps() ? scratchOfWarps : scratch;
      largest = std::max(largest, user.getScratchBytes());
    }
  });
  constexpr int64_t kGaps = 256;
  return bytes + scratch + scratchOfWarps + kGaps;
}

unsigned tile_gpu::keepFactors(scf::ForOp loop, int64_t available, int64_t &sharedBytes) {
  int64_t held = 0;
  for (MmaOp product : loop.getBody()->getOps<MmaOp>())
    if (isProductOfWarps(product))
      held = std::max(held, heldAt(product));
  if (held == 0)
    return 0;
  SmallVector<Value> candidates;
  for (Value tile : tilesFromBefore(loop)) {
    held += registersOf(tile);
    if (llvm::all_of(tile.getUses(),
                     [&](OpOperand &use) { return isFactor(use) && use.getOwner()->getBlock() == loop.getBody(); }))
      candidates.push_back(tile);
  }
  int64_t over = held + kBesideTiles - available;
  unsigned kept = 0;
  while (over > 0 && !candidates.empty()) {
    auto largest = llvm::max_element(candidates, [](Value a, Value b) { return registersOf(a) < registersOf(b); });
    Value tile = *largest;
    candidates.erase(largest);
    int64_t bytes = bufferOfLanes(cast<RankedTensorType>(tile.getType())).getBytes();
    if (bytes > sharedBytes)
      continue;
    over -= registersOf(tile);
    sharedBytes -= bytes;
    keep(loop, tile);
    ++kept;
  }
  return kept;
}
