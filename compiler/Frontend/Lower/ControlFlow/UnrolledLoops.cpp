// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnrolledLoops.cpp - short loops over local arrays -------------------===//
//
//   Tile acc[2] = ...;
//   for (int i = 0; i < 2; ++i) acc[i] = acc[i] + t;
//
// An array indexed at run time would have to live in memory, which for tiles is slow. When the index changes in a `for`
// loop with a small constant number of iterations, the walker starts again and repeats the body instead, so that every
// index is a constant and the array stays in SSA variables. If the array needs memory all the same, for another access,
// the loop stays a loop.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

/// Iterations of one loop, and of a nest of them, that are written out.
static constexpr unsigned kMaxUnrolledIterations = 16;
static constexpr unsigned kMaxUnrolledBodies = 64;

/// Is the variable used in any way but for its value?
static bool mayChange(const Stmt *statement, const VarDecl *variable) {
  if (!statement)
    return false;
  if (const auto *load = dyn_cast<ImplicitCastExpr>(statement); load && load->getCastKind() == CK_LValueToRValue)
    if (isa<DeclRefExpr>(load->getSubExpr()->IgnoreParens()))
      return false;
  if (const auto *reference = dyn_cast<DeclRefExpr>(statement))
    return reference->getDecl() == variable && !variable->getType().isConstQualified();
  return llvm::any_of(statement->children(), [&](const Stmt *child) { return mayChange(child, variable); });
}

/// The variable whose value this expression is, or null.
static const VarDecl *readVariable(const Expr *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

/// What the loop's last clause adds to `counter`, or none.
static std::optional<int64_t> stepOf(const Expr *clause, const VarDecl *counter, const ASTContext &ast) {
  clause = clause->IgnoreParens();
  if (const auto *unary = dyn_cast<UnaryOperator>(clause))
    if (unary->isIncrementDecrementOp() && readVariable(unary->getSubExpr()) == counter)
      return unary->isIncrementOp() ? 1 : -1;
  const auto *assign = dyn_cast<CompoundAssignOperator>(clause);
  Expr::EvalResult amount;
  if (!assign || readVariable(assign->getLHS()) != counter || !assign->getRHS()->EvaluateAsInt(amount, ast))
    return std::nullopt;
  std::optional<int64_t> exact = amount.Val.getInt().tryExtValue();
  if (!exact)
    return std::nullopt;
  int64_t value = *exact;
  if (assign->getOpcode() == BO_AddAssign)
    return value;
  return assign->getOpcode() == BO_SubAssign ? std::optional(-value) : std::nullopt;
}

static bool holds(BinaryOperatorKind op, int64_t lhs, int64_t rhs) {
  switch (op) {
  case BO_LT:
    return lhs < rhs;
  case BO_LE:
    return lhs <= rhs;
  case BO_GT:
    return lhs > rhs;
  case BO_GE:
    return lhs >= rhs;
  default:
    return lhs != rhs;
  }
}

/// The number of iterations of a loop that counts from a constant to a constant, if it is small.
std::optional<unsigned> KernelLowering::smallTripCount(const ForStmt *statement) {
  const auto *declaration = dyn_cast_or_null<DeclStmt>(statement->getInit());
  const auto *test = dyn_cast_or_null<BinaryOperator>(statement->getCond());
  if (!declaration || !declaration->isSingleDecl() || !test || !test->isComparisonOp() || !statement->getInc())
    return std::nullopt;
  const auto *counter = dyn_cast<VarDecl>(declaration->getSingleDecl());
  Expr::EvalResult first, last;
  if (!counter || !counter->getType()->isIntegerType() || !counter->getInit() || test->getOpcode() == BO_EQ ||
      test->getOpcode() == BO_Cmp || readVariable(test->getLHS()) != counter ||
      !counter->getInit()->EvaluateAsInt(first, ast) || !test->getRHS()->EvaluateAsInt(last, ast))
    return std::nullopt;
  auto step = stepOf(statement->getInc(), counter, ast);
  std::optional<int64_t> start = first.Val.getInt().tryExtValue(), end = last.Val.getInt().tryExtValue();
  // Small non-negative numbers behave alike in every integer type.
  if (!step || !start || !end || *start < 0 || *end < 0 || mayChange(statement->getBody(), counter))
    return std::nullopt;
  int64_t value = *start;
  for (unsigned trips = 0; trips <= kMaxUnrolledIterations; ++trips, value += *step) {
    // An unsigned counter wraps below zero.
    if (value > 100 || (value < 0 && counter->getType()->isUnsignedIntegerOrEnumerationType()))
      return std::nullopt;
    if (!holds(test->getOpcode(), value, *end))
      return trips;
  }
  return std::nullopt;
}

/// Notes that `object`, a local array, is indexed at run time in the loops being walked.
void KernelLowering::requestUnrolling(Object *object) {
  const void *origin = object ? object->root()->origin : nullptr;
  if (!origin || object->root()->isMemory())
    return;
  for (const ForStmt *loop : unrollableLoops)
    unrollingRequested |= kernelState.unrolledFor[loop].insert(origin).second;
}

/// `object` has to live in memory: loops written out for it alone are loops again.
void KernelLowering::withdrawUnrolling(const void *origin) {
  for (auto &[loop, origins] : kernelState.unrolledFor)
    origins.erase(origin);
}

/// Writes the loop out if an array asked for it. Otherwise the loop may be asked for while `asLoop` walks it.
void KernelLowering::lowerShortLoop(const ForStmt *statement, unsigned trips, llvm::function_ref<void()> asLoop) {
  auto requests = kernelState.unrolledFor.find(statement);
  bool isRequested = requests != kernelState.unrolledFor.end() && !requests->second.empty();
  bool fits = unrolledBodies * std::max(1u, trips) <= kMaxUnrolledBodies;
  if (isRequested && fits)
    return lowerUnrolled(statement, trips);
  if (fits && !isRequested)
    unrollableLoops.push_back(statement);
  asLoop();
  if (fits && !isRequested)
    unrollableLoops.pop_back();
}

void KernelLowering::lowerUnrolled(const ForStmt *statement, unsigned trips) {
  Location loc = location(statement);
  unsigned outer = unrolledBodies;
  unrolledBodies *= std::max(1u, trips);
  mlir::Block *exit = ssa.createBlock();
  for (unsigned i = 0; i < trips && !failed; ++i) {
    mlir::Block *step = ssa.createBlock();
    frame->jumps.push_back({exit, step, frame->cleanups.size()});
    lowerStatement(statement->getBody());
    frame->jumps.pop_back();
    branch(step, loc);
    ssa.enter(step);
    if (!isUnreachable())
      lowerStatement(statement->getInc());
  }
  branch(exit, loc);
  ssa.enter(exit);
  unrolledBodies = outer;
}
