// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/ShareBroadcasts.h"
#include "compiler/Codegen/Ptx/InlinePtx.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace tilec::codegen;
using namespace llvm::PatternMatch;

namespace {

/// Whether the instruction broadcasts a value of the first lane to all lanes of a warp.
bool isBroadcast(const Instruction &instruction) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::nvvm_shfl_sync_idx_i32 &&
         match(call->getArgOperand(0), m_AllOnes()) && match(call->getArgOperand(2), m_Zero()) &&
         match(call->getArgOperand(3), m_SpecificInt(31));
}

bool isThreadNumber(const Instruction &instruction) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x;
}

/// Whether warpgroups multiply without taking turns. Turns show as a wait at a barrier whose number depends on the
/// warpgroup.
bool multipliesWithoutPingPong(Function &function) {
  bool multiplies = false, usesPingPong = false;
  for (Instruction &instruction : instructions(function)) {
    multiplies |= isWarpgroupMma(instruction);
    usesPingPong |= inlinePtxOf(instruction).starts_with("bar.sync $0,");
  }
  return multiplies && !usesPingPong;
}

class Sharer {
public:
  explicit Sharer(Function &function) : function(function), entry(function.getEntryBlock()) {}

  bool run() {
    if (multipliesWithoutPingPong(function))
      return false;
    SmallVector<IntrinsicInst *> broadcasts;
    for (Instruction &instruction : instructions(function))
      if (isBroadcast(instruction) && instruction.getParent() != &entry)
        broadcasts.push_back(cast<IntrinsicInst>(&instruction));
    for (IntrinsicInst *broadcast : broadcasts)
      replace(broadcast);
    return changed;
  }

private:
  void replace(IntrinsicInst *broadcast) {
    constexpr unsigned kOperations = 6; // of a number's place in its tile: shifts, masks
    unsigned left = kOperations;
    if (!isOfThread(broadcast->getArgOperand(1), left))
      return;
    Value *shared = atEntry(broadcast);
    broadcast->replaceAllUsesWith(shared);
    broadcast->eraseFromParent();
    changed = true;
  }

  /// Whether the value follows from the thread's number and constants, by at most `left` operations.
  static bool isOfThread(Value *value, unsigned &left) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || left == 0)
      return isa<ConstantInt>(value);
    --left;
    bool isArithmetic = isa<BinaryOperator, CastInst>(instruction) && isSafeToRepeat(*instruction);
    return isThreadNumber(*instruction) ||
           (isArithmetic && all_of(instruction->operands(), [&](Value *operand) { return isOfThread(operand, left); }));
  }

  static bool isSafeToRepeat(const Instruction &instruction) {
    return !instruction.isIntDivRem() && !instruction.getType()->isVectorTy();
  }

  /// Recomputes the value at the end of the entry block, once for all equal values.
  Value *atEntry(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return value;
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(atEntry(operand.get()));
    for (Instruction *known : copies)
      if (known->isIdenticalTo(copy)) {
        copy->deleteValue();
        return known;
      }
    copy->insertBefore(entry.getTerminator()->getIterator());
    copies.push_back(copy);
    return copy;
  }

  Function &function;
  BasicBlock &entry;
  SmallVector<Instruction *> copies;
  bool changed = false;
};

} // namespace

PreservedAnalyses tilec::codegen::ShareBroadcasts::run(Function &function, FunctionAnalysisManager &) {
  return Sharer(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
