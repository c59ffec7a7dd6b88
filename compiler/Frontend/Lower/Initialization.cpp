// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Initialization.cpp - values into objects: lists, constructors, lambdas ===//
//
// A class prvalue has no value of its own here: it initialises its target directly, as C++17 says. Members of leaf type
// are stored, members of class type are initialised in place.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

void KernelLowering::initialise(const Expr *expression, Object *target) {
  if (failed || !target)
    return;
  here = expression->getBeginLoc();
  QualType type = target->type;
  if (type->isReferenceType())
    return bindReference(expression, target, type.getNonReferenceType());
  if (const auto *statements = dyn_cast<StmtExpr>(expression))
    return lowerCompound(statements->getSubStmt(), target);
  bool isClass = expression->getType()->isRecordType() || expression->getType()->isArrayType();
  if (isClass && (expression->isPRValue() || !leafType(type)))
    return initialiseClass(expression, target);
  Value value = valueOf(expression);
  if (!failed)
    store(target, value, location(expression));
}

void KernelLowering::initialiseClass(const Expr *expression, Object *target) {
  if (const Expr *inner = unwrapOnce(expression))
    return initialise(inner, target);
  if (expression->isGLValue() && !isa<StringLiteral>(expression))
    return copyFrom(expression, target);
  switch (expression->getStmtClass()) {
  case Stmt::ExprWithCleanupsClass:
    return fullExpression([&] { initialise(cast<ExprWithCleanups>(expression)->getSubExpr(), target); });
  case Stmt::CXXDefaultInitExprClass:
    return withDefaultMemberThis([&] { initialise(cast<CXXDefaultInitExpr>(expression)->getExpr(), target); });
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return zeroInitialise(target, location(expression));
  case Stmt::InitListExprClass:
    return initialiseFromList(cast<InitListExpr>(expression), target);
  case Stmt::CXXParenListInitExprClass:
    return initialiseParts(cast<CXXParenListInitExpr>(expression)->getInitExprs(),
                           cast<CXXParenListInitExpr>(expression)->getArrayFiller(), target);
  case Stmt::LambdaExprClass:
    return initialiseLambda(cast<LambdaExpr>(expression), target);
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(cast<CXXConstructExpr>(expression), target);
  case Stmt::CXXInheritedCtorInitExprClass:
    return inheritedConstruct(cast<CXXInheritedCtorInitExpr>(expression), target);
  case Stmt::ArrayInitLoopExprClass:
    return initialiseArrayLoop(cast<ArrayInitLoopExpr>(expression), target);
  case Stmt::StringLiteralClass:
    return initialiseString(cast<StringLiteral>(expression), target);
  case Stmt::CXXStdInitializerListExprClass:
    return initialiseInitializerList(cast<CXXStdInitializerListExpr>(expression), target);
  case Stmt::OpaqueValueExprClass:
    return copy(target, lvalue(expression), location(expression));
  default:
    break;
  }
  if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(expression))
    return branchOn(conditional, [&](const Expr *arm) { initialise(arm, target); });
  if (const auto *callExpr = dyn_cast<CallExpr>(expression))
    return initialiseFromCall(callExpr, target);
  if (const auto *castExpr = dyn_cast<CastExpr>(expression))
    return initialiseFromCast(castExpr, target);
  if (const auto *binary = dyn_cast<BinaryOperator>(expression); binary && binary->getOpcode() == BO_Comma) {
    discard(binary->getLHS());
    return initialise(binary->getRHS(), target);
  }
  unsupported(expression->getBeginLoc(), llvm::Twine("this initialiser (") + expression->getStmtClassName() + ")");
}

/// A reference member holds an address (in memory, `target` is shown as a pointer).
void KernelLowering::bindReference(const Expr *expression, Object *target, QualType referred) {
  Location loc = location(expression);
  Object *object = lvalue(expression);
  if (!failed)
    store(target, castPointer(addressOf(object), pointerTo(referred), loc), loc);
}

void KernelLowering::initialisePart(const Expr *expression, Object *target, unsigned index) {
  if (failed)
    return;
  QualType type = partType(target->type, index);
  if (type->isReferenceType())
    return bindReference(expression, part(target, index), type.getNonReferenceType());
  initialise(expression, part(target, index));
}

void KernelLowering::initialiseField(const Expr *expression, Object *target, const FieldDecl *field) {
  Object *member = fieldOf(target, field);
  if (failed)
    return;
  if (field->getType()->isReferenceType())
    return bindReference(expression, member, field->getType().getNonReferenceType());
  initialise(expression, member);
}

void KernelLowering::initialiseFromCall(const CallExpr *expression, Object *target) {
  Object *result = call(expression, target);
  if (!failed && result && result != target)
    copy(target, result, location(expression));
}

void KernelLowering::initialiseFromCast(const CastExpr *expression, Object *target) {
  const Expr *operand = expression->getSubExpr();
  switch (expression->getCastKind()) {
  case CK_LValueToRValue:
    return copyFrom(operand, target);
  case CK_LValueToRValueBitCast: {
    Object *object = lvalue(operand);
    Object *bytes = allocateMemory(operand->getType().getCanonicalType().getUnqualifiedType());
    copy(bytes, object, location(expression));
    return copy(target, memoryAt(bytes->address, target->type), location(expression));
  }
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return initialise(operand, target);
  default:
    unsupported(expression->getBeginLoc(), llvm::Twine("this conversion (") + expression->getCastKindName() + ")");
  }
}

/// Copies a glvalue; the arms of `c ? a : b` are copied one by one, so that neither needs an address.
void KernelLowering::copyFrom(const Expr *source, Object *target) {
  const Expr *inner = source->IgnoreParens();
  if (const auto *castExpr = dyn_cast<ImplicitCastExpr>(inner); castExpr && castExpr->getCastKind() == CK_NoOp)
    inner = castExpr->getSubExpr()->IgnoreParens();
  if (const auto *conditional = dyn_cast<ConditionalOperator>(inner); conditional && conditional->isGLValue())
    return branchOn(conditional, [&](const Expr *arm) { copyFrom(arm, target); });
  Object *object = lvalue(source);
  copy(target, object, location(source));
}

void KernelLowering::zeroInitialise(Object *target, Location loc) {
  if (mlir::Type leaf = leafType(target->type))
    return store(target, arithmetic.zero(loc, leaf), loc);
  if (target->isMemory() && needsMemory(target->type))
    return fillBytes(target->address, arithmetic.zero(loc, b.getI8Type()), sizeOf(target->type), loc);
  for (unsigned i = 0, e = partCount(target->type); i < e && !failed; ++i)
    zeroInitialise(part(target, i), loc);
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

void KernelLowering::initialiseFromList(const InitListExpr *list, Object *target) {
  if (list->isSemanticForm() == false && list->getSemanticForm())
    list = list->getSemanticForm();
  if (list->isTransparent())
    return initialise(list->getInit(0), target);
  if (leafType(target->type)) {
    if (list->getNumInits() == 0)
      return zeroInitialise(target, location(list));
    return initialise(list->getInit(0), target);
  }
  if (isUnion(target->type)) {
    if (const FieldDecl *field = list->getInitializedFieldInUnion(); field && list->getNumInits())
      initialiseField(list->getInit(0), target, field);
    return;
  }
  initialiseParts(list->inits(), list->getArrayFiller(), target);
}

void KernelLowering::initialiseParts(llvm::ArrayRef<Expr *> values, const Expr *filler, Object *target) {
  Object *outer = underConstruction;
  if (target->type->isRecordType())
    underConstruction = target;
  if (leafType(target->type))
    return values.empty() ? zeroInitialise(target, b.getUnknownLoc()) : initialise(values[0], target);
  unsigned count = partCount(target->type), given = std::min<unsigned>(count, values.size());
  for (unsigned i = 0; i < given && !failed; ++i)
    initialisePart(values[i], target, i);
  if (filler && given < count)
    fillRest(filler, target, given, count);
  underConstruction = outer;
}

/// The elements of an array that its list leaves out; many zeros in memory are written at once.
void KernelLowering::fillRest(const Expr *filler, Object *target, unsigned from, unsigned count) {
  if (isa<ImplicitValueInitExpr>(filler) && target->isMemory()) {
    Location loc = location(filler);
    int64_t start = partOffset(target->type, from);
    return fillBytes(byteOffset(target->address, start, ast.CharTy, loc), arithmetic.zero(loc, b.getI8Type()),
                     sizeOf(target->type) - start, loc);
  }
  for (unsigned i = from; i < count && !failed; ++i)
    initialise(filler, part(target, i));
}

void KernelLowering::initialiseString(const StringLiteral *literal, Object *target) {
  Location loc = location(literal);
  for (unsigned i = 0, e = partCount(target->type); i < e && !failed; ++i) {
    mlir::Type type = leafType(partType(target->type, i));
    store(part(target, i), arithmetic.integer(loc, type, i < literal->getLength() ? literal->getCodeUnit(i) : 0), loc);
  }
}

/// Copies an array member by member: captures and defaulted copies of classes with arrays.
void KernelLowering::initialiseArrayLoop(const ArrayInitLoopExpr *loop, Object *target) {
  Object *common = lvalue(loop->getCommonExpr()->getSourceExpr());
  opaqueValues[loop->getCommonExpr()] = common;
  auto outer = arrayInitIndex;
  for (unsigned i = 0, e = partCount(target->type); i < e && !failed; ++i) {
    arrayInitIndex = i;
    initialise(loop->getSubExpr(), part(target, i));
  }
  arrayInitIndex = outer;
}

void KernelLowering::initialiseLambda(const LambdaExpr *lambda, Object *target) {
  for (auto [i, value] : llvm::enumerate(lambda->capture_inits()))
    initialisePart(value, target, i);
}

/// A `std::initializer_list` is a pointer and either a length or an end pointer, in some order.
void KernelLowering::initialiseInitializerList(const CXXStdInitializerListExpr *expression, Object *target) {
  const Expr *source = expression->getSubExpr();
  Location loc = location(expression);
  Object *array = lvalue(source);
  if (failed)
    return;
  uint64_t count = partCount(array->type);
  QualType element = ast.getAsConstantArrayType(array->type)->getElementType();
  Value first = castPointer(addressOf(array->isMemory() || !count ? array : array->parts[0]), pointerTo(element), loc);
  const auto *record = target->type->getAsRecordDecl();
  for (const FieldDecl *field : record->fields()) {
    Object *member = fieldOf(target, field);
    if (!field->getType()->isPointerType())
      store(member, arithmetic.integer(loc, leafType(field->getType()), count), loc);
    else if (field->getFieldIndex() == 0)
      store(member, first, loc);
    else
      store(member,
            elementOffset(first, arithmetic.integer(loc, b.getI64Type(), count), NumberKind::Signed, element, loc),
            loc);
  }
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

void KernelLowering::construct(const CXXConstructExpr *expression, Object *target) {
  if (!target->type->isConstantArrayType())
    return constructOne(expression, target);
  if (expression->getConstructor()->isTrivial() && !expression->requiresZeroInitialization())
    return;
  for (unsigned i = 0, e = partCount(target->type); i < e && !failed; ++i)
    construct(expression, part(target, i));
}

void KernelLowering::constructOne(const CXXConstructExpr *expression, Object *target) {
  const CXXConstructorDecl *constructor = expression->getConstructor();
  if (isHalfClass(target->type) && constructHalf(expression, target))
    return;
  if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial()) {
    const Expr *source = expression->getArg(0);
    return source->isGLValue() ? copyFrom(source, target) : initialise(source, target);
  }
  if (expression->requiresZeroInitialization())
    zeroInitialise(target, location(expression));
  if (constructor->isTrivial())
    return;
  llvm::SmallVector<const Expr *> arguments(expression->arg_begin(), expression->arg_end());
  inlineCall(constructor, [&] { return target; }, arguments, nullptr, expression->getBeginLoc());
}

void KernelLowering::runInitialisers(const CXXConstructorDecl *constructor, Object *self) {
  for (const CXXCtorInitializer *initialiser : constructor->inits()) {
    if (failed)
      return;
    Object *outer = underConstruction;
    underConstruction = self;
    const Expr *value = initialiser->getInit();
    if (initialiser->isBaseInitializer())
      initialise(value, baseOf(self, initialiser->getBaseClass()->getAsCXXRecordDecl()));
    else if (initialiser->isDelegatingInitializer())
      initialise(value, self);
    else if (initialiser->isIndirectMemberInitializer())
      initialise(value, indirectField(self, initialiser->getIndirectMember())); // of an anonymous union: no references
    else
      initialiseField(value, self, initialiser->getMember());
    underConstruction = outer;
  }
}

Object *KernelLowering::indirectField(Object *object, const IndirectFieldDecl *field) {
  for (const NamedDecl *step : field->chain())
    object = fieldOf(object, cast<FieldDecl>(step));
  return object;
}

/// `using Base::Base`: the parameters of the inheriting constructor are those of the base's.
void KernelLowering::inheritedConstruct(const CXXInheritedCtorInitExpr *expression, Object *target) {
  const CXXConstructorDecl *constructor = expression->getConstructor();
  llvm::SmallVector<Object *> arguments;
  for (const ParmVarDecl *parameter : cast<CXXConstructorDecl>(frame->function)->parameters())
    arguments.push_back(frame->variables.lookup(parameter));
  inlineWithObjects(constructor, target, arguments, expression->getBeginLoc());
}
