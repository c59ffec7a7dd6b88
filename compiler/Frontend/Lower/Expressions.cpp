// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Expressions.cpp - prvalues of scalar, pointer and tile type ---------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

mlir::Value KernelLowering::evaluate(const Expr *expression) {
  if (failed)
    return poisonOf(expression->getType());
  here = expression->getBeginLoc();
  if (Value folded = fold(expression))
    return folded;
  Value value = evaluateUnfolded(expression);
  return failed || !value ? poisonOf(expression->getType()) : value;
}

mlir::Value KernelLowering::poisonOf(QualType type) {
  mlir::Type leaf = leafType(type);
  return poison(leaf ? leaf : b.getI32Type(), b.getUnknownLoc());
}

/// The expression that `expression` only wraps, or null.
static const Expr *unwrap(const Expr *expression) {
  switch (expression->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(expression)->getSubExpr();
  case Stmt::ConstantExprClass:
    return cast<ConstantExpr>(expression)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(expression)->getReplacement();
  case Stmt::CXXDefaultArgExprClass:
    return cast<CXXDefaultArgExpr>(expression)->getExpr();
  case Stmt::CXXBindTemporaryExprClass:
    return cast<CXXBindTemporaryExpr>(expression)->getSubExpr();
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return cast<CXXRewrittenBinaryOperator>(expression)->getSemanticForm();
  case Stmt::PackIndexingExprClass:
    return cast<PackIndexingExpr>(expression)->getSelectedExpr();
  case Stmt::PredefinedExprClass:
    return cast<PredefinedExpr>(expression)->getFunctionName();
  case Stmt::GenericSelectionExprClass:
    return cast<GenericSelectionExpr>(expression)->getResultExpr();
  case Stmt::ChooseExprClass:
    return cast<ChooseExpr>(expression)->getChosenSubExpr();
  case Stmt::CompoundLiteralExprClass:
    return expression->isPRValue() ? cast<CompoundLiteralExpr>(expression)->getInitializer() : nullptr;
  default:
    return nullptr;
  }
}

const Expr *tilec::frontend::unwrapOnce(const Expr *expression) {
  return unwrap(expression);
}

mlir::Value KernelLowering::evaluateUnfolded(const Expr *expression) {
  if (const Expr *inner = unwrap(expression))
    return evaluate(inner);
  if (expression->isGLValue())
    return addressOf(lvalue(expression));
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return evaluateCast(cast);
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return evaluateCall(call);
  if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(expression))
    return evaluateConditional(conditional);
  switch (expression->getStmtClass()) {
  case Stmt::ExprWithCleanupsClass: {
    Value value;
    fullExpression([&] { value = evaluate(cast<ExprWithCleanups>(expression)->getSubExpr()); });
    return value;
  }
  case Stmt::CXXDefaultInitExprClass:
    return evaluateDefaultMember(cast<CXXDefaultInitExpr>(expression));
  case Stmt::CXXThisExprClass:
    return evaluateThis();
  case Stmt::UnaryOperatorClass:
    return evaluateUnary(cast<UnaryOperator>(expression));
  case Stmt::BinaryOperatorClass:
    return evaluateBinary(cast<BinaryOperator>(expression));
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return arithmetic.zero(location(expression), leafTypeOr(expression->getType(), expression->getBeginLoc()));
  case Stmt::StmtExprClass:
    return evaluateThroughObject(expression);
  case Stmt::CXXNewExprClass:
    return evaluateNew(cast<CXXNewExpr>(expression));
  case Stmt::OpaqueValueExprClass:
    return load(lvalue(expression), location(expression));
  case Stmt::ArrayInitIndexExprClass:
    return arithmetic.integer(location(expression), b.getI64Type(), arrayInitIndex.value_or(0));
  case Stmt::InitListExprClass:
    if (!expression->getType()->isRecordType())
      return evaluateScalarList(cast<InitListExpr>(expression));
    return evaluateThroughObject(expression);
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CXXParenListInitExprClass:
    return evaluateThroughObject(expression);
  default:
    unsupported(expression->getBeginLoc(),
                llvm::Twine("this kind of expression (") + expression->getStmtClassName() + ")");
    return {};
  }
}

/// `int{}` or `int{x}`.
mlir::Value KernelLowering::evaluateScalarList(const InitListExpr *list) {
  if (list->getNumInits() == 0)
    return arithmetic.zero(location(list), leafTypeOr(list->getType(), list->getBeginLoc()));
  return valueOf(list->getInit(0));
}

mlir::Value KernelLowering::evaluateThis() {
  if (!frame->thisCapture)
    return addressOf(frame->self);
  Object *captured = fieldOf(frame->self, frame->thisCapture);
  if (frame->thisCapture->getType()->isPointerType())
    return load(captured, b.getUnknownLoc());
  return addressOf(captured); // [*this]
}

/// A default member initialiser sees the object under construction as `this`.
mlir::Value KernelLowering::evaluateDefaultMember(const CXXDefaultInitExpr *expression) {
  Value value;
  withDefaultMemberThis([&] { value = evaluate(expression->getExpr()); });
  return value;
}

void KernelLowering::withDefaultMemberThis(llvm::function_ref<void()> emit) {
  Object *self = frame->self;
  FieldDecl *capture = frame->thisCapture;
  if (underConstruction) {
    frame->self = underConstruction;
    frame->thisCapture = nullptr;
  }
  emit();
  frame->self = self;
  frame->thisCapture = capture;
}

mlir::Value KernelLowering::evaluateThroughObject(const Expr *expression) {
  Object *object = allocate(expression->getType(), expression, expression->getBeginLoc());
  initialise(expression, object);
  return failed ? Value() : load(object, location(expression));
}

mlir::Value KernelLowering::evaluateCall(const CallExpr *expression) {
  Object *result = call(expression, nullptr);
  return failed || !result ? Value() : load(result, location(expression));
}

mlir::Value KernelLowering::valueOf(const Expr *expression) {
  return expression->isGLValue() ? loadExpression(expression) : evaluate(expression);
}

mlir::Value KernelLowering::condition(const Expr *expression) {
  Value value = evaluate(expression);
  if (!value.getType().isInteger(1)) {
    unsupported(expression->getBeginLoc(), "a condition of this type");
    return poison(b.getI1Type(), location(expression));
  }
  return value;
}

mlir::Value KernelLowering::evaluateConditional(const AbstractConditionalOperator *expression) {
  Location loc = location(expression);
  Object *result = allocate(expression->getType(), expression, expression->getBeginLoc());
  branchOn(expression, [&](const Expr *arm) {
    if (arm->getType()->isVoidType()) // throw expressions
      return discard(arm);
    store(result, valueOf(arm), location(arm));
  });
  return failed ? Value() : load(result, loc);
}

void KernelLowering::branchOn(const AbstractConditionalOperator *expression,
                              llvm::function_ref<void(const Expr *)> arm) {
  if (const auto *binary = dyn_cast<BinaryConditionalOperator>(expression)) {
    Object *common = lvalue(binary->getCommon());
    opaqueValues[binary->getOpaqueValue()] = common;
  }
  if (Chain chain = chainOf(expression); chain.isLong())
    return lowerChain(chain, location(expression), [&](const Stmt *taken) {
      withoutNewCleanups(cast<Expr>(taken), [&] { arm(cast<Expr>(taken)); });
    });
  if (auto known = foldCondition(expression->getCond()))
    return arm(*known ? expression->getTrueExpr() : expression->getFalseExpr());
  Value test = condition(expression->getCond());
  if (auto known = constantOf(test))
    return arm(*known ? expression->getTrueExpr() : expression->getFalseExpr());
  Location loc = location(expression);
  mlir::Block *ifTrue = ssa.createBlock(), *ifFalse = ssa.createBlock(), *end = ssa.createBlock();
  conditionalBranch(test, ifTrue, ifFalse, loc);
  auto emitArm = [&](const Expr *taken) {
    nestBranch(taken->getBeginLoc(), [&] { withoutNewCleanups(taken, [&] { arm(taken); }); });
    branch(end, loc);
  };
  ssa.enter(ifTrue);
  emitArm(expression->getTrueExpr());
  ssa.enter(ifFalse);
  emitArm(expression->getFalseExpr());
  ssa.enter(end);
}

void KernelLowering::discard(const Expr *expression) {
  if (failed)
    return;
  here = expression->getBeginLoc();
  QualType type = expression->getType();
  if (const Expr *inner = unwrap(expression))
    return discard(inner);
  if (const auto *full = dyn_cast<ExprWithCleanups>(expression))
    return fullExpression([&] { discard(full->getSubExpr()); });
  if (const auto *statements = dyn_cast<StmtExpr>(expression))
    return lowerCompound(statements->getSubStmt());
  if (const auto *call = dyn_cast<CallExpr>(expression); call && !call->getType()->isRecordType())
    return (void)this->call(call, nullptr);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression); binary && binary->getOpcode() == BO_Comma) {
    discard(binary->getLHS());
    return discard(binary->getRHS());
  }
  if (const auto *conditional = dyn_cast<ConditionalOperator>(expression))
    return branchOn(conditional, [&](const Expr *arm) { discard(arm); });
  if (const auto *castExpr = dyn_cast<CastExpr>(expression);
      castExpr && (castExpr->getCastKind() == CK_ToVoid || castExpr->getCastKind() == CK_NoOp))
    return discard(castExpr->getSubExpr());
  if (expression->isGLValue())
    return (void)lvalue(expression);
  if (leafType(type))
    return (void)evaluate(expression);
  if (type->isRecordType())
    return (void)temporary(expression, expression, nullptr);
  if (!isa<CXXScalarValueInitExpr>(expression)) // void()
    unsupported(expression->getBeginLoc(),
                llvm::Twine("this kind of expression (") + expression->getStmtClassName() + ")");
}

/// Only placement new: construct at the address that the chosen `operator new` returns.
mlir::Value KernelLowering::evaluateNew(const CXXNewExpr *expression) {
  const FunctionDecl *allocation = expression->getOperatorNew();
  if (!expression->getNumPlacementArgs() || expression->isArray()) {
    error(expression->getBeginLoc(), "only placement new of a single object is allowed in tile code");
    return {};
  }
  QualType type = expression->getAllocatedType();
  Value address;
  if (allocation->isReservedGlobalPlacementOperator()) {
    address = evaluate(expression->getPlacementArg(0)->IgnoreParenImpCasts()->getType()->isPointerType()
                           ? expression->getPlacementArg(0)->IgnoreParenImpCasts()
                           : expression->getPlacementArg(0));
  } else {
    address = evaluateUserPlacement(expression);
  }
  if (failed)
    return {};
  Object *object = objectAt(address, type);
  if (expression->hasInitializer() || expression->getConstructExpr())
    initialise(expression->getInitializer() ? expression->getInitializer()
                                            : static_cast<const Expr *>(expression->getConstructExpr()),
               object);
  return addressOf(object);
}

/// A user's `operator new(size, args...)`: inlined like any function, with the size as a constant.
mlir::Value KernelLowering::evaluateUserPlacement(const CXXNewExpr *expression) {
  const FunctionDecl *allocation = expression->getOperatorNew();
  auto *size = IntegerLiteral::Create(ast, llvm::APInt(64, sizeOf(expression->getAllocatedType())), ast.getSizeType(),
                                      expression->getBeginLoc());
  llvm::SmallVector<const Expr *> arguments = {size};
  for (unsigned i = 0; i < expression->getNumPlacementArgs(); ++i)
    arguments.push_back(expression->getPlacementArg(i));
  Object *result = inlineCall(allocation, [] { return nullptr; }, arguments, nullptr, expression->getBeginLoc());
  return failed ? Value() : load(result, location(expression));
}
