// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a kernel's IR into a Program.
//
// Each op family has a file in Ops/ with a function `bool decodeX(Operation *, Decoder &)`: it returns false for ops
// that are not its own, else allocates the results' slots, takes the operands' slots and emits one or more steps. With
// `checking()`, steps are added that carry the elements' undefined flags along and look for what the language forbids.
//
// Slots are reused: a value's place is free again after the last op of its block that uses it, itself or inside its
// regions. In regions of several basic blocks nothing is reused.
#pragma once

#include "compiler/Host/DecodedKernel.h"
#include "compiler/Host/Observer.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace tilec::host {

/// Addresses of module variables by symbol name.
using VariableTable = llvm::StringMap<char *>;

class Decoder;

/// What IR below the `tile` level adds. Elementwise ops are executed on whatever elements a value has there: at the
/// `tile_gpu` level on one for each place of its layout.
struct Level {
  /// How a value of this type is kept, if the `tile` executor does not know.
  std::optional<Kind> (*kindOf)(mlir::Type type);
  /// Elements that a value of this type has in its slot.
  size_t (*elementCount)(mlir::Type type);
  /// Sets `Program::threads`, `own` and `smallestAccess`. Failure: a diagnostic at the kernel.
  mlir::LogicalResult (*begin)(mlir::Operation *kernel, Decoder &decoder);
  /// An op family that is asked before all others.
  bool (*decode)(mlir::Operation *op, Decoder &decoder);
  /// What observers are told about an op, if anything.
  std::optional<EventKind> (*eventOf)(mlir::Operation *op);
};

class Decoder {
public:
  /// `level` is null for `tile`.
  Decoder(Program &program, const VariableTable &variables, bool checking, const Level *level = nullptr)
      : program(program), variables(variables), check(checking), level(level) {}

  /// Decodes a whole kernel. Ops that are not supported are diagnosed at their location.
  mlir::LogicalResult decodeKernel(mlir::Operation *function);

  // For the op families.

  bool checking() const {
    return check;
  }
  /// Optimisations have been at the IR: ops may stand where their results are not used, so overflow and the like are
  /// no mistakes of the program.
  bool isOptimized() const {
    return level != nullptr;
  }
  Program &getProgram() {
    return program;
  }
  char *variable(llvm::StringRef name) const {
    return variables.lookup(name);
  }

  /// The place of an operand. In a combining region, a scalar from outside is repeated for every lane.
  Slot operand(mlir::Value value);
  /// A new place for a result (or block argument).
  Slot define(mlir::Value value);
  /// Lets `value` live at a place that another value has, too.
  void alias(mlir::Value value, Slot slot);
  /// A place that belongs to no value; `release` it when its last step is emitted.
  Slot temporary(Kind kind, size_t count);
  void release(Slot slot);
  /// A place that is never shared: constants, local objects.
  Slot permanent(Kind kind, size_t count);

  void emit(Step step) {
    current->steps.push_back(std::move(step));
  }
  void emitPrologue(Step step) {
    program.prologue.steps.push_back(std::move(step));
  }
  Site *site(mlir::Operation *op);

  /// Decodes the only block of a region (its arguments are defined already) into a sequence of its own. The terminator
  /// is handed to `decodeOperation` like any op.
  std::shared_ptr<Sequence> decodeBlock(mlir::Block &block);
  /// What `emit` writes while `fn` runs, as a sequence of its own.
  std::shared_ptr<Sequence> sequenceOf(llvm::function_ref<void()> fn);
  /// Decodes a region of one or more basic blocks: runs until an op other than a branch ends a block.
  std::shared_ptr<Sequence> decodeRegion(mlir::Region &region);
  /// As decodeRegion, with each scalar standing for up to `capacity` elements. A region with control flow has
  /// capacity 1.
  std::shared_ptr<Sequence> decodeCombiner(mlir::Region &region, size_t capacity);

  /// Copies value and undefined flags.
  void emitCopy(Slot to, Slot from);
  /// Emits copies that happen as if at once: a destination may be another pair's source.
  void emitParallelCopy(llvm::ArrayRef<Slot> to, llvm::ArrayRef<Slot> from);
  /// Sets the undefined flags of `result` to `value`.
  void emitDefined(Slot result, bool undefined = false);
  /// An element of the result is undefined if that element of an operand is. Operands of one element count for all.
  void emitUndefinedFromOperands(Slot result, llvm::ArrayRef<Slot> operands);
  /// emitUndefinedFromOperands for an elementwise op, all results from all operands.
  void propagateUndefined(mlir::Operation *op);
  /// Reports an undefined element of `value` that the op at `site` consumes as a `what`; where `mask` is false it does
  /// not matter.
  void emitUseCheck(const Site *site, Slot value, const char *what, std::optional<Slot> mask = std::nullopt);

  /// The op cannot be executed: a diagnostic at its location, once decoding is done.
  void unsupported(mlir::Operation *op, const llvm::Twine &what);

  /// Successor numbers while decoding a region with several basic blocks.
  int blockNumber(mlir::Block *block) {
    return blockNumbers.lookup(block);
  }
  /// Where a branch to `block` puts its operands.
  void emitBranch(mlir::Block *block, mlir::ValueRange operands);

  /// Slots that scf.yield of the innermost structured op writes.
  llvm::SmallVector<Slot> yieldTargets, conditionTargets;

private:
  std::optional<Kind> kindOfType(mlir::Type type) const;
  void decodeOperation(mlir::Operation *op);
  void decodeInto(mlir::Block &block, Sequence &sequence);
  Slot allocate(Kind kind, size_t count);
  void releaseDead(mlir::Operation *op);
  /// Observers hear of `op` here.
  void emitEvent(mlir::Operation *op, EventKind kind, bool isBegin);
  bool inCombiner() const {
    return combiner != nullptr;
  }

  Program &program;
  const VariableTable &variables;
  bool check;
  const Level *level;
  bool failed = false;
  bool reuse = true;
  Sequence *current = nullptr;
  llvm::DenseMap<mlir::Value, Slot> slots;
  llvm::DenseMap<mlir::Operation *, Site *> siteOf;
  llvm::DenseMap<mlir::Block *, int> blockNumbers;
  /// Slots given back, by bytes (elements in the shadow are kept apart, by count).
  std::map<size_t, std::vector<size_t>> freeData, freeShadow;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>> diesAfter;
  mlir::Region *combiner = nullptr;
  size_t combinerCapacity = 1;
  llvm::DenseMap<mlir::Value, Slot> broadcasts;
};

} // namespace tilec::host
