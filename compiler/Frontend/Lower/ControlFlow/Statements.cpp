// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Statements.cpp - statements other than loops ------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "compiler/Frontend/Parse/Hints.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

void KernelLowering::branch(mlir::Block *target, Location loc) {
  if (!isUnreachable())
    mlir::cf::BranchOp::create(b, loc, target);
}

void KernelLowering::conditionalBranch(Value condition, mlir::Block *ifTrue, mlir::Block *ifFalse, Location loc) {
  if (failed || isUnreachable())
    return;
  if (auto known = constantOf(condition))
    return branch(*known ? ifTrue : ifFalse, loc);
  mlir::cf::CondBranchOp::create(b, loc, condition, ifTrue, mlir::ValueRange{}, ifFalse, mlir::ValueRange{});
}

/// What follows a jump. The block has no predecessors and is removed in the end.
void KernelLowering::startUnreachable() {
  ssa.enter(ssa.createBlock());
}

void KernelLowering::lowerStatement(const Stmt *statement) {
  if (!statement || failed)
    return;
  here = statement->getBeginLoc();
  if (isUnreachable() && !isa<CompoundStmt, SwitchCase, LabelStmt, AttributedStmt, DeclStmt>(statement))
    return;
  if (const auto *expression = dyn_cast<Expr>(statement))
    return discard(expression);
  if (isa<IfStmt, WhileStmt, DoStmt, ForStmt, CXXForRangeStmt, SwitchStmt>(statement))
    return nestBranch(statement->getBeginLoc(), [&] { lowerBranchingStatement(statement); });
  switch (statement->getStmtClass()) {
  case Stmt::NullStmtClass:
    return;
  case Stmt::CompoundStmtClass:
    return lowerCompound(cast<CompoundStmt>(statement));
  case Stmt::LabelStmtClass: // nothing jumps there
    return lowerStatement(cast<LabelStmt>(statement)->getSubStmt());
  case Stmt::AttributedStmtClass:
    return lowerAttributed(cast<AttributedStmt>(statement));
  case Stmt::DeclStmtClass:
    return lowerDeclarations(cast<DeclStmt>(statement));
  case Stmt::ReturnStmtClass:
    return lowerReturn(cast<ReturnStmt>(statement));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return lowerCase(cast<SwitchCase>(statement));
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
    return lowerJump(statement, isa<ContinueStmt>(statement));
  default:
    unsupported(statement->getBeginLoc(),
                llvm::Twine("this kind of statement (") + statement->getStmtClassName() + ")");
  }
}

void KernelLowering::lowerBranchingStatement(const Stmt *statement) {
  if (const auto *conditional = dyn_cast<IfStmt>(statement))
    lowerIf(conditional);
  else if (const auto *loop = dyn_cast<WhileStmt>(statement))
    lowerWhile(loop);
  else if (const auto *loop = dyn_cast<DoStmt>(statement))
    lowerDo(loop);
  else if (const auto *loop = dyn_cast<ForStmt>(statement))
    lowerFor(loop);
  else if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement))
    lowerRangeFor(loop);
  else
    lowerSwitch(cast<SwitchStmt>(statement));
}

void KernelLowering::lowerCompound(const CompoundStmt *statement, Object *target) {
  size_t depth = frame->cleanups.size();
  const Stmt *last = target ? statement->body_back() : nullptr;
  for (const Stmt *child : statement->body()) {
    if (child == last)
      initialise(cast<ValueStmt>(last)->getExprStmt(), target);
    else
      lowerStatement(child);
  }
  popCleanups(depth, statement->getRBracLoc());
}

/// Hints of a statement hold while its expressions are walked.
void KernelLowering::withHints(llvm::ArrayRef<const Attr *> attributes, llvm::function_ref<void()> emit) {
  mlir::ArrayAttr outer = hints;
  if (mlir::ArrayAttr found = statementHints(ast, attributes, b.getContext()))
    hints = found;
  emit();
  hints = outer;
}

void KernelLowering::lowerAttributed(const AttributedStmt *statement) {
  const Stmt *inner = statement->getSubStmt();
  if (!isa<Expr, ReturnStmt, DeclStmt>(inner)) // hints reach only what is written in one statement
    return lowerStatement(inner);
  withHints(statement->getAttrs(), [&] { lowerStatement(inner); });
}

void KernelLowering::lowerDeclarations(const DeclStmt *statement) {
  for (const Decl *declaration : statement->decls())
    if (const auto *variable = dyn_cast<VarDecl>(declaration))
      lowerVariable(variable);
}

void KernelLowering::lowerReturn(const ReturnStmt *statement) {
  if (const Expr *value = statement->getRetValue()) {
    if (!frame->result) {
      discard(value);
    } else if (frame->function->getReturnType()->isReferenceType()) {
      bindReference(value, frame->result, frame->function->getReturnType().getNonReferenceType());
    } else {
      initialise(value, frame->result);
    }
  }
  if (failed || !frame->exit) // the end of the function: scopes end by themselves
    return;
  emitCleanups(0, statement->getBeginLoc());
  leaveFunction(location(statement));
  startUnreachable();
}

void KernelLowering::lowerIf(const IfStmt *statement) {
  if (Chain chain = chainOf(statement); chain.isLong())
    return lowerChain(chain, location(statement), [&](const Stmt *arm) { lowerStatement(arm); });
  size_t depth = frame->cleanups.size();
  lowerStatement(statement->getInit());
  if (statement->getConditionVariable())
    lowerVariable(statement->getConditionVariable());
  std::optional<bool> known;
  if (statement->isConsteval())
    known = statement->isNegatedConsteval();
  else
    known = foldCondition(statement->getCond());
  if (known)
    lowerStatement(*known ? statement->getThen() : statement->getElse());
  else
    lowerBranches(statement);
  popCleanups(depth, statement->getEndLoc());
}

void KernelLowering::lowerBranches(const IfStmt *statement) {
  Location loc = location(statement);
  Value test = condition(statement->getCond());
  mlir::Block *ifTrue = ssa.createBlock(), *end = ssa.createBlock();
  mlir::Block *ifFalse = statement->getElse() ? ssa.createBlock() : end;
  conditionalBranch(test, ifTrue, ifFalse, loc);
  ssa.enter(ifTrue);
  lowerStatement(statement->getThen());
  branch(end, loc);
  if (statement->getElse()) {
    ssa.enter(ifFalse);
    lowerStatement(statement->getElse());
    branch(end, loc);
  }
  ssa.enter(end);
}
