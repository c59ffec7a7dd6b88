// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IrangeLoops.cpp - irange loops: their step, and how they are left early -===//
//
// A range-for over `irange` is a counted loop by promise of the API, also with a `break` or `return` in it. So that it
// keeps its trip count, leaving sets a flag, and the iterations that remain do nothing:
//
//   for (auto i : irange(0, n)) {            exited = false
//     if (p[i] == 0) break;                  for (i = 0; i < n; ++i)
//     sum += p[i];                    =>       if (!exited)
//   }                                            if (p[i] == 0) exited = true; else sum += p[i];
//
// A `return` sets a second flag, which is tested behind the loop. Other loops with early exits stay as they are
// written: their number of iterations may be far from what they usually need.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

/// Is there a `break` out of the loop with this body?
static bool hasBreak(const Stmt *statement) {
  if (!statement || isa<LambdaExpr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(statement))
    return false;
  return isa<BreakStmt>(statement) || llvm::any_of(statement->children(), hasBreak);
}

static bool hasReturn(const Stmt *statement) {
  if (!statement || isa<LambdaExpr>(statement))
    return false;
  return isa<ReturnStmt>(statement) || llvm::any_of(statement->children(), hasReturn);
}

bool KernelLowering::isCountedLoop(const CXXForRangeStmt *statement) {
  const auto *range = statement->getRangeInit()->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return range && range->getIdentifier() && range->getName() == "irange" && isApiDeclaration(range);
}

/// A counted loop that a jump may leave.
bool KernelLowering::isCountedLoopWithExit(const CXXForRangeStmt *statement) {
  return isCountedLoop(statement) && (hasBreak(statement->getBody()) || hasReturn(statement->getBody()));
}

/// For executors that look for what the language forbids: steps are positive.
void KernelLowering::assertPositiveStep(const CXXForRangeStmt *statement) {
  Location loc = location(statement->getRangeInit());
  Object *range = variableLvalue(cast<VarDecl>(statement->getRangeStmt()->getSingleDecl()), nullptr);
  llvm::SmallVector<Value> values; // first, last, step
  if (range)
    flatten(range, values, loc);
  if (failed || values.empty())
    return;
  const auto *type = cast<ClassTemplateSpecializationDecl>(
      statement->getRangeInit()->getType().getNonReferenceType()->getAsCXXRecordDecl());
  NumberKind kind = numberKind(type->getTemplateArgs()[0].getAsType());
  Value zero = arithmetic.zero(loc, values.back().getType());
  Value isPositive = arithmetic.compare(loc, Comparison::Greater, values.back(), zero, kind);
  tile::AssertOp::create(b, loc, isPositive, b.getStringAttr("step > 0"), b.getStringAttr("irange"));
}

/// The loop itself; the range's variables are initialised.
void KernelLowering::lowerCountedLoop(const CXXForRangeStmt *statement) {
  Location loc = location(statement);
  Object *exited = allocateLeaf(ast.BoolTy, b.getI1Type());
  Object *returned = allocateLeaf(ast.BoolTy, b.getI1Type());
  store(exited, arithmetic.integer(loc, b.getI1Type(), 0), loc);
  store(returned, arithmetic.integer(loc, b.getI1Type(), 0), loc);
  auto body = [&] {
    mlir::Block *run = ssa.createBlock();
    JumpTarget &target = frame->jumps.back();
    target.exited = exited;
    target.returned = returned;
    target.breakTo = target.continueTo;
    mlir::Block *step = target.continueTo;
    conditionalBranch(load(exited, loc), step, run, loc);
    ssa.enter(run);
    size_t depth = frame->cleanups.size();
    lowerStatement(statement->getLoopVarStmt());
    lowerStatement(statement->getBody());
    popCleanups(depth, statement->getEndLoc());
  };
  auto step = [&] { discard(statement->getInc()); };
  lowerLoop(statement, {nullptr, statement->getCond(), body, step});
  if (hasReturn(statement->getBody()))
    returnBehindLoop(returned, loc);
}

/// Goes on leaving the function if the loop was left by a `return`.
void KernelLowering::returnBehindLoop(Object *returned, Location loc) {
  if (failed || isUnreachable())
    return;
  mlir::Block *leave = ssa.createBlock(), *stay = ssa.createBlock();
  conditionalBranch(load(returned, loc), leave, stay, loc);
  ssa.enter(leave);
  leaveFunction(loc);
  ssa.enter(stay);
}

/// The jump of a `return`, whose value is stored and whose destructors have run: through the counted loops around it.
void KernelLowering::leaveFunction(Location loc) {
  for (JumpTarget &target : llvm::reverse(frame->jumps)) {
    if (!target.exited)
      continue;
    Value yes = arithmetic.integer(loc, b.getI1Type(), 1);
    store(target.exited, yes, loc);
    store(target.returned, yes, loc);
    return branch(target.breakTo, loc);
  }
  branch(frame->exit, loc);
}
