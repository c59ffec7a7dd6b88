// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What follows in a few steps of integers from a thread's number, a block's and the kernel's arguments.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instruction.h"
#include <string>

namespace tilec::codegen {

/// `%ctaid.x`, where `value` is the number of a thread or block, or how many there are; else nothing.
std::string specialRegister(const llvm::Value *value);

/// What everything else follows from: constants, these numbers, and what the kernel is given.
bool isLeaf(const llvm::Value *value);

/// An instruction of integers, or a few.
bool isCheap(const llvm::Instruction &instruction);

class Repeatable {
public:
  bool contains(const llvm::Instruction *instruction);

private:
  static constexpr unsigned kMaxSteps = 24;

  /// What is used twice counts twice.
  unsigned stepsOf(const llvm::Instruction *instruction);

  llvm::DenseMap<const llvm::Instruction *, unsigned> steps;
};

} // namespace tilec::codegen
