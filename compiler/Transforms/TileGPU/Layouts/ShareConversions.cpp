// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile of which a loop's MMAs want several fragments goes to shared memory once:
//
//     %a = tile_gpu.convert_layout %x           %b = tile_gpu.alloc_buffer
//     .. tile_gpu.mma mma_sync %a, ..           tile_gpu.buffer_store %x, %b
//     %t = tile_gpu.permute %x [1, 0]     =>    %a = tile_gpu.buffer_load %b
//     %c = tile_gpu.convert_layout %t           .. tile_gpu.mma mma_sync %a, ..
//     .. tile_gpu.mma mma_sync .., %c           %c = tile_gpu.permute (tile_gpu.buffer_load %b) [1, 0]
//                                               .. tile_gpu.mma mma_sync .., %c
//                                               tile_gpu.free_buffer %b
//
// Queries of attention's gradients, for example: scores are keys times them turned, gradients of keys an MMA by them
// as they stand. Each conversion by itself stores the tile, and waits at a barrier before and behind. Here lanes hold
// neither the tile nor fragments from the store on: each MMA reads its own.
//
// Only where `ldmatrix` reads all of them from one stage without conflicts, where lanes alone use shared memory, and
// where the CTAs that registers let share a multiprocessor still have room.
#include "compiler/Transforms/TileGPU/Loops/LoopInvariantOperands.h"
#include "compiler/Transforms/TileGPU/Occupancy.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SHARECONVERSIONS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// One tile and the ways to its fragments, in the order of their ops.
struct SharedTile {
  Value tile;
  SmallVector<MmaPath> ways;
  BufferType type;
};

/// What first needs more of the fragments than another name.
Operation *firstReader(Operation *maker) {
  Operation *first = maker->getBlock()->getTerminator();
  for (Operation *user : maker->getUsers()) {
    Operation *reader = isa<PermuteOp, ReshapeOp>(user) ? firstReader(user) : user;
    if (reader->getBlock() == maker->getBlock() && reader->isBeforeInBlock(first))
      first = reader;
  }
  return first;
}

/// Only MMAs of the same block read what the op makes.
bool isForMmas(Operation *maker) {
  return !maker->use_empty() && llvm::all_of(maker->getUsers(), [&](Operation *user) {
    if (user->getBlock() != maker->getBlock())
      return false;
    return isa<PermuteOp, ReshapeOp>(user) ? isForMmas(user) : isMmaOfWarps(user);
  });
}

/// All lanes of the CTA synchronise in it.
bool goesThroughScratch(ConvertLayoutOp conversion) {
  auto user = cast<ScratchInterface>(conversion.getOperation());
  return user.getScratchBytes() > 0 && !user.isScratchOfWarps();
}

/// Null where fewer than two fragments come of the tile, or no stage suits all.
std::optional<SharedTile> shareOf(Value tile) {
  SharedTile shared{tile, {}, {}};
  for (MmaPath &way : findPaths(tile))
    if (goesThroughScratch(way.conversion) && isForMmas(way.conversion))
      shared.ways.push_back(way);
  if (shared.ways.size() < 2)
    return std::nullopt;
  shared.type = stageOfPaths(tile, shared.ways);
  return shared.type ? std::optional(shared) : std::nullopt;
}

/// With the tile's other names.
void moveBefore(Operation *reader, Operation *maker) {
  maker->moveBefore(reader);
  for (Operation *user : llvm::to_vector(maker->getUsers()))
    if (isa<PermuteOp, ReshapeOp>(user))
      moveBefore(reader, user);
}

/// Stores the tile in front of `place`; returns the op that does.
Operation *share(const SharedTile &shared, Operation *place) {
  OpBuilder builder(place);
  Location at = shared.tile.getLoc();
  Value buffer = AllocBufferOp::create(builder, at, shared.type, IntegerAttr());
  Operation *store = BufferStoreOp::create(builder, at, shared.tile, buffer), *last = nullptr;
  for (const MmaPath &way : shared.ways) {
    ConvertLayoutOp conversion = way.conversion;
    Operation *reader = firstReader(conversion);
    builder.setInsertionPoint(conversion);
    auto read = BufferLoadOp::create(builder, conversion.getLoc(), way.fragments(), buffer, Value());
    way.replaceBy(builder, read);
    // So that lanes hold them for a short time.
    moveBefore(reader, read);
    last = !last || last->isBeforeInBlock(read) ? read.getOperation() : last;
  }
  builder.setInsertionPointAfter(last);
  FreeBufferOp::create(builder, at, buffer);
  return store;
}

struct ShareConversions : tile_gpu::impl::ShareConversionsBase<ShareConversions> {
  using ShareConversionsBase::ShareConversionsBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<Target> target = readTarget(kernel, architecture);
    if (failed(target))
      return signalPassFailure();
    // A warp alone waits for nobody.
    if (!kernel->hasAttr(kNumWarpsAttr) || numWarpsOf(kernel) == 1 || !areBuffersOfLanes(kernel))
      return;
    limit =
        std::min<int64_t>(target->sharedMemoryPerCta(),
                          target->sharedMemoryPerMultiprocessor() / ctasByRegisters(kernel) - kReservedSharedMemory);
    kernel.walk([&](scf::ForOp loop) { visit(loop); });
  }

  void visit(scf::ForOp loop) {
    SmallVector<Value> tiles;
    for (Operation &op : *loop.getBody())
      if (op.getNumResults() == 1 && isDistributed(op.getResult(0).getType()) &&
          !isa<PermuteOp, ReshapeOp, ConvertLayoutOp>(op))
        tiles.push_back(op.getResult(0));
    unsigned count = 0;
    Operation *lastStore = nullptr;
    for (Value tile : tiles) {
      std::optional<SharedTile> shared = shareOf(tile);
      Operation *place = shared ? choosePlace(loop, *shared, lastStore) : nullptr;
      if (!place)
        continue;
      lastStore = share(*shared, place);
      ++count;
    }
    if (count && remarks && tile::isPreferredVariant(getOperation()))
      tile::Remark(loop, "SharedConversions").with("tiles", count)
          << "stored to shared memory once for several MMAs: " << count << (count == 1 ? " tile" : " tiles");
  }

  /// In front of which the tile is stored; null where there is no room. What is loaded together is stored together, as
  /// far as there is room: lanes hold it no longer, and wait once.
  Operation *choosePlace(scf::ForOp loop, const SharedTile &shared, Operation *lastStore) {
    Operation *load = shared.tile.getDefiningOp<LoadOp>(), *first = ConvertLayoutOp(shared.ways.front().conversion);
    bool isTogether = load && lastStore && load->isBeforeInBlock(lastStore) && lastStore->isBeforeInBlock(first);
    if (isTogether && hasRoom(loop, shared, lastStore->getNextNode()))
      return lastStore->getNextNode();
    return hasRoom(loop, shared, first) ? first : nullptr;
  }

  /// Beside operands from before the loop that lanes would have no registers for.
  bool hasRoom(scf::ForOp loop, const SharedTile &shared, Operation *place) {
    llvm::DenseSet<Value> tiles;
    addTilesOfPaths(shared.tile, shared.ways, tiles);
    return bytesWith(shared, place) + bytesOfKeptOperands(loop, /*isTight=*/false, tiles) <= limit;
  }

  /// Shared memory that the kernel takes with the tile's buffer in it.
  int64_t bytesWith(const SharedTile &shared, Operation *first) {
    Operation *last = first;
    for (const MmaPath &way : shared.ways)
      if (Operation *reader = firstReader(ConvertLayoutOp(way.conversion)); last->isBeforeInBlock(reader))
        last = reader;
    int64_t bytes = shared.type.getBytes();
    int64_t least = leastSharedBytes(getOperation(), [&](Operation *op) {
      bool isReplaced =
          llvm::any_of(shared.ways, [&](const MmaPath &way) { return ConvertLayoutOp(way.conversion) == op; });
      Operation *inBlock = first->getBlock()->findAncestorOpInBlock(*op);
      bool isMeanwhile = inBlock && !inBlock->isBeforeInBlock(first) && inBlock->isBeforeInBlock(last);
      return (isReplaced ? 0 : scratchOf(op)) + (isMeanwhile ? bytes : 0);
    });
    return std::max(least, endOfBuffersBetween(getOperation(), first, last) + bytes);
  }

  int64_t limit = 0;
};

} // namespace
