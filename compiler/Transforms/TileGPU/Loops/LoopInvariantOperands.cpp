// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Loops/LoopInvariantOperands.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "compiler/Transforms/TileGPU/SharedMemory/LaneBuffers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// For addresses, counters and fragments under way.
static constexpr int64_t kBesideTiles = 64;
/// With which a loop still works, where shared memory is as scarce.
static constexpr int64_t kLeastBesideTiles = 24;
/// For those, and for what lanes load element by element (InterleaveLoads.h).
static constexpr int64_t kBesideLoadedTiles = kBesideTiles + 32;

static bool isOperand(OpOperand &use) {
  auto mma = dyn_cast<MmaOp>(use.getOwner());
  return mma && mma.isOfWarps() && use.getOperandNumber() < 2;
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
      if (!loop->isAncestor(operand.getParentRegion()->getParentOp()) && registersOf(operand.getType()) &&
          !isOfIndices(operand) && !operand.getDefiningOp<arith::ConstantOp>() &&
          !operand.getDefiningOp<BroadcastOp>() && !operand.getDefiningOp<tile::SplatOp>())
        tiles.insert(operand);
  });
  return tiles;
}

/// What a lane holds of the body's own tiles while the MMA runs, without those of `notHeld`. Fragments that
/// are made for it alone come as it needs them.
static int64_t heldAt(MmaOp mma, const llvm::DenseSet<Value> &notHeld = {}) {
  int64_t held = 0;
  Block *block = mma->getBlock();
  auto isNeeded = [&](Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      return inBlock && !inBlock->isBeforeInBlock(mma);
    });
  };
  auto add = [&](Value value) {
    bool isOwn = value.hasOneUse() && *value.user_begin() == mma && isOperand(*value.use_begin());
    if (!isOwn && !notHeld.contains(value) && !isOfIndices(value) && isNeeded(value))
      held += registersOf(value.getType());
  };
  for (Value argument : block->getArguments())
    add(argument);
  for (Operation &op : llvm::make_range(block->begin(), mma->getIterator()))
    for (Value result : op.getResults())
      add(result);
  Value sums = mma.getAccumulator();
  bool isInPlace = sums.hasOneUse() && sums.getParentBlock() == block;
  return held + (isInPlace ? 0 : registersOf(mma.getType()));
}

namespace {

/// How fragments come from a tile: by renamings, a conversion, and renamings again.
struct Origin {
  Value tile;
  MmaPath path;
  SmallVector<Operation *> shapes; ///< that the conversion's result takes, one after the other
};

/// Operands of one tile from before the loop, in one buffer.
struct Kept {
  SmallVector<Value> mmaOperands;
  Value stored;
  BufferType type;
};

} // namespace

/// None if the fragments are not made by a conversion.
static std::optional<Origin> originOf(Value fragments) {
  Origin origin;
  Operation *op = fragments.getDefiningOp();
  for (; isa_and_nonnull<PermuteOp, ReshapeOp>(op); op = op->getOperand(0).getDefiningOp())
    origin.shapes.insert(origin.shapes.begin(), op);
  origin.path.conversion = dyn_cast_or_null<ConvertLayoutOp>(op);
  if (!op || !origin.path.conversion)
    return std::nullopt;
  origin.tile = op->getOperand(0);
  while (isa_and_nonnull<PermuteOp, ReshapeOp>(origin.tile.getDefiningOp())) {
    origin.path.renamings.insert(origin.path.renamings.begin(), origin.tile.getDefiningOp());
    origin.tile = origin.tile.getDefiningOp()->getOperand(0);
  }
  return origin;
}

/// A buffer of the tile that all of these fragments are made of; null if there is none from which each is read as it is
/// wanted.
static BufferType bufferOfOrigin(ArrayRef<Value> mmaOperands) {
  SmallVector<MmaPath> paths;
  Value tile;
  for (Value mmaOperand : mmaOperands) {
    std::optional<Origin> origin = originOf(mmaOperand);
    if (!origin || (tile && origin->tile != tile))
      return {};
    tile = origin->tile;
    paths.push_back(std::move(origin->path));
  }
  return stageOfPaths(tile, paths);
}

static Value readOperand(OpBuilder &builder, Value mmaOperand, Value buffer, bool isOfOrigin) {
  Location at = builder.getInsertionPoint()->getLoc();
  if (!isOfOrigin)
    return BufferLoadOp::create(builder, at, mmaOperand.getType(), buffer, Value());
  Origin origin = *originOf(mmaOperand);
  Value read = BufferLoadOp::create(builder, at, origin.path.fragments(), buffer, Value());
  read = origin.path.rename(builder, read);
  for (Operation *shape : origin.shapes) {
    Operation *copy = builder.clone(*shape);
    copy->setOperand(0, read);
    read = copy->getResult(0);
  }
  return read;
}

static void eraseUnused(Operation *op) {
  while (op && op->use_empty() && isMemoryEffectFree(op)) {
    Operation *from = op->getNumOperands() ? op->getOperand(0).getDefiningOp() : nullptr;
    op->erase();
    op = from;
  }
}

static void keep(scf::ForOp loop, const Kept &kept) {
  bool isOfOrigin = kept.mmaOperands.size() > 1;
  OpBuilder builder(loop);
  Operation *maker = kept.stored.getDefiningOp();
  if (maker && maker->getBlock() == loop->getBlock())
    builder.setInsertionPointAfter(maker);
  Value buffer = AllocBufferOp::create(builder, kept.stored.getLoc(), kept.type, IntegerAttr());
  BufferStoreOp::create(builder, kept.stored.getLoc(), kept.stored, buffer);
  for (Value mmaOperand : kept.mmaOperands) {
    for (OpOperand &use : llvm::make_early_inc_range(mmaOperand.getUses())) {
      if (!isOperand(use))
        continue;
      builder.setInsertionPoint(use.getOwner());
      use.set(readOperand(builder, mmaOperand, buffer, isOfOrigin));
    }
    if (isOfOrigin)
      eraseUnused(mmaOperand.getDefiningOp());
  }
  builder.setInsertionPointAfter(loop);
  FreeBufferOp::create(builder, loop.getLoc(), buffer);
}

/// Lanes loaded it, in this iteration or for it in the one before.
static bool isLoaded(Value tile) {
  while (isa_and_nonnull<PermuteOp, ReshapeOp>(tile.getDefiningOp()))
    tile = tile.getDefiningOp()->getOperand(0);
  auto carried = dyn_cast<BlockArgument>(tile);
  auto loop = carried ? dyn_cast<scf::ForOp>(carried.getOwner()->getParentOp()) : scf::ForOp();
  if (loop && carried != loop.getInductionVar())
    return isLoaded(loop.getTiedLoopYieldedValue(carried)->get());
  return tile.getDefiningOp<LoadOp>();
}

namespace {

/// How an operand that lanes loaded reaches the fragments of MMAs: through scratch, then only under other shapes.
struct LoadedOperand {
  ConvertLayoutOp conversion;
  SmallVector<Operation *> shapes; ///< that the conversion's result takes, one after the other
  SmallVector<OpOperand *> uses;   ///< by MMAs of the conversion's block, in their order

  Value fragments() {
    return shapes.empty() ? conversion.getResult() : shapes.back()->getResult(0);
  }
};

} // namespace

/// None if the operand is no operand of that kind.
static std::optional<LoadedOperand> loadedOperandOf(MmaOp mma, unsigned operand) {
  LoadedOperand mmaOperand;
  Value value = mma->getOperand(operand);
  for (OpOperand &use : value.getUses()) {
    if (!isa<MmaOp>(use.getOwner()) || !isOperand(use) || use.getOwner()->getBlock() != mma->getBlock())
      return std::nullopt;
    mmaOperand.uses.push_back(&use);
  }
  llvm::sort(mmaOperand.uses, [](OpOperand *a, OpOperand *b) { return a->getOwner()->isBeforeInBlock(b->getOwner()); });
  while (isa_and_nonnull<PermuteOp, ReshapeOp>(value.getDefiningOp())) {
    mmaOperand.shapes.insert(mmaOperand.shapes.begin(), value.getDefiningOp());
    value = value.getDefiningOp()->getOperand(0);
    if (!value.hasOneUse())
      return std::nullopt;
  }
  mmaOperand.conversion = value.getDefiningOp<ConvertLayoutOp>();
  bool isOwn = mmaOperand.conversion && mmaOperand.conversion->getBlock() == mma->getBlock();
  if (!isOwn || !isLoaded(mmaOperand.conversion.getSource()) ||
      !cast<ScratchInterface>(mmaOperand.conversion.getOperation()).getScratchBytes())
    return std::nullopt;
  return mmaOperand;
}

/// Some of its fragments are held while others come through the same bytes, or are multiplied.
static bool waits(ConvertLayoutOp conversion, MmaOp mma) {
  auto bytesOf = [](Type type) { return tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type)); };
  bool comesInPasses =
      cast<ScratchInterface>(conversion.getOperation()).getScratchBytes() < bytesOf(conversion.getType());
  auto isBetween = [](Operation &op) {
    auto user = dyn_cast<ScratchInterface>(op);
    return isa<MmaOp>(op) || (user && user.getScratchBytes() > 0);
  };
  return comesInPasses ||
         llvm::any_of(llvm::make_range(std::next(conversion->getIterator()), mma->getIterator()), isBetween);
}

static void replaceByBuffer(LoadedOperand &mmaOperand, BufferType type) {
  ConvertLayoutOp conversion = mmaOperand.conversion;
  OpBuilder builder(conversion);
  Location at = conversion.getLoc();
  Value buffer = AllocBufferOp::create(builder, at, type, IntegerAttr());
  BufferStoreOp::create(builder, at, conversion.getSource(), buffer);
  for (OpOperand *use : mmaOperand.uses) {
    builder.setInsertionPoint(use->getOwner());
    Value fragments = BufferLoadOp::create(builder, at, conversion.getType(), buffer, Value());
    for (Operation *shape : mmaOperand.shapes) {
      Operation *copy = builder.clone(*shape);
      copy->setOperand(0, fragments);
      fragments = copy->getResult(0);
    }
    use->set(fragments);
  }
  builder.setInsertionPointAfter(mmaOperand.uses.back()->getOwner());
  FreeBufferOp::create(builder, at, buffer);
  for (Operation *shape : llvm::reverse(mmaOperand.shapes))
    shape->erase();
  conversion.erase();
}

/// Shared memory that the kernel takes from the first conversion of `operands` to `MMA`, without scratch of these.
static int64_t bytesBeside(ArrayRef<LoadedOperand> mmaOperands, MmaOp mma) {
  constexpr int64_t kGaps = 512;
  int64_t bytes = kGaps, scratch = 0;
  mma->getParentOfType<func::FuncOp>().walk([&](Operation *op) {
    if (auto local = dyn_cast<AllocaOp>(op))
      bytes += local.getBytes();
    if (auto buffer = dyn_cast<AllocBufferOp>(op))
      bytes += buffer.getType().getBytes();
  });
  bool hasBegun = false;
  for (Operation &op : llvm::make_range(mma->getBlock()->begin(), mma->getIterator())) {
    bool isReplaced =
        llvm::any_of(mmaOperands, [&](const LoadedOperand &mmaOperand) { return mmaOperand.conversion == &op; });
    hasBegun |= isReplaced;
    if (auto user = dyn_cast<ScratchInterface>(op); user && hasBegun && !isReplaced)
      scratch = std::max(scratch, user.getScratchBytes());
  }
  return bytes + scratch;
}

unsigned tile_gpu::readOperandsFromBuffers(scf::ForOp loop, int64_t available, int64_t ofCta) {
  unsigned replaced = 0;
  int64_t fromBefore = 0;
  auto kernel = loop->getParentOfType<func::FuncOp>();
  // A warp waits for no other: the assembler orders what comes through its bytes.
  if (numWarpsOf(kernel) == 1)
    return 0;
  for (Value tile : tilesFromBefore(loop))
    fromBefore += registersOf(tile.getType());
  for (MmaOp mma : llvm::make_early_inc_range(loop.getBody()->getOps<MmaOp>())) {
    if (!mma.isOfWarps())
      continue;
    int64_t held = fromBefore + heldAt(mma);
    SmallVector<LoadedOperand> mmaOperands;
    for (unsigned operand : {0, 1})
      if (std::optional<LoadedOperand> mmaOperand = loadedOperandOf(mma, operand)) {
        // Those of several MMAs are among what is held.
        held += mmaOperand->uses.size() == 1 ? registersOf(mmaOperand->fragments().getType()) : 0;
        mmaOperands.push_back(std::move(*mmaOperand));
      }
    bool isWaiting =
        llvm::any_of(mmaOperands, [&](const LoadedOperand &mmaOperand) { return waits(mmaOperand.conversion, mma); });
    if (!isWaiting || held + kBesideLoadedTiles <= available)
      continue;
    // The larger one first.
    if (mmaOperands.size() == 2 &&
        registersOf(mmaOperands[0].fragments().getType()) < registersOf(mmaOperands[1].fragments().getType()))
      std::swap(mmaOperands[0], mmaOperands[1]);
    while (!mmaOperands.empty()) {
      ConvertLayoutOp conversion = mmaOperands.front().conversion;
      BufferType type = stageOfPaths(conversion.getSource(), MmaPath{{}, conversion});
      if (!type || bytesBeside(mmaOperands, mma) + type.getBytes() > ofCta)
        break;
      replaceByBuffer(mmaOperands.front(), type);
      mmaOperands.erase(mmaOperands.begin());
      ++replaced;
    }
  }
  return replaced;
}

/// Puts the operand with those that are made of the same tile, if one buffer serves all.
static bool joinOthers(MutableArrayRef<Kept> chosen, Value mmaOperand, int64_t &sharedBytes) {
  for (Kept &kept : chosen) {
    SmallVector<Value> mmaOperands = kept.mmaOperands;
    mmaOperands.push_back(mmaOperand);
    BufferType type = bufferOfOrigin(mmaOperands);
    if (!type || type.getBytes() - kept.type.getBytes() > sharedBytes)
      continue;
    sharedBytes -= type.getBytes() - kept.type.getBytes();
    kept = {mmaOperands, originOf(mmaOperand)->tile, type};
    return true;
  }
  return false;
}

/// The operands to keep, the largest first. Lanes hold no tile of `notHeld`.
static SmallVector<Kept> chooseOperands(scf::ForOp loop, int64_t available, int64_t beside, int64_t &sharedBytes,
                                        const llvm::DenseSet<Value> &notHeld = {}) {
  int64_t held = 0;
  for (MmaOp mma : loop.getBody()->getOps<MmaOp>())
    if (mma.isOfWarps())
      held = std::max(held, heldAt(mma, notHeld));
  if (held == 0)
    return {};
  SmallVector<Value> candidates;
  for (Value tile : tilesFromBefore(loop)) {
    held += registersOf(tile.getType());
    if (llvm::all_of(tile.getUses(),
                     [&](OpOperand &use) { return isOperand(use) && use.getOwner()->getBlock() == loop.getBody(); }))
      candidates.push_back(tile);
  }
  int64_t over = held + beside - available;
  SmallVector<Kept> chosen;
  while (over > 0 && !candidates.empty()) {
    auto largest = llvm::max_element(
        candidates, [](Value a, Value b) { return registersOf(a.getType()) < registersOf(b.getType()); });
    Value mmaOperand = *largest;
    candidates.erase(largest);
    if (joinOthers(chosen, mmaOperand, sharedBytes)) {
      over -= registersOf(mmaOperand.getType());
      continue;
    }
    BufferType type = bufferOfLanes(cast<RankedTensorType>(mmaOperand.getType()));
    if (type.getBytes() > sharedBytes)
      continue;
    over -= registersOf(mmaOperand.getType());
    sharedBytes -= type.getBytes();
    chosen.push_back({{mmaOperand}, mmaOperand, type});
  }
  return chosen;
}

int64_t tile_gpu::bytesOfKeptOperands(scf::ForOp loop, bool isTight, const llvm::DenseSet<Value> &notHeld) {
  std::optional<int64_t> available = availableRegisters(loop->getParentOfType<func::FuncOp>());
  if (!available)
    return 0;
  int64_t room = std::numeric_limits<int32_t>::max(), left = room;
  chooseOperands(loop, *available, isTight ? kLeastBesideTiles : kBesideTiles, left, notHeld);
  return room - left;
}

unsigned tile_gpu::keepOperands(scf::ForOp loop, int64_t available, int64_t &sharedBytes) {
  unsigned mmaOperands = 0;
  for (const Kept &kept : chooseOperands(loop, available, kBesideTiles, sharedBytes)) {
    mmaOperands += kept.mmaOperands.size();
    keep(loop, kept);
  }
  return mmaOperands;
}
