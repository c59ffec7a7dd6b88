// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies a block of structured control flow, or the part of it that is wanted, and carries counters through it.
//
// A *counter* belongs to a block, or to several, and counts its executions as values of i32, which the copy passes on:
// from one execution of the block to the next, through all loops and branches around it, as further values that these
// carry.
//
//     scf.for .. {                                  scf.for .. iter_args(%c = %first) {
//       scf.if %x { <block> }                 =>      %d = scf.if %x { <block>; yield next(%c) } else { yield %c }
//     }                                               yield %d
//                                                   }
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {

class StructuredCopy {
public:
  explicit StructuredCopy(mlir::ImplicitLocOpBuilder &builder) : builder(builder) {}
  virtual ~StructuredCopy() = default;

  /// Gives these blocks, none inside of another, one counter that starts with these values.
  void count(llvm::ArrayRef<mlir::Block *> blocks, llvm::SmallVector<mlir::Value> first) {
    counters.push_back({llvm::SmallVector<mlir::Block *>(blocks), std::move(first)});
  }
  /// Copies all but the terminator to where the builder stands.
  void copyBlock(mlir::Block &from);

protected:
  /// The values of the block's counter at this point of the copy.
  llvm::ArrayRef<mlir::Value> counterOf(mlir::Block *block) const;

  void setCounter(mlir::Block *block, llvm::ArrayRef<mlir::Value> values);

  virtual bool wants(mlir::Operation *op) const = 0;
  virtual bool wants(mlir::Value value) const = 0;
  /// Something of its own in place of `op`; true if so.
  virtual bool replace(mlir::Operation *op) = 0;
  /// Before a loop is copied, which may begin elsewhere and take other steps.
  virtual void enterLoop(mlir::scf::ForOp, mlir::Value & /*lower*/, mlir::Value & /*step*/) {}
  /// Adds what comes behind the copy of a block, before its counter goes on and its terminator is made.
  virtual void finish(mlir::Block *) {}
  /// The values of the block's counter for its next execution.
  virtual llvm::SmallVector<mlir::Value> next(mlir::Block *block, llvm::ArrayRef<mlir::Value> counter) = 0;

  mlir::ImplicitLocOpBuilder &builder;
  mlir::IRMapping map;

private:
  struct Counter {
    llvm::SmallVector<mlir::Block *> blocks;
    llvm::SmallVector<mlir::Value> values;
  };

  void copy(mlir::Operation *op);
  void copyFor(mlir::scf::ForOp loop);
  void copyWhile(mlir::scf::WhileOp loop);
  void copyIf(mlir::scf::IfOp branch);
  void copySwitch(mlir::scf::IndexSwitchOp branch);
  void copyBranch(mlir::Block &from, mlir::Block *to, mlir::Operation *around);

  bool hasCounters(mlir::Operation *op) const;
  llvm::SmallVector<mlir::Value> countersIn(mlir::Operation *op) const;
  void setCountersIn(mlir::Operation *op, mlir::ValueRange values);
  llvm::SmallVector<mlir::Value> copiesOf(mlir::ValueRange values, mlir::ValueRange wanted) const;
  void mapWanted(mlir::ValueRange values, mlir::ValueRange copies);
  void enter(mlir::Block *block, mlir::ValueRange arguments, mlir::ValueRange copies, mlir::Operation *around);

  llvm::SmallVector<Counter> counters;
};

} // namespace tilec::tile_gpu
