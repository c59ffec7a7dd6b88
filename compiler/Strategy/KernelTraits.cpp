// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/KernelTraits.h"
#include "compiler/Strategy/LiveTiles.h"
#include "compiler/Strategy/TileAccess.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tilec::strategy {

namespace {

int64_t elementsOf(Value value) {
  return isa<RankedTensorType>(value.getType()) ? tile::elementCount(value.getType()) : 0;
}

/// The tile that a load or store moves; null for other ops.
Value movedTile(Operation *op) {
  if (isa<tile::LoadOp, tile::LoadViewOp>(op))
    return op->getResult(0);
  if (auto store = dyn_cast<tile::StoreOp>(op))
    return store.getValue();
  if (auto store = dyn_cast<tile::StoreViewOp>(op))
    return store.getValue();
  return {};
}

int64_t widthOf(Operation *op, tile::Divisibility &facts) {
  auto throughPointers = [&](auto access) { return facts.accessWidth(access.getPointer(), access.getMask()); };
  auto throughView = [&](auto access) {
    return facts.viewAccessWidth(access.getView(), access.getIndices(), access.getInBounds());
  };
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<tile::LoadOp, tile::StoreOp>(throughPointers)
      .Case<tile::LoadViewOp, tile::StoreViewOp>(throughView)
      .Default(int64_t(1));
}

void addAccess(KernelTraits &traits, Operation *op, Value moved, tile::Divisibility &facts) {
  int64_t bytes = tile::storageBytes(getElementTypeOrSelf(moved.getType()));
  if (2 * elementsOf(moved) >= traits.largest)
    std::tie(traits.leastBytes, traits.mostBytes) =
        std::pair(std::min(traits.leastBytes, bytes), std::max(traits.mostBytes, bytes));
  int64_t ofLane = widthOf(op, facts) * bytes;
  traits.bytesPerAccess = std::max(traits.bytesPerAccess, ofLane);
  if (!op->getNumResults())
    return;
  traits.bytesPerLoad = std::max(traits.bytesPerLoad, ofLane);
  if (2 * elementsOf(moved) >= traits.largest)
    traits.bytesPerLargeLoad = std::max(traits.bytesPerLargeLoad, ofLane);
}

/// Loads of tiles that one block of ops has.
void countLoads(KernelTraits &traits, func::FuncOp kernel) {
  kernel.walk([&](Block *block) {
    int64_t loads = 0, bytes = 0, words = 0;
    for (Operation &op : *block)
      if (isa<tile::LoadOp, tile::LoadViewOp>(op) && elementsOf(op.getResult(0))) {
        int64_t elements = elementsOf(op.getResult(0)),
                bytesEach = tile::storageBytes(getElementTypeOrSelf(op.getResult(0).getType()));
        ++loads;
        bytes += elements * bytesEach;
        words += elements * llvm::divideCeil(bytesEach, 4);
      }
    if (bytes > traits.loadBytes)
      std::tie(traits.loads, traits.loadBytes, traits.loadWords) = std::tuple(loads, bytes, words);
  });
}

/// How many reductions of large tiles `op` waits for, itself included.
int64_t reductionsBefore(Operation *op, int64_t largest, llvm::DenseMap<Operation *, int64_t> &known) {
  if (!op)
    return 0;
  auto [found, isNew] = known.try_emplace(op, 0);
  if (!isNew)
    return found->second;
  int64_t before = 0;
  for (Value operand : op->getOperands())
    before = std::max(before, reductionsBefore(operand.getDefiningOp(), largest, known));
  before += isa<tile::ReduceOp>(op) && 2 * elementsOf(op->getOperand(0)) >= largest;
  return known[op] = before;
}

/// See `KernelTraits::reductionsInTurn`; 0 for other kernels.
int64_t reductionsInTurn(func::FuncOp kernel, int64_t largest) {
  llvm::DenseMap<Operation *, int64_t> known;
  int64_t most = 0;
  bool storesRows = false;
  kernel.walk([&](Operation *op) {
    Value moved = movedTile(op);
    storesRows |= moved && op->getNumResults() == 0 && 2 * elementsOf(moved) >= largest;
    if (isa<tile::ReduceOp>(op))
      most = std::max(most, reductionsBefore(op, largest, known));
  });
  return storesRows ? most : 0;
}

/// Element by element it comes of what the loop carries. `seen` holds what was looked at.
bool comesOfCarried(Value tile, Operation *loop, llvm::DenseSet<Value> &seen) {
  if (!isa<RankedTensorType>(tile.getType()) || !seen.insert(tile).second)
    return false;
  if (auto argument = dyn_cast<BlockArgument>(tile))
    return argument.getOwner()->getParentOp() == loop;
  Operation *op = tile.getDefiningOp();
  return op->getParentOp() == loop && op->hasTrait<OpTrait::Elementwise>() &&
         llvm::any_of(op->getOperands(), [&](Value operand) { return comesOfCarried(operand, loop, seen); });
}

/// Each iteration waits for what is reduced of its predecessor's tile.
void addRowsInTurn(KernelTraits &traits, tile::ReduceOp reduce) {
  Operation *loop = reduce->getParentOp();
  Value source = reduce.getSources().front();
  llvm::DenseSet<Value> seen;
  if (!isa<LoopLikeOpInterface>(loop) || 2 * elementsOf(source) < traits.largest || !comesOfCarried(source, loop, seen))
    return;
  int64_t rows = elementsOf(source) / tile::shapeOf(source.getType())[reduce.getAxis()];
  traits.rowsInTurn = traits.rowsInTurn ? std::min(traits.rowsInTurn, rows) : rows;
}

/// Instructions of a lane for one element, more or less.
int64_t instructionsOf(Operation *op) {
  constexpr int64_t kFunction = 12, kLongFunction = 60;
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<math::AbsFOp, math::AbsIOp, math::FmaOp, math::FloorOp, math::CeilOp, math::TruncOp, math::RoundEvenOp>(
          [](auto) { return 1; })
      .Case<math::PowFOp, math::SinOp, math::CosOp, math::TanOp>([&](auto) { return kLongFunction; })
      .Case<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
          [&](auto) { return kFunction; })
      .Default([&](Operation *) { return isa<math::MathDialect>(op->getDialect()) ? kFunction : 1; });
}

/// Loops compute large tiles element by element, for much longer than it takes to load and store them.
bool computesLonger(func::FuncOp kernel, int64_t largest, const Target &target) {
  constexpr double kMuchLonger = 2, kLanesPerCycle = 128;
  double instructions = 0, bytes = 0;
  bool isOther = false;
  kernel.walk([&](LoopLikeOpInterface loop) {
    if (tile::isBlockLoop(loop))
      return;
    for (Region *region : loop.getLoopRegions())
      region->walk([&](Operation *op) {
        if (op->getParentOfType<LoopLikeOpInterface>() != loop)
          return;
        Value tile = movedTile(op) ? movedTile(op) : op->getNumResults() == 1 ? op->getResult(0) : Value();
        bool isLarge = tile && 2 * elementsOf(tile) >= largest;
        if (movedTile(op))
          bytes += double(tile::storageBytes(getElementTypeOrSelf(tile.getType())));
        else if (op->hasTrait<OpTrait::Elementwise>() && isLarge)
          instructions += double(instructionsOf(op));
        // What lanes share of smaller tiles they load again where each has less.
        isOther |= isa<tile::ReduceOp, tile::ScanOp, tile::MmaOp, tile::ScaledMmaOp>(op) ||
                   (movedTile(op) ? !isLarge : op->getNumRegions() == 0 && !isMemoryEffectFree(op));
      });
  });
  return !isOther && instructions / kLanesPerCycle > kMuchLonger * bytes / target.rates().memoryBytes;
}

} // namespace

KernelTraits describe(func::FuncOp kernel, const Target &target) {
  KernelTraits traits;
  traits.accessBytes = target.accessBytes();
  kernel.walk([&](Operation *op) {
    traits.hasLoop |= isa<LoopLikeOpInterface>(op);
    traits.multiplies |= isa<tile::MmaOp, tile::ScaledMmaOp>(op);
    for (Value result : op->getResults())
      traits.largest = std::max(traits.largest, elementsOf(result));
  });
  tile::Divisibility facts(traits.accessBytes);
  kernel.walk([&](Operation *op) {
    if (isa<tile::ReduceOp, tile::ScanOp>(op) && 2 * elementsOf(op->getOperand(0)) >= traits.largest) {
      traits.isReduced = true;
      if (isa<tile::ScanOp>(op))
        traits.scannedBytes =
            std::max(traits.scannedBytes, tile::storageBytes(getElementTypeOrSelf(op->getOperand(0).getType())));
    }
    if (auto reduce = dyn_cast<tile::ReduceOp>(op))
      addRowsInTurn(traits, reduce);
    if (isa<LoopLikeOpInterface>(op))
      for (Value carried : op->getResults())
        traits.carriesLarge |= 2 * elementsOf(carried) >= traits.largest;
    if (Value moved = movedTile(op); moved && elementsOf(moved)) {
      addAccess(traits, op, moved, facts);
      traits.largeLoads += op->getNumResults() && 2 * elementsOf(moved) >= traits.largest;
    }
  });
  traits.computesLonger = computesLonger(kernel, traits.largest, target);
  // Once, behind the loops.
  traits.isReduced &= !traits.computesLonger;
  // The loop of clusters that stay is one over rows.
  bool isOfRows = tile::numCtasOf(kernel) > 1 && kernel->hasAttr(tile::kPersistentAttr);
  traits.reductionsInTurn = traits.hasLoop && !isOfRows ? 0 : reductionsInTurn(kernel, traits.largest);
  countLoads(traits, kernel);
  traits.liveWords = liveWords(kernel);
  traits.liveBesideOperands = liveWords(kernel, LoadedOperands::InSharedMemory);
  return traits;
}

} // namespace tilec::strategy
