// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;
using dataflow::IntegerValueRangeLattice;

namespace {

/// By name, for ops of dialects above this one.
bool isNamed(Operation *op, ArrayRef<StringRef> names) {
  return llvm::is_contained(names, op->getName().getStringRef());
}

/// From 0 to `largest`, as elements of `type`.
ConstantIntRanges upTo(uint64_t largest, Type type) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  return ConstantIntRanges::fromUnsigned(APInt::getZero(width), APInt(width, largest, false, /*implicitTrunc=*/true));
}

/// More CTAs than any device holds.
constexpr uint64_t kMostWorkers = 1 << 20;

/// The largest number of blocks along a dimension of a grid.
uint64_t gridLimit(uint32_t dimension) {
  return dimension == 0 ? 0x7FFFFFFF : 0xFFFF;
}

/// What a promise leaves of `range`.
ConstantIntRanges bounded(const ConstantIntRanges &range, tile::BoundedAttr fact) {
  unsigned width = range.smin().getBitWidth();
  APInt low = APInt::getSignedMinValue(width), high = APInt::getSignedMaxValue(width);
  // Bounds that the type cannot hold say nothing.
  if (fact.getLower() && llvm::isIntN(width, *fact.getLower()))
    low = APInt(width, *fact.getLower(), /*isSigned=*/true);
  if (fact.getUpper() && llvm::isIntN(width, *fact.getUpper()))
    high = APInt(width, *fact.getUpper(), /*isSigned=*/true);
  if (low.sgt(high))
    return range;
  return range.intersection(ConstantIntRanges::fromSigned(low, high));
}

class Ranges : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  LogicalResult visitOperation(Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
                               ArrayRef<IntegerValueRangeLattice *> results) override {
    FailureOr<IntegerValueRange> range = rangeOf(op, operands);
    if (failed(range))
      return IntegerRangeAnalysis::visitOperation(op, operands, results);
    IntegerValueRangeLattice *result = results.front();
    IntegerValueRange before = result->getValue();
    ChangeResult change = result->join(*range);
    // A value carried round a loop would grow step by step; it is unknown as soon as it grows.
    bool isCarried =
        llvm::any_of(op->getUsers(), [](Operation *user) { return user->hasTrait<OpTrait::IsTerminator>(); });
    if (isCarried && !before.isUninitialized() && !(result->getValue() == before))
      change |= result->join(IntegerValueRange::getMaxRange(op->getResult(0)));
    propagateIfChanged(result, change);
    return success();
  }

  void visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor,
                                    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) override {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && loop.getUnsignedCmp())
      return setAllToEntryStates(arguments);
    IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor, arguments, firstIndex);
  }

private:
  /// The range of an op of ours; failure for the others.
  static FailureOr<IntegerValueRange> rangeOf(Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands) {
    if (op->getNumResults() != 1 || !getElementTypeOrSelf(op->getResult(0).getType()).isInteger())
      return failure();
    Type type = op->getResult(0).getType();
    if (auto id = dyn_cast<tile::BlockIdOp>(op))
      return IntegerValueRange(upTo(gridLimit(uint32_t(id.getDimension())) - 1, type));
    if (auto count = dyn_cast<tile::NumBlocksOp>(op))
      return IntegerValueRange(upTo(gridLimit(uint32_t(count.getDimension())), type));
    if (isa<tile::WorkerIdOp, tile::NumWorkersOp>(op))
      return IntegerValueRange(upTo(kMostWorkers, type));
    // Each worker draws once beyond the last block.
    if (isa<tile::NextBlockOp>(op) || isNamed(op, {"tile_gpu.next_block"}))
      return IntegerValueRange(upTo(uint64_t(tile::kMostBlocks) + 2 * kMostWorkers, type));
    if (isa<tile::IotaOp>(op))
      return IntegerValueRange(upTo(cast<ShapedType>(type).getNumElements() - 1, type));
    if (isNamed(op, {"tile_gpu.coordinate"})) {
      int64_t dimension = op->getAttrOfType<IntegerAttr>("dimension").getInt();
      return IntegerValueRange(upTo(cast<ShapedType>(type).getDimSize(dimension) - 1, type));
    }
    if (auto promise = dyn_cast<tile::AssumeOp>(op)) {
      auto fact = dyn_cast<tile::BoundedAttr>(promise.getFact());
      const IntegerValueRange &source = operands.front()->getValue();
      return fact && !source.isUninitialized() ? IntegerValueRange(bounded(source.getValue(), fact)) : source;
    }
    if (isa<tile::SplatOp, tile::ToScalarOp, tile::BroadcastOp, tile::ReshapeOp, tile::PermuteOp, tile::ExtractOp>(
            op) ||
        isNamed(op, {"tile_gpu.broadcast", "tile_gpu.reshape", "tile_gpu.permute", "tile_gpu.convert_layout",
                     "tile_gpu.extract"}))
      return operands.front()->getValue();
    return failure();
  }
};

} // namespace

void tile::loadIntegerRanges(DataFlowSolver &solver) {
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<Ranges>();
}

tile::IntegerRanges::IntegerRanges(Operation *root) : solver(std::make_unique<DataFlowSolver>()) {
  loadIntegerRanges(*solver);
  if (failed(solver->initializeAndRun(root)))
    solver = std::make_unique<DataFlowSolver>();
}

std::optional<ConstantIntRanges> tile::IntegerRanges::of(Value value) const {
  auto *lattice = solver->lookupState<IntegerValueRangeLattice>(value);
  if (!lattice || lattice->getValue().isUninitialized())
    return std::nullopt;
  return lattice->getValue().getValue();
}
