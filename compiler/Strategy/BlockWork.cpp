// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/BlockWork.h"
#include "compiler/Strategy/MmaCycles.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/RareLoops.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using tilec::layout::MmaInstruction;

namespace tilec::strategy {

double Work::operations() const {
  double sum = 0;
  for (const UnitWork &unit : units)
    sum += unit.operations;
  return sum;
}

void Work::add(const UnitWork &unit) {
  auto known = llvm::find_if(units, [&](const UnitWork &one) { return one.unit == unit.unit; });
  if (known == units.end())
    return units.push_back(unit);
  known->operations += unit.operations;
  known->cycles += unit.cycles;
  known->peak = std::max(known->peak, unit.peak);
}

void Work::add(const Work &other, double times) {
  loaded += times * other.loaded;
  stored += times * other.stored;
  reused += times * other.reused;
  shared += times * other.shared;
  for (UnitWork unit : other.units) {
    unit.operations *= times;
    unit.cycles *= times;
    add(unit);
  }
}

std::vector<Limit> Work::limits(const Target &target) const {
  std::vector<Limit> limits;
  auto add = [&](std::string name, double amount, double rate) {
    if (amount > 0 && rate > 0)
      limits.push_back({std::move(name), amount / rate});
  };
  for (const UnitWork &unit : units)
    if (unit.peak > 0)
      limits.push_back({unit.unit, unit.cycles});
  add("shared memory", shared, kSharedBytesPerCycle);
  add("L2", bytes(), kL2BytesPerCycle);
  add("memory", bytes() - std::min(reused, loaded), target.rates().memoryBytes);
  return limits;
}

Limit Work::limit(const Target &target) const {
  Limit most;
  for (const Limit &limit : limits(target))
    if (limit.cycles > most.cycles)
      most = limit;
  return most;
}

namespace {

/// The address that a memory access goes by: a pointer, a tile of them, or a view. Null for other ops.
Value addressOf(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || !(effects.hasEffect<MemoryEffects::Read>() || effects.hasEffect<MemoryEffects::Write>()))
    return nullptr;
  auto isAddress = [](Value value) {
    return isa<tile::ViewType>(value.getType()) || tile::pointeeLike(value.getType());
  };
  auto address = llvm::find_if(op->getOperands(), isAddress);
  return address == op->operand_end() ? nullptr : *address;
}

/// What lies behind `address`, as a scalar or tile.
Type accessedType(Value address) {
  auto view = dyn_cast<tile::ViewType>(address.getType());
  return view ? Type(view.getTileType()) : tile::pointeeLike(address.getType());
}

/// Memory that belongs to the block alone is shared memory, or registers.
bool isOfBlock(Value address) {
  tile::AddressRoots roots = tile::findAddressRoots(address);
  return !roots.unknown && !roots.values.empty() &&
         llvm::all_of(roots.values, [](Value root) { return root.getDefiningOp<tile::AllocaOp>() != nullptr; });
}

/// Operations that an op of float arithmetic does for each element; 0 for other ops. What all operands and the result
/// have one type of is arithmetic: an op of three operands is a product and a sum.
int64_t operationsOfElement(Operation *op) {
  bool isArithmetic = op->hasTrait<OpTrait::Elementwise>() && op->hasTrait<OpTrait::SameOperandsAndResultType>() &&
                      isa<FloatType>(getElementTypeOrSelf(op->getResultTypes().front()));
  return isArithmetic ? std::max<int64_t>(1, op->getNumOperands() - 1) : 0;
}

/// `elements` of an op of lanes. Multiply-adds have twice the rate of other ops. No table says how fast doubles are.
UnitWork workOfLanes(Type element, double elements, double operations) {
  if (element.isF64())
    return {"f64 arithmetic of lanes", elements * operations, 0, 0};
  return {"FMA units", elements * operations, elements / kLaneOpsPerCycle, 2 * kLaneOpsPerCycle};
}

class Counter {
public:
  Counter(const KernelStrategy &plan, const Target &target) : plan(plan), target(target) {}

  BlockWork count(Region &region) {
    BlockWork sum;
    for (Operation &op : region.getOps())
      if (!op.hasAttr(tile::kRareLoopAttr))
        add(sum, &op);
    return sum;
  }

private:
  static void add(BlockWork &sum, BlockWork part, double times = 1) {
    sum.once.add(part.once, times);
    llvm::append_range(sum.loops, std::move(part.loops));
  }

  double cyclesOf(const BlockWork &work) {
    double cycles = work.once.limit(target).cycles;
    for (const LoopWork &loop : work.loops)
      cycles += loop.work.limit(target).cycles;
    return cycles;
  }

  void add(BlockWork &sum, Operation *op) {
    if (auto mma = dyn_cast<tile::MmaOp>(op))
      return addMma(sum.once, mma);
    if (auto mma = dyn_cast<tile::ScaledMmaOp>(op))
      return addScaledMma(sum.once, mma);
    if (isa<tile::ReduceOp, tile::ScanOp>(op))
      return addCombinations(sum.once, op);
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      return addLoop(sum, loop);
    if (op->getNumRegions())
      return addBranch(sum, op);
    addAccess(sum.once, op);
    if (op->getNumResults() == 1 && isa<RankedTensorType>(op->getResultTypes().front()))
      if (int64_t operations = operationsOfElement(op)) {
        Type type = op->getResultTypes().front();
        sum.once.add(workOfLanes(getElementTypeOrSelf(type), double(tile::elementCount(type)), double(operations)));
      }
  }

  void addLoop(BlockWork &sum, LoopLikeOpInterface loop) {
    BlockWork iteration;
    for (Region &region : loop->getRegions())
      add(iteration, count(region));
    if (tile::isBlockLoop(loop))
      return add(sum, std::move(iteration));
    if (std::optional<APInt> trips = loop.getStaticTripCount())
      return add(sum, std::move(iteration), double(trips->getZExtValue()));
    if (!iteration.once.isEmpty())
      sum.loops.push_back({loop.getLoc(), std::move(iteration.once)});
    llvm::append_range(sum.loops, std::move(iteration.loops));
  }

  void addBranch(BlockWork &sum, Operation *op) {
    BlockWork longest;
    for (Region &region : op->getRegions())
      if (BlockWork side = count(region); cyclesOf(side) > cyclesOf(longest))
        longest = std::move(side);
    add(sum, std::move(longest));
  }

  void addCombinations(Work &work, Operation *op) {
    Type source = op->getOperandTypes().front();
    op->getRegion(0).walk([&](Operation *inner) {
      if (inner->getNumResults() != 1)
        return;
      if (int64_t operations = operationsOfElement(inner))
        work.add(workOfLanes(inner->getResultTypes().front(), double(tile::elementCount(source)), double(operations)));
    });
  }

  static void addAccess(Work &work, Operation *op) {
    Value address = addressOf(op);
    if (!address || isOfBlock(address))
      return;
    Type type = accessedType(address);
    double bytes = double(tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type)));
    (op->getNumResults() ? work.loaded : work.stored) += bytes;
  }

  template <class Mma>
  static void addMma(Work &work, Mma op, Type operandType, MmaInstruction instruction, const MmaCycles &cycles) {
    bool isOfLanes = instruction == MmaInstruction::Fma;
    ArrayRef<int64_t> a = tile::shapeOf(op.getA().getType());
    double operations = 2 * double(tile::elementCount(op.getType())) * double(a.back());
    UnitWork unit{isOfLanes ? "FMA units" : "tensor core, " + debugString(operandType), operations, cycles.tensor, 0};
    // Without a rate in the table of chips the quotient is infinite.
    if (std::isfinite(cycles.tensor) && cycles.tensor > 0)
      unit.peak = operations / cycles.tensor;
    work.add(unit);
    // Sums that lanes add up beside the tensor core are no operations of the program.
    if (cycles.issue > 0)
      work.add(UnitWork{"FMA units", 0, cycles.issue, 2 * kLaneOpsPerCycle});
    work.shared += cycles.shared * kSharedBytesPerCycle;
    if (cycles.memory == 0)
      work.reused += cycles.l2 * kL2BytesPerCycle;
  }

  void addMma(Work &work, tile::MmaOp op) {
    MmaPlan mma = planMma(op, plan, target);
    addMma(work, op, mma.operandType, mma.instruction, countCycles(op, mma, plan.numWarps, target));
  }

  void addScaledMma(Work &work, tile::ScaledMmaOp op) {
    MmaInstruction instruction = *planScaledMma(op, plan, target);
    addMma(work, op, getElementTypeOrSelf(op.getA().getType()), instruction,
           countCycles(op, instruction, plan.numWarps, target));
  }

  const KernelStrategy &plan;
  const Target &target;
};

} // namespace

BlockWork workOfBlock(func::FuncOp kernel, const KernelStrategy &plan, const Target &target) {
  return Counter(plan, target).count(kernel.getBody());
}

} // namespace tilec::strategy
