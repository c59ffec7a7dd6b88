// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/KernelStrategy.h"
#include "compiler/Strategy/MmaStrategy.h"
#include "compiler/Strategy/Wgmma.h"
#include "dialects/Tile/Analysis/MmaChain.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tilec::strategy {

static LoopLikeOpInterface loopAround(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && !loop->hasAttr(tile::kBlockLoopAttr) ? loop : LoopLikeOpInterface();
}

static int64_t bytesOf(Value tile) {
  return tile::elementCount(tile.getType()) * tile::storageBytes(getElementTypeOrSelf(tile.getType()));
}

/// Lanes add up tiles of their own in each iteration, norms of what is multiplied for one.
static bool carriesMoreThan(LoopLikeOpInterface loop, tile::MmaOp op) {
  int64_t carried = 0;
  for (Value value : loop.getRegionIterArgs())
    if (isa<RankedTensorType>(value.getType()))
      carried += tile::elementCount(value.getType());
  return carried > tile::elementCount(op.getType());
}

/// What views' loads and stores take of shared memory: two stages in loops.
static int64_t sharedBytes(func::FuncOp kernel) {
  constexpr int64_t kForMbarriers = 2048;
  int64_t bytes = kForMbarriers;
  kernel.walk([&](tile::LoadViewOp load) { bytes += bytesOf(load.getResult()) * (loopAround(load) ? 2 : 1); });
  kernel.walk([&](tile::StoreViewOp store) { bytes += bytesOf(store.getValue()); });
  return bytes;
}

/// The registers of a lane for all accumulators of a loop, operands that are made of them, and beside them.
static int64_t registersOfLoops(func::FuncOp kernel, unsigned warps) {
  constexpr int64_t kBesideTiles = 30, kRegisterBytes = 4;
  llvm::MapVector<Operation *, int64_t> bytesOfLoop;
  kernel.walk([&](tile::MmaOp op) {
    bytesOfLoop[loopAround(op)] += bytesOf(op.getResult()) + (comesFromMma(op.getA()) ? bytesOf(op.getA()) : 0);
  });
  int64_t most = 0;
  for (auto [loop, bytes] : bytesOfLoop)
    most = std::max(most, bytes / (int64_t(warps) * kLanesPerWarp * kRegisterBytes));
  return most + kBesideTiles;
}

/// Where an MMA multiplies what lanes made of another one's accumulators, one warpgroup's tensor core waits for them:
/// up to four CTAs fill its time, if registers and two stages of each suffice (docs/Experiments.md, "Constants of the
/// model").
static std::optional<unsigned> ctasOfChain(func::FuncOp kernel, const Target &target) {
  constexpr unsigned kMostCtas = 4, kLeastCtas = 3;
  unsigned warps = *warpsOfMmas(kernel, target);
  if (!target.has(Capability::Wgmma) || warps != kWarpsPerWarpgroup)
    return std::nullopt;
  int64_t bytes = sharedBytes(kernel), registers = registersOfLoops(kernel, warps);
  for (unsigned ctas = kMostCtas; ctas >= kLeastCtas; --ctas)
    if (registersOfLane(ctas, warps) >= registers && bytes * ctas <= target.sharedMemoryPerMultiprocessor())
      return ctas;
  return std::nullopt;
}

std::optional<unsigned> ctasOfMmas(func::FuncOp kernel, const Target &target) {
  bool hasWarpgroups = canUseWarpgroups(kernel, target);
  unsigned mmas = 0, streamed = 0, ofLanes = 0;
  bool addsUpBesideMmas = false, isChain = false;
  kernel.walk([&](tile::MmaOp op) {
    ++mmas;
    LoopLikeOpInterface loop = loopAround(op);
    addsUpBesideMmas |= loop && carriesMoreThan(loop, op);
    isChain |= loop && tile::multipliesAnother(op);
    ofLanes += isOfLanes(op) && (isLoadedInLoop(op.getA(), op) || isLoadedInLoop(op.getB(), op));
    streamed += hasWarpgroups && fitsWarpgroups(op, Extents(op), target) && isWorthWarpgroups(op) &&
                (isStreamed(op.getA(), op) || isStreamed(op.getB(), op));
  });
  // Two warps for each scheduler of a multiprocessor, with registers for the operands of several steps.
  constexpr unsigned kWarpsOfLanes = 8;
  bool isOfLanes = mmas == 1 && ofLanes == 1, isStreamed = mmas == 1 && streamed == 1;
  if (isOfLanes || (isStreamed && addsUpBesideMmas))
    return std::max(1u, kWarpsOfLanes / *warpsOfMmas(kernel, target));
  if (isStreamed)
    return 1;
  return isChain && hasWarpgroups ? ctasOfChain(kernel, target) : std::nullopt;
}

} // namespace tilec::strategy
