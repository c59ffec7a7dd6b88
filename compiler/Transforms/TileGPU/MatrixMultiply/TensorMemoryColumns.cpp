// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/TensorMemoryColumns.h"
#include "compiler/Transforms/TileGPU/Schedule/Mma/AccumulatorCycles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// The MMA, if its accumulators go to tensor memory.
static std::optional<layout::TileMma> tcgen05Mma(Operation *op) {
  if (auto mma = dyn_cast<MmaOp>(op); mma && mma.getInstruction() == MmaInstruction::Tcgen05)
    return mma.mma();
  if (auto mma = dyn_cast<ScaledMmaOp>(op); mma && mma.getIntoTensorMemory())
    return mma.mma();
  return std::nullopt;
}

static Value accumulatorOf(Operation *op) {
  auto mma = dyn_cast<MmaOp>(op);
  return mma ? mma.getAccumulator() : cast<ScaledMmaOp>(op).getAccumulator();
}

/// The scales of A or B of a block-scaled MMA.
static layout::TensorScales scalesOf(ScaledMmaOp op, layout::MmaOperand operand) {
  return layout::tensorScales(op.mma(), operand, tile::shapeOf(op.getAScale().getType()).back());
}

static int64_t columnsOfScales(Operation *op) {
  auto mma = dyn_cast<ScaledMmaOp>(op);
  return mma ? scalesOf(mma, layout::MmaOperand::A).columns() + scalesOf(mma, layout::MmaOperand::B).columns() : 0;
}

namespace {

/// Tiles that are one accumulator at different times. What is constant belongs to nobody.
class Accumulators {
public:
  explicit Accumulators(func::FuncOp kernel) {
    kernel.walk([&](Operation *op) {
      if (tcgen05Mma(op))
        join(accumulatorOf(op), op->getResult(0));
    });
    kernel.walk([&](scf::ForOp loop) {
      for (auto [i, init] : llvm::enumerate(loop.getInitArgs())) {
        join(loop.getRegionIterArg(i), init);
        join(loop.getRegionIterArg(i), loop.getYieldedValues()[i]);
        join(loop.getRegionIterArg(i), loop.getResult(i));
      }
    });
  }
  Value of(Value accumulator) {
    return Value::getFromOpaquePointer(accumulators.getOrInsertLeaderValue(accumulator.getAsOpaquePointer()));
  }

private:
  void join(Value a, Value b) {
    auto isConstant = [](Value value) {
      Operation *maker = value.getDefiningOp();
      return maker && maker->hasTrait<OpTrait::ConstantLike>();
    };
    if (isDistributed(a.getType()) && !isConstant(a) && !isConstant(b))
      accumulators.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
  }

  llvm::EquivalenceClasses<void *> accumulators;
};

} // namespace

/// The carried value that MMAs of the loop add to until it is `value`, if it is one.
static std::optional<unsigned> sourceOf(scf::ForOp loop, Value value, bool &isAccumulator) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getBlock() != loop.getBody() || !tcgen05Mma(op))
      return std::nullopt;
    isAccumulator = true;
    value = accumulatorOf(op);
  }
  auto carried = cast<BlockArgument>(value);
  if (carried.getOwner() != loop.getBody() || carried == loop.getInductionVar())
    return std::nullopt;
  return carried.getArgNumber() - loop.getNumInductionVars();
}

/// As many places as accumulators of one group change in a loop.
static llvm::MapVector<Value, int64_t> countTurns(func::FuncOp kernel, Accumulators &accumulators) {
  llvm::MapVector<Value, int64_t> turns;
  kernel.walk([&](scf::ForOp loop) {
    SmallVector<std::optional<unsigned>> sources;
    SmallVector<char> isAccumulator;
    for (Value yielded : loop.getYieldedValues()) {
      bool isAccumulatorHere = false;
      sources.push_back(sourceOf(loop, yielded, isAccumulatorHere));
      isAccumulator.push_back(char(isAccumulatorHere));
    }
    for (const AccumulatorCycle &cycle : findCycles(sources)) {
      if (llvm::none_of(cycle, [&](unsigned member) { return isAccumulator[member]; }))
        continue;
      int64_t &count = turns[accumulators.of(loop.getRegionIterArg(cycle.front()))];
      count = std::max(count, int64_t(cycle.size()));
    }
  });
  return turns;
}

TensorColumns::TensorColumns(func::FuncOp kernel) {
  Accumulators accumulators(kernel);
  llvm::MapVector<Value, int64_t> widthOf;
  SmallVector<std::pair<Operation *, Value>> mmas;
  int64_t ofScales = 0;
  kernel.walk([&](Operation *op) {
    std::optional<layout::TileMma> mma = tcgen05Mma(op);
    if (!mma)
      return;
    mmas.emplace_back(op, accumulators.of(op->getResult(0)));
    int64_t &width = widthOf[mmas.back().second];
    width = std::max(width, layout::tensorColumns(*mma));
    ofScales = std::max(ofScales, columnsOfScales(op));
  });
  if (mmas.empty())
    return;
  llvm::DenseMap<Value, int64_t> startOf;
  int64_t next = 0, ofAccumulators = TensorMemoryType::kMaxColumns - ofScales, left = ofAccumulators;
  for (auto [accumulator, width] : widthOf)
    left -= width;
  // Columns that nobody takes go to accumulators that want more than one place.
  for (auto [accumulator, turns] : countTurns(kernel, accumulators)) {
    int64_t more = widthOf.lookup(accumulator) * (turns - 1);
    if (more > left)
      continue;
    widthOf[accumulator] += more;
    left -= more;
  }
  for (auto [accumulator, width] : widthOf) {
    assert(width <= ofAccumulators && "compiler/Strategy asks for no more");
    if (next + width > ofAccumulators)
      next = 0;
    startOf[accumulator] = next;
    next += width;
    scalesAt = std::max(scalesAt, next);
  }
  int64_t columns = std::max(TensorMemoryType::kMinColumns, int64_t(llvm::PowerOf2Ceil(scalesAt + ofScales)));
  for (auto [op, accumulator] : mmas)
    columnOf[op] = startOf[accumulator];
  ImplicitLocOpBuilder builder(kernel.getLoc(), kernel.getContext());
  builder.setInsertionPointToStart(&kernel.front());
  memory = AllocTensorMemoryOp::create(builder, TensorMemoryType::get(kernel.getContext(), columns), IntegerAttr());
  kernel.walk([&](func::ReturnOp end) {
    builder.setInsertionPoint(end);
    DeallocTensorMemoryOp::create(builder, memory);
  });
}

bool tile_gpu::isUntouched(Operation *from, Operation *to) {
  auto touches = [](Operation *op) {
    return isa<TensorStoreOp, TensorMmaOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  for (Operation *op = from->getNextNode(); op && op != to; op = op->getNextNode())
    if (op->walk(touches).wasInterrupted())
      return false;
  return true;
}

void TensorColumns::storeAccumulator(ImplicitLocOpBuilder &builder, Operation *op, Value from) {
  int64_t column = columnOf.at(op);
  auto earlier = from ? from.getDefiningOp<TensorLoadOp>() : TensorLoadOp();
  bool isThere = earlier && int64_t(earlier.getColumn()) == column && earlier.getType() == op->getResult(0).getType() &&
                 earlier->getBlock() == op->getBlock() && isUntouched(earlier, op);
  if (from && !isThere)
    TensorStoreOp::create(builder, from, memory, column, /*turn=*/Value(), /*turns=*/IntegerAttr());
}

Value TensorColumns::multiply(ImplicitLocOpBuilder &builder, MmaOp op, Value a, Value b, Value from,
                              ValueRange arrivals) {
  int64_t column = columnOf.at(op);
  storeAccumulator(builder, op, from);
  Value accumulates = arith::ConstantOp::create(builder, builder.getBoolAttr(bool(from)));
  TensorMmaOp::create(builder, a, b, memory, column, accumulates, arrivals, op.getUnsignedA(), op.getUnsignedB(),
                      BlockScalesAttr(), /*turn=*/Value(), /*turns=*/IntegerAttr());
  TensorWaitOp::create(builder, memory, /*pending=*/0);
  return TensorLoadOp::create(builder, op.getType(), memory, column, /*turn=*/Value(), /*turns=*/IntegerAttr());
}

void TensorColumns::storeScales(ImplicitLocOpBuilder &builder, Value scales, const layout::TensorScales &place,
                                int64_t column) {
  auto type = cast<RankedTensorType>(scales.getType());
  RankedTensorType wanted = withLayout(type, place.layout(LayoutAttr::of(type).size(layout::Place::Warp)));
  if (wanted != type)
    scales = ConvertLayoutOp::create(builder, wanted, scales, IntegerAttr());
  TensorStoreScalesOp::create(builder, scales, place.operand == layout::MmaOperand::B, memory, column);
}

Value TensorColumns::multiply(ImplicitLocOpBuilder &builder, ScaledMmaOp op, Value a, Value b, Value from) {
  layout::TensorScales ofA = scalesOf(op, layout::MmaOperand::A), ofB = scalesOf(op, layout::MmaOperand::B);
  int64_t column = columnOf.at(op), behindA = scalesAt + ofA.columns();
  storeAccumulator(builder, op, from);
  storeScales(builder, op.getAScale(), ofA, scalesAt);
  storeScales(builder, op.getBScale(), ofB, behindA);
  auto scales = BlockScalesAttr::get(builder.getContext(), getElementTypeOrSelf(op.getAScale().getType()), ofA.depth,
                                     scalesAt, behindA);
  Value accumulates = arith::ConstantOp::create(builder, builder.getBoolAttr(bool(from)));
  TensorMmaOp::create(builder, a, b, memory, column, accumulates, ValueRange(), /*unsigned_a=*/false,
                      /*unsigned_b=*/false, scales, /*turn=*/Value(), /*turns=*/IntegerAttr());
  TensorWaitOp::create(builder, memory, /*pending=*/0);
  return TensorLoadOp::create(builder, op.getType(), memory, column, /*turn=*/Value(), /*turns=*/IntegerAttr());
}
