// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/LLVMPasses/Registers/RepeatableArithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace tilec::codegen;

std::string tilec::codegen::specialRegister(const Value *value) {
  auto *call = dyn_cast<IntrinsicInst>(value);
  StringRef name = call ? call->getCalledFunction()->getName() : StringRef();
  if (!name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return "";
  bool isOfCluster = name.consume_front("cluster.");
  auto [number, axis] = name.split('.');
  if (!is_contained({"tid", "ntid", "ctaid", "nctaid", "clusterid", "ctarank", "nctarank"}, number))
    return "";
  return (Twine(isOfCluster ? "%cluster_" : "%") + number + (axis.empty() ? "" : ".") + axis).str();
}

/// Numbers and pointers that the kernel is given.
static bool isGiven(const Value *value) {
  auto *argument = dyn_cast<Argument>(value);
  if (!argument || argument->hasByValAttr())
    return false;
  return argument->getType()->isPointerTy() || argument->getType()->isIntegerTy(32) ||
         argument->getType()->isIntegerTy(64);
}

bool tilec::codegen::isLeaf(const Value *value) {
  return isa<Constant>(value) || isGiven(value) || !specialRegister(value).empty();
}

bool tilec::codegen::isCheap(const Instruction &instruction) {
  Type *type = instruction.getType();
  if (!type->isIntegerTy() && !type->isPointerTy())
    return false;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return is_contained({Intrinsic::umin, Intrinsic::umax, Intrinsic::smin, Intrinsic::smax, Intrinsic::usub_sat},
                        call->getIntrinsicID());
  if (instruction.isIntDivRem())
    return isa<ConstantInt>(instruction.getOperand(1));
  if (isa<CastInst>(instruction))
    return instruction.getOperand(0)->getType()->isIntOrPtrTy();
  return instruction.isBinaryOp() || isa<ICmpInst, SelectInst, GetElementPtrInst>(instruction);
}

bool Repeatable::contains(const Instruction *instruction) {
  return isLeaf(instruction) || stepsOf(instruction) <= kMaxSteps;
}

unsigned Repeatable::stepsOf(const Instruction *instruction) {
  auto [known, isNew] = steps.try_emplace(instruction, kMaxSteps + 1);
  if (!isNew || !isCheap(*instruction))
    return known->second;
  unsigned sum = 1;
  for (const Value *operand : instruction->operands())
    if (!isLeaf(operand) && sum <= kMaxSteps)
      sum += isa<Instruction>(operand) ? stepsOf(cast<Instruction>(operand)) : kMaxSteps;
  return steps[instruction] = std::min(sum, kMaxSteps + 1);
}
