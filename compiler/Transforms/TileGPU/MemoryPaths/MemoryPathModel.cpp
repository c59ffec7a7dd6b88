// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/MemoryPathModel.h"
#include "compiler/Transforms/Tile/Blocks/RowQuarters.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

bool tile_gpu::isInLoop(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && !tile::isBlockLoop(loop);
}

/// What a producer hands over at a time should take longer to arrive than the handing over.
static constexpr int64_t kMinStreamBytes = 4096;
/// Elements below this are unpacked and computed in wider ones.
static constexpr int64_t kNarrowBytes = 4;

/// An MMA whose operands come from shared memory.
static bool readsSharedMemory(Operation *op) {
  auto mma = dyn_cast<MmaOp>(op);
  return mma && mma.takesAnyLayout(1);
}

static bool hasInside(Operation *parent, llvm::function_ref<bool(Operation *)> isSought) {
  return parent->walk([&](Operation *op) { return isSought(op) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

static LoopLikeOpInterface loopAround(Operation *op) {
  return op->getParentOfType<LoopLikeOpInterface>();
}

/// The same in every iteration, whether or not it was computed before the loop.
static bool isInvariant(Value value, LoopLikeOpInterface loop) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isInvariant(operand, loop); });
}

/// From the same place in every iteration.
static bool isLoadedAgain(LoadViewOp load) {
  LoopLikeOpInterface loop = loopAround(load);
  return llvm::all_of(load->getOperands(), [&](Value operand) { return isInvariant(operand, loop); });
}

static int64_t bytesOf(LoadViewOp load) {
  auto type = cast<RankedTensorType>(load.getType());
  return type.getNumElements() * tile::storageBytes(type.getElementType());
}

static int64_t bytesOfLoads(LoopLikeOpInterface loop) {
  int64_t bytes = 0;
  loop->walk([&](LoadViewOp load) { bytes += bytesOf(load); });
  return bytes;
}

/// Of all loads of views that go on from iteration to iteration.
static int64_t bytesOfIteration(LoopLikeOpInterface loop) {
  int64_t bytes = 0;
  loop->walk([&](LoadViewOp load) {
    if (loopAround(load) == loop && !isLoadedAgain(load))
      bytes += bytesOf(load);
  });
  return bytes;
}

/// Whether the load brings a part of a row that a cluster shares, in persistent CTAs: the next one comes while this one
/// is reduced. It does not where weights beside it would have to come anew each time: lanes that load them from L2 have
/// no registers for both (docs/Experiments.md, "Constants of the model").
static bool isClusterRow(LoadViewOp load) {
  LoopLikeOpInterface loop = loopAround(load);
  return tile::numCtasOf(load) > 1 && loop && tile::isBlockLoop(loop) && !isLoadedAgain(load) &&
         hasInside(loop, llvm::IsaPred<ReduceOp>) && bytesOfLoads(loop) <= tile::kBytesForRows;
}

bool tile_gpu::isBroughtForMmas(LoadViewOp load, const strategy::TileAccess &access) {
  bool isWide = access.width * access.elementBytes >= tile::kPortableAccessBytes && bytesOf(load) >= kMinStreamBytes;
  return isWide && isInLoop(load) && hasInside(loopAround(load), readsSharedMemory) && !isLoadedAgain(load);
}

/// In each iteration of a counted loop, from another place.
static bool isStream(LoadViewOp load) {
  return isa<scf::ForOp>(load->getParentOp()) && isInLoop(load) && !isLoadedAgain(load);
}

bool tile_gpu::isStagedForMmas(LoadViewOp load) {
  return isStream(load) && !findStagePaths(load.getResult()).empty();
}

bool tile_gpu::isLoadedAsFragments(LoadViewOp load) {
  return isStream(load) && isReadByMmas(load.getResult());
}

bool tile_gpu::isKeptForBlocks(LoadViewOp load) {
  LoopLikeOpInterface loop = loopAround(load);
  if (tile::numCtasOf(load) <= 1 || !loop || !tile::isBlockLoop(loop) || load->getParentOp() != loop)
    return false;
  if (!isLoadedAgain(load) || bytesOf(load) < kMinStreamBytes)
    return false;
  bool isWritten = false, hasRows = false;
  loop->walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case<LoadViewOp>([&](LoadViewOp other) { hasRows |= isClusterRow(other); })
        .Case<StoreViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
            [&](auto write) { isWritten |= tile::mayAlias(load.getView(), 0, write.getView(), 0); })
        .Case<StoreOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(
            [&](auto write) { isWritten |= tile::mayAlias(load.getView(), 0, write.getPointer(), 0); });
  });
  return hasRows && !isWritten;
}

/// `ldmatrix` gives fragments of 16-bit elements as they lie, and f64 have registers of a producer's warpgroup.
static bool isFragmentOfWords(Operation *op) {
  auto mma = dyn_cast<MmaOp>(op);
  int64_t bytes = mma ? tile::storageBytes(getElementTypeOrSelf(mma.getA().getType())) : 0;
  return bytes == 1 || bytes == 4;
}

static bool hasSeveralMmas(Operation *loop) {
  unsigned mmas = 0;
  loop->walk([&](MmaOp) { ++mmas; });
  return mmas > 1;
}

static std::string whyNoStream(LoadViewOp load, const Target &target) {
  LoopLikeOpInterface loop = loopAround(load);
  if (isLoadedAgain(load))
    return "what every iteration loads again stays in L1";
  if (hasInside(loop, readsSharedMemory))
    return "";
  if (!target.hasMatrixUnit() && hasInside(loop, isFragmentOfWords))
    return "fragments of 8 and 32 bits take more registers from stages that the copy engine fills; ask for it with "
           "--memory-path=tma";
  if (!target.hasMatrixUnit() && hasSeveralMmas(loop))
    return "several MMAs want a tile as different fragments, which stages that lanes fill give without conflicts; "
           "ask for it with --memory-path=tma";
  if (int64_t bytes = bytesOfIteration(loop); bytes < kMinStreamBytes)
    return "an iteration loads " + std::to_string(bytes) + " bytes, which are not worth a hand-over; make the tile " +
           std::to_string(kMinStreamBytes) + " bytes or more";
  if (!hasInside(loop, llvm::IsaPred<ReduceOp>))
    return "";
  if (load->getParentOfType<func::FuncOp>()->hasAttr(kMinCtasAttr))
    return "a producer warp would take registers from the tiles that the kernel holds over reductions; ask for it with "
           "--memory-path=tma";
  Type element = cast<RankedTensorType>(load.getType()).getElementType();
  if (tile::storageBytes(element) < kNarrowBytes)
    return "the loop reduces what it has widened, which keeps lanes busy while registers load; ask for it with "
           "--memory-path=tma";
  return "";
}

/// A block's MMAs are over so soon that such a store by lanes is a tenth of its time and more. From shared memory
/// half of it leaves under the next block's MMAs.
bool tile_gpu::isStoredInPieces(Operation *access) {
  constexpr unsigned kMany = 128;
  auto store = dyn_cast<StoreViewOp>(access);
  LoopLikeOpInterface loop = store ? loopAround(store) : LoopLikeOpInterface();
  if (!loop)
    return false;
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  if (!tile::isBlockLoop(loop) || LayoutAttr::of(tile).size(layout::Place::Register) < kMany)
    return false;
  return hasInside(loop, [&](Operation *op) {
    auto mma = dyn_cast<MmaOp>(op);
    return mma && readsSharedMemory(op) && mma.getType() == tile &&
           tile::storageBytes(getElementTypeOrSelf(mma.getA().getType())) == 1;
  });
}

/// It comes from a conversion that moves elements between lanes, not registers of a lane alone.
static bool changesLanes(Value tile) {
  auto conversion = tile.getDefiningOp<ConvertLayoutOp>();
  if (!conversion)
    return false;
  auto placesOf = [](Value value) {
    layout::LinearLayout::Bases bases = layout::LinearLayout(LayoutAttr::of(value.getType())).bases();
    std::sort(bases[unsigned(layout::Place::Register)].begin(), bases[unsigned(layout::Place::Register)].end());
    return bases;
  };
  return placesOf(conversion.getSource()) != placesOf(conversion.getResult());
}

std::string tile_gpu::whyRegistersAreAsFast(Operation *access, const Target &target) {
  auto load = dyn_cast<LoadViewOp>(access);
  auto store = dyn_cast<StoreViewOp>(access);
  std::optional<MmaUse> mma = load ? findMma(load.getResult()) : std::nullopt;
  if (mma && (MmaOp(mma->mma).isOfMatrixUnit() || isInLoop(load)))
    return "";
  if (load && isInLoop(load))
    return whyNoStream(load, target);
  if (load && (isClusterRow(load) || isKeptForBlocks(load)))
    return "";
  if (store && changesLanes(store.getValue()) && hasInside(store->getParentOfType<func::FuncOp>(), readsSharedMemory))
    return "";
  if (isStoredInPieces(access))
    return "";
  if (isa<AtomicReduceViewOp>(access) && isInLoop(access) && hasInside(loopAround(access), readsSharedMemory))
    return "";
  if (isa<AtomicReduceViewOp>(access))
    return "the L2 cache adds as fast what lanes send; ask for it with --memory-path=tma";
  return "what is used once goes to and from registers as fast";
}
