// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Ssa.h - SSA form built while the control flow graph grows -----------===//
//
// Braun, Buchwald, Hack, Leissa, Mallon, Zwinkau: "Simple and Efficient Construction of Static Single Assignment
// Form" (CC 2013). Variables are numbers; a write records the value in the current block, a read looks for the
// reaching value and makes a block argument (a phi) where several meet.
//
//   block created ──▶ open (predecessors may still be added) ──seal──▶ sealed (reads look into predecessors)
//
// Differences from the paper:
//  * the operands of phis stay in a side table until `finish`, because removing block arguments and branch operands
//    while blocks are still growing would leave dangling values in callers' hands;
//  * a region nested in an operation (the body of a reduction) reads the variables of the block around it and may
//    not write them;
//  * a read in an open block (a loop header) whose value so far is `assumable` is answered with that value and
//    checked when the block is sealed. The front end uses this for addresses of local objects, so that a closure
//    called in a loop still knows what it captured; a wrong assumption is reported through `onWrongAssumption`.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>
#include <vector>

namespace tilec::frontend {

class SsaBuilder {
public:
  using Variable = unsigned;

  explicit SsaBuilder(mlir::OpBuilder &builder) : builder(builder) {}

  /// Asked of a value read in an open block: may it be taken as the value on every path?
  std::function<bool(mlir::Value)> assumable = [](mlir::Value) { return false; };
  /// Told of a value taken so although another one reaches the block.
  std::function<void(mlir::Value)> onWrongAssumption = [](mlir::Value) {};

  Variable createVariable(mlir::Type type);
  mlir::Type typeOf(Variable variable) const {
    return types[variable];
  }
  /// Variables made so far: the next one's number.
  Variable variableCount() const {
    return types.size();
  }

  /// A new open block at the end of the current region. The insertion point stays.
  mlir::Block *createBlock();
  /// Goes on at the end of `block`; it stays open when `keepOpen` (loop headers).
  void enter(mlir::Block *block, bool keepOpen = false);
  /// No further predecessor will be added to `block`.
  void seal(mlir::Block *block);

  void write(Variable variable, mlir::Value value);
  /// Writes as if at the end of `block`, which must dominate all later reads.
  void writeIn(mlir::Block *block, Variable variable, mlir::Value value);
  mlir::Value read(Variable variable);
  /// The value a trivial phi stands for; other values unchanged.
  mlir::Value resolve(mlir::Value value);

  /// Does control never reach the current block?
  bool isUnreachable() const {
    return isUnreachable(builder.getInsertionBlock());
  }
  static bool isUnreachable(mlir::Block *block) {
    return !block->isEntryBlock() && block->hasNoPredecessors();
  }

  /// Removes the blocks of `region` that control never reaches and gives the remaining phis their operands.
  void finish(mlir::Region &region);

private:
  struct Incoming {
    mlir::Operation *terminator;
    unsigned successor;
    mlir::Value value;
  };
  struct Phi {
    mlir::BlockArgument argument;
    std::vector<Incoming> incoming;
  };
  struct Pending {
    Variable variable;
    unsigned phi;
  };
  struct Assumption {
    Variable variable;
    mlir::Value value;
  };
  using Site = std::pair<mlir::Block *, Variable>;

  mlir::Value readIn(mlir::Block *block, Variable variable);
  mlir::Value readOpen(mlir::Block *block, Variable variable);
  mlir::Value readMerge(mlir::Block *block, Variable variable);
  mlir::Value poison(mlir::Block *block, Variable variable);
  unsigned createPhi(mlir::Block *block, Variable variable);
  mlir::Value fill(unsigned phi, Variable variable);
  mlir::Value onlyOperand(const Phi &phi);
  void removeUnreachable(mlir::Region &region);
  void forwardTrivial();
  void materialize();

  mlir::OpBuilder &builder;
  std::vector<mlir::Type> types;
  std::vector<Phi> phis;
  llvm::DenseMap<Site, mlir::Value> definitions;
  llvm::DenseMap<mlir::Value, mlir::Value> forwards;
  llvm::DenseSet<mlir::Block *> open;
  llvm::DenseMap<mlir::Block *, std::vector<Pending>> pending;
  llvm::DenseMap<mlir::Block *, std::vector<Assumption>> assumptions;
};

} // namespace tilec::frontend
