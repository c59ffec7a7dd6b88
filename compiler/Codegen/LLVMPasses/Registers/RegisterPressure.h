// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where in a function tiles take nearly all registers of a lane. Addresses and masks that are computed there long
/// before they are used would be spilled meanwhile.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include <optional>

namespace tilec::codegen {

class RegisterPressure {
public:
  /// Finds the places where registers are short. `isHeld` says which instructions' results belong to tiles. No value
  /// where registers are never short, nor where tiles alone exceed the registers at a barrier: they are spilled anyway.
  static std::optional<RegisterPressure> find(const llvm::Function &function,
                                              llvm::function_ref<bool(const llvm::Instruction &)> isHeld);

  /// The registers that a lane can have.
  unsigned registers() const {
    return ofLane;
  }

  /// How many instructions make parts of tiles while registers are short: in a basic block, or between two instructions
  /// of one.
  unsigned countIn(const llvm::BasicBlock *block) const;
  unsigned countBetween(const llvm::Instruction *from, const llvm::Instruction *to) const;

private:
  unsigned ofLane = 0;
  /// These instructions of each basic block, in program order.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::Instruction *, 0>> shortAt;
};

} // namespace tilec::codegen
