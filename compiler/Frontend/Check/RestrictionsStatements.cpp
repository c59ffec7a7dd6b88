// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsStatements.cpp - statements that tile code lacks -----------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"

using namespace clang;
using namespace tilec::frontend;

bool TileCodeChecker::refuseStatement(const Stmt *statement) {
  SourceLocation where = statement->getBeginLoc();
  if (isa<AsmStmt>(statement))
    error(where, "inline assembly is not allowed in tile code; the functions of cuda::tiles stand for instructions");
  else if (isa<GotoStmt, IndirectGotoStmt, AddrLabelExpr>(statement))
    error(where, "'goto' is not allowed in tile code: control flow has to be structured, by loops and if");
  else if (isa<CXXThrowExpr>(statement))
    error(where, "'throw' is not allowed in tile code: there are no exceptions; return, or assert(condition), takes "
                 "their place");
  else if (isa<CXXTryStmt>(statement))
    error(where, "'try' is not allowed in tile code: there are no exceptions");
  else if (isa<CXXTypeidExpr>(statement))
    error(where, "'typeid' is not allowed in tile code: there is no run-time type information");
  else if (isa<CXXDynamicCastExpr>(statement))
    error(where, "'dynamic_cast' is not allowed in tile code: there is no run-time type information");
  else if (isa<CXXDeleteExpr>(statement))
    error(where, "'delete' is not allowed in tile code: there is no heap; tiles and arrays end with their scope");
  else if (isa<VAArgExpr>(statement))
    error(where, "variable argument lists are not allowed in tile code");
  else if (isa<CUDAKernelCallExpr>(statement))
    error(where, "a kernel cannot be launched from tile code: kernels are launched by the host");
  else if (isa<CoroutineBodyStmt, CoreturnStmt, CoroutineSuspendExpr>(statement))
    error(where, "coroutines are not allowed in tile code");
  else if (const auto *allocation = dyn_cast<CXXNewExpr>(statement))
    return checkNew(allocation), false;
  else if (const auto *jump = dyn_cast<ContinueStmt>(statement))
    return checkContinue(jump), false;
  else
    return false;
  return true;
}

void TileCodeChecker::checkNew(const CXXNewExpr *expression) {
  const FunctionDecl *allocator = expression->getOperatorNew();
  if (expression->getNumPlacementArgs() == 0) {
    error(expression->getBeginLoc(),
          "'new' is not allowed in tile code: there is no heap; use a tile, or an array of constant size");
    return;
  }
  if (allocator && !allocator->isReservedGlobalPlacementOperator())
    checkCallee(allocator, expression->getBeginLoc());
}

void TileCodeChecker::visitLoop(const Stmt *statement) {
  enclosing.push_back(Enclosing::Loop);
  visitChildren(statement);
  enclosing.pop_back();
}

void TileCodeChecker::checkContinue(const ContinueStmt *statement) {
  if (!enclosing.empty() && enclosing.back() == Enclosing::Switch && !isInApi())
    error(statement->getBeginLoc(),
          "'continue' directly inside a 'switch' is not allowed in tile code: its loop has to "
          "be inside the 'switch' too");
}

namespace {
/// Collects the labels of one switch that do not stand directly in its body.
void collectNestedLabels(const Stmt *statement, bool direct, llvm::SmallVectorImpl<const SwitchCase *> &nested) {
  if (!statement)
    return;
  if (const auto *label = dyn_cast<SwitchCase>(statement)) {
    if (!direct)
      nested.push_back(label);
    return collectNestedLabels(label->getSubStmt(), direct, nested);
  }
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement)) // [[likely]] default:
    return collectNestedLabels(attributed->getSubStmt(), direct, nested);
  if (isa<SwitchStmt, Expr>(statement))
    return;
  for (const Stmt *child : statement->children())
    collectNestedLabels(child, false, nested);
}
} // namespace

void TileCodeChecker::visitSwitch(const SwitchStmt *statement) {
  llvm::SmallVector<const SwitchCase *> nested;
  if (const auto *body = dyn_cast<CompoundStmt>(statement->getBody()))
    for (const Stmt *child : body->body())
      collectNestedLabels(child, true, nested);
  for (const SwitchCase *label : nested)
    error(label->getBeginLoc(), "a 'case' label inside an inner statement is not allowed in tile code: labels stand "
                                "directly in the body of their 'switch'");
  visit(statement->getInit());
  visit(statement->getConditionVariableDeclStmt());
  visit(statement->getCond());
  enclosing.push_back(Enclosing::Switch);
  visit(statement->getBody());
  enclosing.pop_back();
}
