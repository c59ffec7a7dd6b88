// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Casts.cpp - conversions, as Clang classified them -------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

mlir::Value KernelLowering::convertScalar(Value value, QualType from, QualType to, Location loc) {
  return arithmetic.convert(loc, value, numberKind(from), leafTypeOr(to, here), numberKind(to));
}

mlir::Value KernelLowering::evaluateCast(const CastExpr *expression) {
  const Expr *operand = expression->getSubExpr();
  QualType type = expression->getType();
  Location loc = location(expression);
  switch (expression->getCastKind()) {
  case CK_LValueToRValue:
    return loadExpression(operand);
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return valueOf(operand);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_BooleanToSignedIntegral:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    return convertScalar(evaluate(operand), operand->getType(), type, loc);
  case CK_PointerToBoolean:
    return comparePointers(Comparison::NotEqual, evaluate(operand),
                           arithmetic.zero(loc, leafTypeOr(operand->getType(), here)), loc);
  case CK_MemberPointerToBoolean:
    return arithmetic.compare(loc, Comparison::NotEqual, evaluate(operand), arithmetic.integer(loc, b.getI64Type(), -1),
                              NumberKind::Signed);
  case CK_NullToPointer:
    return arithmetic.zero(loc, leafTypeOr(type, here));
  case CK_NullToMemberPointer:
    return arithmetic.integer(loc, b.getI64Type(), -1);
  case CK_ArrayToPointerDecay:
    return decayedPointer(operand, type, loc);
  case CK_BitCast:
  case CK_AddressSpaceConversion:
    return evaluatePointerCast(expression);
  case CK_LValueToRValueBitCast:
    return evaluateBitCast(operand, type, loc);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return derivedToBase(expression, evaluate(operand));
  case CK_BaseToDerived:
    return baseToDerived(expression, evaluate(operand));
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
    return convertMemberPointer(expression);
  case CK_ToVoid:
    discard(operand);
    return {};
  case CK_FunctionToPointerDecay:
    error(expression->getBeginLoc(), "a function pointer cannot be formed in tile code");
    return {};
  default:
    unsupported(expression->getBeginLoc(), llvm::Twine("this conversion (") + expression->getCastKindName() + ")");
    return {};
  }
}

/// The value in a glvalue; the arms of `c ? a : b` are loaded one by one, so that neither needs an address.
mlir::Value KernelLowering::loadExpression(const Expr *glvalue) {
  const Expr *inner = glvalue->IgnoreParens();
  if (const auto *noop = dyn_cast<ImplicitCastExpr>(inner); noop && noop->getCastKind() == CK_NoOp)
    inner = noop->getSubExpr()->IgnoreParens();
  if (const auto *conditional = dyn_cast<ConditionalOperator>(inner); conditional && conditional->isGLValue())
    return evaluateConditional(conditional);
  Object *object = lvalue(glvalue);
  return failed ? Value() : load(object, location(glvalue));
}

mlir::Value KernelLowering::decayedPointer(const Expr *array, QualType pointer, Location loc) {
  Object *object = lvalue(array);
  if (failed)
    return {};
  if (!object->isMemory() && !object->parts.empty())
    return addressOf(object->parts[0]);
  return castPointer(addressOf(object), leafType(pointer), loc);
}

mlir::Value KernelLowering::evaluatePointerCast(const CastExpr *expression) {
  Value value = evaluate(expression->getSubExpr());
  mlir::Type type = leafTypeOr(expression->getType(), expression->getBeginLoc());
  if (failed || expression->getType()->isMemberPointerType())
    return value;
  return castPointer(value, type, location(expression));
}

/// `__builtin_bit_cast`, through memory unless both are leaves of one width.
mlir::Value KernelLowering::evaluateBitCast(const Expr *source, QualType to, Location loc) {
  QualType from = source->getType();
  mlir::Type fromLeaf = leafType(from), toLeaf = leafType(to);
  auto isTf32 = [](mlir::Type type) { return type && mlir::getElementTypeOrSelf(type).isTF32(); };
  if (fromLeaf && toLeaf && tile::shapeOf(fromLeaf) == tile::shapeOf(toLeaf) && !isTf32(fromLeaf) && !isTf32(toLeaf))
    return arithmetic.bitcast(loc, valueOf(source), mlir::getElementTypeOrSelf(toLeaf));
  Object *object = lvalue(source);
  Object *copyInMemory = allocateMemory(from.getCanonicalType().getUnqualifiedType());
  copy(copyInMemory, object, loc);
  return failed ? Value() : loadMemory(castPointer(copyInMemory->address, pointerTo(to), loc), to, loc);
}

/// Where the base at the end of the cast's path stands in the derived class, in bytes.
int64_t KernelLowering::pathOffset(const CastExpr *expression) {
  bool toDerived = expression->getCastKind() == CK_BaseToDerivedMemberPointer;
  QualType owner = toDerived ? expression->getType() : expression->getSubExpr()->getType();
  const CXXRecordDecl *record = owner->castAs<MemberPointerType>()->getMostRecentCXXRecordDecl();
  int64_t offset = 0;
  for (const CXXBaseSpecifier *step : expression->path()) {
    const auto *base = step->getType()->getAsCXXRecordDecl();
    offset += ast.getASTRecordLayout(record->getDefinition()).getBaseClassOffset(base->getDefinition()).getQuantity();
    record = base;
  }
  return offset;
}

/// Member pointers are offsets in the class they belong to; null is -1.
mlir::Value KernelLowering::convertMemberPointer(const CastExpr *expression) {
  Location loc = location(expression);
  Value offset = evaluate(expression->getSubExpr());
  int64_t distance = pathOffset(expression);
  if (expression->getCastKind() == CK_DerivedToBaseMemberPointer)
    distance = -distance;
  if (failed || !distance)
    return offset;
  Value moved = arithmetic.binary(loc, BinaryOperation::Add, offset, arithmetic.integer(loc, b.getI64Type(), distance),
                                  NumberKind::Signed);
  Value null = arithmetic.integer(loc, b.getI64Type(), -1);
  Value isNull = arithmetic.compare(loc, Comparison::Equal, offset, null, NumberKind::Signed);
  return b.createOrFold<mlir::arith::SelectOp>(loc, isNull, null, moved);
}

//===----------------------------------------------------------------------===//
// Glvalue casts
//===----------------------------------------------------------------------===//

Object *KernelLowering::castLvalue(const CastExpr *expression) {
  const Expr *operand = expression->getSubExpr();
  switch (expression->getCastKind()) {
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return lvalue(operand);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return basePath(expression, lvalue(operand));
  case CK_BaseToDerived:
    return derivedObject(lvalue(operand), expression->getType()->getAsCXXRecordDecl());
  case CK_LValueBitCast: {
    Object *object = lvalue(operand);
    return failed ? nullptr
                  : objectAt(castPointer(addressOf(object), pointerTo(expression->getType()), location(expression)),
                             expression->getType());
  }
  default:
    unsupported(expression->getBeginLoc(), llvm::Twine("this conversion (") + expression->getCastKindName() + ")");
    return nullptr;
  }
}

Object *KernelLowering::basePath(const CastExpr *expression, Object *object) {
  for (const CXXBaseSpecifier *step : expression->path()) {
    if (step->isVirtual())
      unsupported(expression->getBeginLoc(), "virtual bases");
    if (failed)
      return nullptr;
    object = baseOf(object, step->getType()->getAsCXXRecordDecl());
  }
  return object;
}

mlir::Value KernelLowering::derivedToBase(const CastExpr *expression, Value pointer) {
  Object *object = objectAt(pointer, expression->getSubExpr()->getType()->getPointeeType());
  Object *base = basePath(expression, object);
  return failed ? Value() : addressOf(base);
}

mlir::Value KernelLowering::baseToDerived(const CastExpr *expression, Value pointer) {
  Object *object = objectAt(pointer, expression->getSubExpr()->getType()->getPointeeType());
  Object *derived = derivedObject(object, expression->getType()->getPointeeType()->getAsCXXRecordDecl());
  return failed ? Value() : addressOf(derived);
}

/// The object of class `derived` that `base` is a part of.
Object *KernelLowering::derivedObject(Object *base, const CXXRecordDecl *derived) {
  if (failed)
    return nullptr;
  for (Object *object = base; object; object = object->parent)
    if (const auto *record = object->type->getAsCXXRecordDecl())
      if (record->getCanonicalDecl() == derived->getCanonicalDecl())
        return object;
  if (!base->isMemory())
    return nullptr;
  CXXBasePaths paths;
  const auto *record = base->type->getAsCXXRecordDecl();
  if (!record || !derived->isDerivedFrom(record, paths))
    return nullptr;
  int64_t offset = 0;
  for (const CXXBasePathElement &element : paths.front()) {
    QualType type = ast.getCanonicalTagType(element.Class);
    unsigned index = 0;
    for (const CXXBaseSpecifier &specifier : element.Class->bases()) {
      if (&specifier == element.Base)
        offset += partOffset(type, index);
      ++index;
    }
  }
  QualType type = ast.getCanonicalTagType(derived);
  return memoryAt(byteOffset(base->address, -offset, type, b.getUnknownLoc()), type);
}
