// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where a lane has few registers to spare beside what it holds of tiles: so many that addresses and masks, computed
/// long before they are used, would go through memory meanwhile.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include <optional>

namespace tilec::codegen {

class RegisterPressure {
public:
  /// Finds where registers are short, by what `isHeld` says is held. No value where registers are never short. No value
  /// either where a barrier has too few for what is held there: then tiles go through memory anyway.
  static std::optional<RegisterPressure> find(const llvm::Function &function,
                                              llvm::function_ref<bool(const llvm::Instruction &)> isHeld);

  /// That a lane can have.
  unsigned registers() const {
    return ofLane;
  }

  /// Instructions that work on what is held where registers are short: of a block, and of one behind the one
  /// instruction and before the other.
  unsigned countIn(const llvm::BasicBlock *block) const;
  unsigned countBetween(const llvm::Instruction *from, const llvm::Instruction *to) const;

private:
  unsigned ofLane = 0;
  /// The instructions of each block where registers are short, in their order.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<const llvm::Instruction *, 0>> shortAt;
};

} // namespace tilec::codegen
