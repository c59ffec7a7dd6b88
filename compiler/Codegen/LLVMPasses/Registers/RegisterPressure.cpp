// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/Registers/RegisterPressure.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace tilec;
using namespace tilec::codegen;

/// The share of a lane's registers that tiles hold where registers are short, in percent, and the number that is left
/// to everything else where tiles fit.
static constexpr unsigned kShortPercent = 60, kBesideTiles = 24;
static constexpr unsigned kRegisterBytes = 4;

//===- What a lane can have --------------------------------------------------------------------------------------===//

/// The product of the attribute's numbers.
static unsigned productOf(const Function &function, StringRef attribute, unsigned otherwise) {
  if (!function.hasFnAttribute(attribute))
    return otherwise;
  SmallVector<StringRef, 3> texts;
  function.getFnAttribute(attribute).getValueAsString().split(texts, ',');
  unsigned product = 1, number;
  for (StringRef text : texts)
    product *= text.trim().getAsInteger(10, number) ? 1 : number;
  return product;
}

static bool takesRegisters(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::nvvm_setmaxnreg_inc_sync_aligned_u32;
}

static unsigned registersOf(const Function &function) {
  constexpr unsigned kGranule = 8;
  unsigned lanes = alignTo(productOf(function, "nvvm.reqntid", kLanesPerWarp), kLanesPerWarp);
  unsigned share = kRegistersPerMultiprocessor / (lanes * std::max(1u, productOf(function, "nvvm.minctasm", 1)));
  unsigned count = std::min(
      {kRegistersPerLane, share / kGranule * kGranule, productOf(function, "nvvm.maxnreg", kRegistersPerLane)});
  for (const Instruction &instruction : instructions(function))
    if (takesRegisters(instruction))
      count = std::max<unsigned>(count, cast<ConstantInt>(instruction.getOperand(0))->getZExtValue());
  return count;
}

//===- What it holds ---------------------------------------------------------------------------------------------===//

namespace {

/// Two numbers of half a register may share one, or not.
struct Size {
  unsigned registers, bytes;
};

/// Which values live where.
class Lives {
public:
  using Visitor = function_ref<void(const Instruction &, const BitVector &, unsigned registers)>;

  Lives(const Function &function, function_ref<bool(const Instruction &)> isHeld) {
    for (const Instruction &instruction : instructions(function))
      if (Size size = sizeOf(instruction); size.registers && isHeld(instruction)) {
        numbers[&instruction] = sizes.size();
        sizes.push_back(size);
        sum += size.registers;
      }
  }

  /// The registers of all held values together.
  unsigned registers() const {
    return sum;
  }

  unsigned bytesOf(const BitVector &live) const {
    unsigned bytes = 0;
    for (unsigned i : live.set_bits())
      bytes += sizes[i].bytes;
    return bytes;
  }

  void compute(const Function &function) {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (const BasicBlock *block : post_order(&function)) {
        BitVector live = walk(*block, [](const Instruction &, const BitVector &, unsigned) {});
        BitVector &known = liveIn.try_emplace(block, sizes.size()).first->second;
        isChanged |= live != known;
        known = std::move(live);
      }
    }
  }

  /// Visits what lives before each instruction, from the block's end to its beginning. Returns what lives at the
  /// beginning.
  BitVector walk(const BasicBlock &block, Visitor visit) {
    BitVector live = liveOut(block);
    unsigned registers = 0;
    for (unsigned i : live.set_bits())
      registers += sizes[i].registers;
    for (const Instruction &instruction : reverse(block)) {
      if (std::optional<unsigned> number = numberOf(&instruction); number && live.test(*number)) {
        live.reset(*number);
        registers -= sizes[*number].registers;
      }
      if (!isa<PHINode>(instruction))
        for (const Value *operand : instruction.operands())
          if (std::optional<unsigned> number = numberOf(operand); number && !live.test(*number)) {
            live.set(*number);
            registers += sizes[*number].registers;
          }
      visit(instruction, live, registers);
    }
    return live;
  }

private:
  static Size sizeOf(const Instruction &instruction) {
    Type *type = instruction.getType();
    const DataLayout &layout = instruction.getDataLayout();
    // Truths are predicates; what an address of local memory is, a constant.
    if (type->isVoidTy() || type->isIntegerTy(1) || !type->isSized() || isa<AllocaInst>(instruction))
      return {};
    unsigned bytes = 0, registers = 0;
    auto add = [&](Type *part) {
      unsigned size = layout.getTypeStoreSize(part).getFixedValue();
      bytes += size;
      registers += divideCeil(size, kRegisterBytes);
    };
    if (auto *structure = dyn_cast<StructType>(type))
      for_each(structure->elements(), add);
    else
      add(type);
    return {registers, bytes};
  }

  std::optional<unsigned> numberOf(const Value *value) const {
    auto known = numbers.find(value);
    return known == numbers.end() ? std::nullopt : std::optional(known->second);
  }

  BitVector liveOut(const BasicBlock &block) const {
    BitVector live(sizes.size());
    for (const BasicBlock *next : successors(&block)) {
      if (auto known = liveIn.find(next); known != liveIn.end())
        live |= known->second;
      for (const PHINode &phi : next->phis())
        if (std::optional<unsigned> number = numberOf(phi.getIncomingValueForBlock(&block)))
          live.set(*number);
    }
    return live;
  }

  DenseMap<const Value *, unsigned> numbers;
  SmallVector<Size> sizes;
  unsigned sum = 0;
  DenseMap<const BasicBlock *, BitVector> liveIn;
};

} // namespace

/// The assembler moves no work past it.
static bool isBarrier(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->isConvergent() && call->getType()->isVoidTy();
}

std::optional<RegisterPressure> RegisterPressure::find(const Function &function,
                                                       function_ref<bool(const Instruction &)> isHeld) {
  unsigned registers = registersOf(function), isShort = registers * kShortPercent / 100;
  Lives lives(function, isHeld);
  if (lives.registers() < isShort)
    return std::nullopt;
  lives.compute(function);

  RegisterPressure pressure;
  pressure.ofLane = registers;
  unsigned atBarriers = 0;
  for (const BasicBlock &block : function) {
    SmallVector<const Instruction *, 0> found;
    lives.walk(block, [&](const Instruction &instruction, const BitVector &live, unsigned count) {
      if (isBarrier(instruction))
        atBarriers = std::max(atBarriers, lives.bytesOf(live) / kRegisterBytes);
      if (count >= isShort && isHeld(instruction))
        found.push_back(&instruction);
    });
    std::reverse(found.begin(), found.end());
    if (!found.empty())
      pressure.shortAt[&block] = std::move(found);
  }
  bool fits = atBarriers + kBesideTiles <= registers;
  return fits && !pressure.shortAt.empty() ? std::optional(std::move(pressure)) : std::nullopt;
}

unsigned RegisterPressure::countIn(const BasicBlock *block) const {
  auto known = shortAt.find(block);
  return known == shortAt.end() ? 0 : known->second.size();
}

unsigned RegisterPressure::countBetween(const Instruction *from, const Instruction *to) const {
  auto known = shortAt.find(from->getParent());
  if (known == shortAt.end())
    return 0;
  auto comesBefore = [](const Instruction *one, const Instruction *other) { return one->comesBefore(other); };
  auto first = upper_bound(known->second, from, comesBefore), last = lower_bound(known->second, to, comesBefore);
  return first < last ? last - first : 0;
}
