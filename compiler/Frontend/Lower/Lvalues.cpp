// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Lvalues.cpp - the objects that glvalues denote ----------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

Object *KernelLowering::lvalue(const Expr *expression) {
  if (failed)
    return dummy(expression->getType());
  here = expression->getBeginLoc();
  Object *object = lvalueUnchecked(expression);
  return failed || !object ? dummy(expression->getType()) : object;
}

Object *KernelLowering::lvalueUnchecked(const Expr *expression) {
  if (const Expr *inner = unwrapOnce(expression))
    return lvalue(inner);
  if (const auto *castExpr = dyn_cast<CastExpr>(expression); castExpr && expression->isGLValue())
    return castLvalue(castExpr);
  if (const auto *callExpr = dyn_cast<CallExpr>(expression))
    return expression->isGLValue() ? call(callExpr, nullptr) : temporary(expression, expression, nullptr);
  switch (expression->getStmtClass()) {
  case Stmt::ExprWithCleanupsClass: {
    Object *object = nullptr;
    fullExpression([&] { object = lvalue(cast<ExprWithCleanups>(expression)->getSubExpr()); });
    return object;
  }
  case Stmt::CXXDefaultInitExprClass: {
    Object *object = nullptr;
    withDefaultMemberThis([&] { object = lvalue(cast<CXXDefaultInitExpr>(expression)->getExpr()); });
    return object;
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const auto *materialize = cast<MaterializeTemporaryExpr>(expression);
    return temporary(materialize->getSubExpr(), materialize, materialize->getExtendingDecl());
  }
  case Stmt::DeclRefExprClass:
    return variableLvalue(cast<DeclRefExpr>(expression)->getDecl(), expression);
  case Stmt::MemberExprClass:
    return memberLvalue(cast<MemberExpr>(expression));
  case Stmt::ArraySubscriptExprClass:
    return subscriptLvalue(cast<ArraySubscriptExpr>(expression));
  case Stmt::UnaryOperatorClass:
    return unaryLvalue(cast<UnaryOperator>(expression));
  case Stmt::BinaryOperatorClass:
    return binaryLvalue(cast<BinaryOperator>(expression));
  case Stmt::CompoundAssignOperatorClass:
    return compoundAssign(cast<CompoundAssignOperator>(expression));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    if (expression->isGLValue())
      return conditionalLvalue(cast<AbstractConditionalOperator>(expression));
    break;
  case Stmt::StringLiteralClass:
    return stringLiteral(cast<StringLiteral>(expression));
  case Stmt::OpaqueValueExprClass:
    return opaqueLvalue(cast<OpaqueValueExpr>(expression));
  case Stmt::InitListExprClass:
    if (expression->isGLValue())
      return lvalue(cast<InitListExpr>(expression)->getInit(0));
    break;
  default:
    break;
  }
  if (expression->isPRValue() && !expression->getType()->isVoidType())
    return temporary(expression, expression, nullptr);
  unsupported(expression->getBeginLoc(), llvm::Twine("this kind of lvalue (") + expression->getStmtClassName() + ")");
  return nullptr;
}

Object *KernelLowering::opaqueLvalue(const OpaqueValueExpr *expression) {
  if (Object *known = opaqueValues.lookup(expression))
    return known;
  return expression->getSourceExpr() ? lvalue(expression->getSourceExpr()) : nullptr;
}

Object *KernelLowering::temporary(const Expr *value, const void *origin, const ValueDecl *extendedBy) {
  Object *object = allocate(value->getType(), origin, value->getBeginLoc());
  initialise(value, object);
  pushCleanup(object, value->getType(), extendedBy != nullptr);
  return object;
}

/// The object of a variable of the current function: a local, a parameter, or what a lambda captured.
Object *KernelLowering::lookUp(const ValueDecl *declaration) {
  if (auto it = frame->variables.find(declaration); it != frame->variables.end())
    return it->second;
  if (FieldDecl *field = frame->captures.lookup(declaration))
    return fieldLvalue(frame->self, field);
  return nullptr;
}

Object *KernelLowering::variableLvalue(const ValueDecl *declaration, const Expr *use) {
  SourceLocation where = use ? use->getBeginLoc() : here;
  if (frame)
    if (Object *local = lookUp(declaration))
      return local;
  if (const auto *binding = dyn_cast<BindingDecl>(declaration)) {
    if (const VarDecl *holding = binding->getHoldingVar())
      return variableLvalue(holding, use);
    return lvalue(binding->getBinding());
  }
  if (const auto *parameterObject = dyn_cast<TemplateParamObjectDecl>(declaration)) {
    Object *object = allocate(parameterObject->getType(), parameterObject, where);
    mlir::OpBuilder::InsertionGuard guard(b);
    initialiseConstant(object, parameterObject->getValue(), location(where));
    return object;
  }
  if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
    if (variable->hasAttr<CUDADeviceAttr>() || (variable->isStaticLocal() && !variable->getType().isConstQualified()))
      return globalVariable(variable, where);
    if (variable->getType()->isReferenceType() && variable->getInit())
      return lvalue(variable->getInit());
    if (variable->isConstexpr() || variable->getType().isConstQualified())
      if (Object *object = constantObject(variable, where))
        return object;
  }
  if (isa<FunctionDecl>(declaration)) {
    error(where, "the address of a function cannot be taken in tile code");
    return nullptr;
  }
  error(where, "'" + declaration->getNameAsString() +
                   "' cannot be used in tile code: it is neither a `__tile__` variable nor a constant");
  return nullptr;
}

Object *KernelLowering::memberLvalue(const MemberExpr *expression) {
  const ValueDecl *member = expression->getMemberDecl();
  if (isa<VarDecl>(member)) {
    if (expression->getBase()->HasSideEffects(ast))
      discard(expression->getBase());
    return variableLvalue(member, expression);
  }
  const auto *field = dyn_cast<FieldDecl>(member);
  if (!field) {
    unsupported(expression->getBeginLoc(), "naming a member function without calling it");
    return nullptr;
  }
  const Expr *base = expression->getBase();
  Object *object = expression->isArrow() ? objectAt(evaluate(base), base->getType()->getPointeeType()) : lvalue(base);
  return failed ? nullptr : fieldLvalue(object, field);
}

/// The array that decays to the pointer `base`, or null.
static const Expr *decayedArray(const Expr *base) {
  const auto *castExpr = dyn_cast<ImplicitCastExpr>(base->IgnoreParens());
  return castExpr && castExpr->getCastKind() == CK_ArrayToPointerDecay ? castExpr->getSubExpr() : nullptr;
}

Object *KernelLowering::subscriptLvalue(const ArraySubscriptExpr *expression) {
  const Expr *array = decayedArray(expression->getBase());
  Location loc = location(expression);
  if (!array) {
    Value pointer = evaluate(expression->getBase());
    Value index = evaluate(expression->getIdx());
    if (failed)
      return nullptr;
    return objectAt(pointerPlus(pointer, index, expression->getIdx()->getType(), expression->getType(), false, loc),
                    expression->getType());
  }
  Object *object = lvalue(array);
  Value index = evaluate(expression->getIdx());
  if (failed)
    return nullptr;
  auto known = constantOf(index);
  if (known && *known >= 0 && object->type->isConstantArrayType() && uint64_t(*known) < partCount(object->type))
    return part(object, *known);
  requestUnrolling(object);
  Value address = addressOf(object);
  return memoryAt(
      elementOffset(address, index, numberKind(expression->getIdx()->getType()), expression->getType(), loc),
      expression->getType());
}

Object *KernelLowering::unaryLvalue(const UnaryOperator *expression) {
  const Expr *operand = expression->getSubExpr();
  switch (expression->getOpcode()) {
  case UO_Deref:
    return objectAt(evaluate(operand), expression->getType());
  case UO_PreInc:
  case UO_PreDec: {
    Object *object = lvalue(operand);
    increment(object, expression);
    return object;
  }
  case UO_Extension:
    return lvalue(operand);
  default:
    unsupported(expression->getBeginLoc(), "this unary operator");
    return nullptr;
  }
}

Object *KernelLowering::binaryLvalue(const BinaryOperator *expression) {
  switch (expression->getOpcode()) {
  case BO_Assign:
    return assign(expression);
  case BO_Comma:
    discard(expression->getLHS());
    return lvalue(expression->getRHS());
  case BO_PtrMemD:
  case BO_PtrMemI:
    return memberPointerLvalue(expression);
  default:
    return temporary(expression, expression, nullptr);
  }
}

Object *KernelLowering::conditionalLvalue(const AbstractConditionalOperator *expression) {
  QualType pointer = ast.getPointerType(expression->getType());
  Object *address = allocateLeaf(pointer, leafType(pointer));
  branchOn(expression, [&](const Expr *arm) {
    if (arm->getType()->isVoidType())
      return discard(arm);
    store(address, addressOf(lvalue(arm)), location(arm));
  });
  return failed ? nullptr : objectAt(load(address, location(expression)), expression->getType());
}

/// The member of this type at an offset in bytes, in the class or its bases, or null.
Object *KernelLowering::partAtOffset(Object *object, int64_t offset, QualType type) {
  if (!object->type->isRecordType() || leafType(object->type) || isUnion(object->type))
    return nullptr;
  unsigned bases = object->type->getAsCXXRecordDecl()->getNumBases();
  for (unsigned i = 0, e = partCount(object->type); i < e; ++i) {
    QualType member = partType(object->type, i);
    int64_t start = partOffset(object->type, i);
    if (i >= bases && start == offset && ast.hasSameUnqualifiedType(member, type))
      return part(object, i);
    if (i < bases && offset >= start && offset < start + sizeOf(member))
      if (Object *found = partAtOffset(part(object, i), offset - start, type))
        return found;
  }
  return nullptr;
}

/// `object.*pointer`: the field if the member pointer is constant, else an address in the object.
Object *KernelLowering::memberPointerLvalue(const BinaryOperator *expression) {
  const Expr *base = expression->getLHS();
  Location loc = location(expression);
  Object *object = expression->getOpcode() == BO_PtrMemI ? objectAt(evaluate(base), base->getType()->getPointeeType())
                                                         : lvalue(base);
  Value offset = evaluate(expression->getRHS());
  if (failed)
    return nullptr;
  if (auto known = constantOf(offset))
    if (Object *member = partAtOffset(object, *known, expression->getType()))
      return member;
  Value bytes = castPointer(addressOf(object), tile::PtrType::get(b.getI8Type()), loc);
  Value address = tile::OffsetOp::create(b, loc, bytes.getType(), bytes, offset);
  return memoryAt(address, expression->getType());
}
