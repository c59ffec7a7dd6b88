// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Loops.cpp - loops, switch, break and continue as a control flow graph ===//
//
//   header: test, to body or exit     (open until the back edge exists)
//   body                              `break` goes to exit, `continue` to step
//   step: increment, back to header
//   exit
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

void KernelLowering::lowerLoop(const Stmt *statement, const LoopParts &parts) {
  Location loc = location(statement);
  mlir::Block *header = ssa.createBlock(), *body = ssa.createBlock(), *step = ssa.createBlock(),
              *exit = ssa.createBlock();
  branch(header, loc);
  ssa.enter(header, /*keepOpen=*/true);
  size_t depth = frame->cleanups.size();
  if (parts.conditionVariable)
    lowerVariable(parts.conditionVariable);
  if (frame->cleanups.size() != depth)
    unsupported(statement->getBeginLoc(), "a condition variable with a destructor");
  if (failed)
    return;
  if (parts.condition)
    conditionalBranch(condition(parts.condition), body, exit, loc);
  else
    branch(body, loc);
  ssa.enter(body);
  frame->jumps.push_back({exit, step, frame->cleanups.size()});
  parts.body();
  frame->jumps.pop_back();
  branch(step, loc);
  ssa.enter(step);
  if (!isUnreachable())
    parts.step();
  branch(header, loc);
  ssa.seal(header);
  ssa.enter(exit);
}

void KernelLowering::lowerWhile(const WhileStmt *statement) {
  auto body = [&] { lowerStatement(statement->getBody()); };
  auto step = [] {};
  lowerLoop(statement, {statement->getConditionVariable(), statement->getCond(), body, step});
}

void KernelLowering::lowerFor(const ForStmt *statement) {
  size_t depth = frame->cleanups.size();
  lowerStatement(statement->getInit());
  auto body = [&] { lowerStatement(statement->getBody()); };
  auto step = [&] { lowerStatement(statement->getInc()); };
  auto loop = [&] { lowerLoop(statement, {statement->getConditionVariable(), statement->getCond(), body, step}); };
  if (auto trips = smallTripCount(statement))
    lowerShortLoop(statement, *trips, loop);
  else
    loop();
  popCleanups(depth, statement->getEndLoc());
}

void KernelLowering::lowerRangeFor(const CXXForRangeStmt *statement) {
  size_t depth = frame->cleanups.size();
  lowerStatement(statement->getInit());
  lowerStatement(statement->getRangeStmt());
  if (!options.structured && isCountedLoop(statement))
    assertPositiveStep(statement);
  lowerStatement(statement->getBeginStmt());
  lowerStatement(statement->getEndStmt());
  if (isCountedLoopWithExit(statement)) {
    lowerCountedLoop(statement);
    return popCleanups(depth, statement->getEndLoc());
  }
  auto body = [&] {
    size_t inner = frame->cleanups.size();
    lowerStatement(statement->getLoopVarStmt());
    lowerStatement(statement->getBody());
    popCleanups(inner, statement->getEndLoc());
  };
  auto step = [&] { discard(statement->getInc()); };
  lowerLoop(statement, {nullptr, statement->getCond(), body, step});
  popCleanups(depth, statement->getEndLoc());
}

void KernelLowering::lowerDo(const DoStmt *statement) {
  Location loc = location(statement);
  mlir::Block *body = ssa.createBlock(), *test = ssa.createBlock(), *exit = ssa.createBlock();
  branch(body, loc);
  ssa.enter(body, /*keepOpen=*/true);
  frame->jumps.push_back({exit, test, frame->cleanups.size()});
  lowerStatement(statement->getBody());
  frame->jumps.pop_back();
  branch(test, loc);
  ssa.enter(test);
  if (!isUnreachable() && !failed)
    conditionalBranch(condition(statement->getCond()), body, exit, loc);
  ssa.seal(body);
  ssa.enter(exit);
}

void KernelLowering::lowerJump(const Stmt *statement, bool isContinue) {
  for (JumpTarget &target : llvm::reverse(frame->jumps)) {
    if (isContinue && !target.continueTo)
      continue;
    emitCleanups(target.cleanups, statement->getBeginLoc());
    if (target.exited && !isContinue)
      store(target.exited, arithmetic.integer(location(statement), b.getI1Type(), 1), location(statement));
    branch(isContinue ? target.continueTo : target.breakTo, location(statement));
    return startUnreachable();
  }
  unsupported(statement->getBeginLoc(), "this jump");
}

//===----------------------------------------------------------------------===//
// switch
//===----------------------------------------------------------------------===//

void KernelLowering::lowerSwitch(const SwitchStmt *statement) {
  size_t depth = frame->cleanups.size();
  lowerStatement(statement->getInit());
  if (statement->getConditionVariable())
    lowerVariable(statement->getConditionVariable());
  Value selector = evaluate(statement->getCond());
  if (failed)
    return;
  mlir::Block *exit = ssa.createBlock();
  dispatch(statement, selector, exit);
  startUnreachable();
  frame->jumps.push_back({exit, nullptr, frame->cleanups.size()});
  lowerStatement(statement->getBody());
  frame->jumps.pop_back();
  branch(exit, location(statement));
  ssa.enter(exit);
  popCleanups(depth, statement->getEndLoc());
}

/// The jump to the case that `selector` names; makes the blocks of all cases.
void KernelLowering::dispatch(const SwitchStmt *statement, Value selector, mlir::Block *exit) {
  unsigned width = selector.getType().getIntOrFloatBitWidth();
  Location loc = location(statement);
  mlir::Block *otherwise = exit;
  llvm::SmallVector<llvm::APInt> values;
  llvm::SmallVector<mlir::Block *> blocks;
  llvm::SmallVector<const SwitchCase *> labels; // Clang lists them backwards
  for (const SwitchCase *label = statement->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    labels.push_back(label);
  const SwitchCase *before = nullptr;
  for (const SwitchCase *label : llvm::reverse(labels)) {
    bool isSamePlace = before && before->getSubStmt() == label; // case 1: case 2:
    mlir::Block *block = isSamePlace ? caseBlocks[before] : ssa.createBlock();
    caseBlocks[label] = block;
    before = label;
    const auto *constant = dyn_cast<CaseStmt>(label);
    if (!constant) {
      otherwise = block;
    } else if (constant->getRHS()) {
      dispatchRange(constant, selector, block, loc);
    } else {
      values.push_back(constant->getLHS()->EvaluateKnownConstInt(ast).extOrTrunc(width));
      blocks.push_back(block);
    }
  }
  if (auto known = constantOf(selector)) {
    for (auto [value, block] : llvm::zip(values, blocks))
      if (value.getSExtValue() == *known)
        return branch(block, loc);
    return branch(otherwise, loc);
  }
  llvm::SmallVector<mlir::ValueRange> operands(blocks.size());
  if (!isUnreachable())
    mlir::cf::SwitchOp::create(b, loc, selector, otherwise, mlir::ValueRange{}, llvm::ArrayRef<llvm::APInt>(values),
                               mlir::BlockRange(blocks), operands);
}

/// `case low ... high:` is tested by itself, before the switch: no two labels take the same value.
void KernelLowering::dispatchRange(const CaseStmt *label, Value selector, mlir::Block *block, Location loc) {
  llvm::APSInt low = label->getLHS()->EvaluateKnownConstInt(ast), high = label->getRHS()->EvaluateKnownConstInt(ast);
  if (high < low) // takes no value
    return;
  mlir::Type type = selector.getType();
  Value fromLow = mlir::arith::SubIOp::create(b, loc, selector, arithmetic.integer(loc, type, low.getExtValue()));
  Value inside = mlir::arith::CmpIOp::create(b, loc, mlir::arith::CmpIPredicate::ule, fromLow,
                                             arithmetic.integer(loc, type, (high - low).getExtValue()));
  mlir::Block *next = ssa.createBlock();
  conditionalBranch(inside, block, next, loc);
  ssa.enter(next);
}

void KernelLowering::lowerCase(const SwitchCase *statement) {
  mlir::Block *block = caseBlocks[statement];
  if (block != b.getInsertionBlock()) {
    branch(block, location(statement));
    ssa.enter(block);
  }
  lowerStatement(statement->getSubStmt());
}
