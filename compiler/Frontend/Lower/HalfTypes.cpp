// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HalfTypes.cpp - __half, __nv_bfloat16, fp8, fp4, e8m0 and tf32 scalars ===//
//
// The CUDA headers define these as classes around an integer, with software or device-only bodies. Here they are
// scalars: constructors, conversions and operators are recognised by name and become native operations. Functions are
// in HalfFunctions.cpp.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"


using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

bool KernelLowering::isHalfClass(QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && !isa<ClassTemplateSpecializationDecl>(record) && classLeafType(record);
}

/// Is it a scalar that converts to and from those classes?
bool KernelLowering::isNumber(QualType type) {
  type = type.getNonReferenceType();
  return type->isArithmeticType() || type->isEnumeralType() || isHalfClass(type);
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

bool KernelLowering::constructHalf(const CXXConstructExpr *expression, Object *target) {
  if (expression->getNumArgs() == 0)
    return false;
  const Expr *source = expression->getArg(0);
  if (!isNumber(source->getType())) {
    unsupported(expression->getBeginLoc(),
                "making a '" + target->type.getAsString() + "' from a '" + source->getType().getAsString() + "'");
    return true;
  }
  Value value = valueOf(source);
  if (!failed)
    store(target, convertScalar(value, source->getType(), target->type, location(expression)), location(expression));
  return true;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static std::optional<BinaryOperatorKind> arithmeticOperator(OverloadedOperatorKind op) {
  switch (op) {
  case OO_Plus:
  case OO_PlusEqual:
    return BO_Add;
  case OO_Minus:
  case OO_MinusEqual:
    return BO_Sub;
  case OO_Star:
  case OO_StarEqual:
    return BO_Mul;
  case OO_Slash:
  case OO_SlashEqual:
    return BO_Div;
  default:
    return std::nullopt;
  }
}

static std::optional<Comparison> comparisonOperator(OverloadedOperatorKind op) {
  switch (op) {
  case OO_EqualEqual:
    return Comparison::Equal;
  case OO_ExclaimEqual:
    return Comparison::NotEqual;
  case OO_Less:
    return Comparison::Less;
  case OO_LessEqual:
    return Comparison::LessEqual;
  case OO_Greater:
    return Comparison::Greater;
  case OO_GreaterEqual:
    return Comparison::GreaterEqual;
  default:
    return std::nullopt;
  }
}

static bool isCompoundAssignment(OverloadedOperatorKind op) {
  return op == OO_PlusEqual || op == OO_MinusEqual || op == OO_StarEqual || op == OO_SlashEqual;
}

/// The value of a number, converted to the half class `type`.
mlir::Value KernelLowering::numberAs(const Expr *expression, QualType type, Location loc) {
  Value value = valueOf(expression);
  return failed ? Value() : convertScalar(value, expression->getType(), type, loc);
}

Object *KernelLowering::halfOperator(const CXXOperatorCallExpr *expression) {
  OverloadedOperatorKind op = expression->getOperator();
  Location loc = location(expression);
  const Expr *first = expression->getArg(0);
  bool isUnary = expression->getNumArgs() == 1;
  if (op == OO_PlusPlus || op == OO_MinusMinus)
    return halfIncrement(expression);
  if (isUnary) {
    Value value = valueOf(first);
    if (failed || op == OO_Plus)
      return leafResult(expression, value);
    if (op == OO_Minus)
      return leafResult(expression, arithmetic.negate(loc, value, NumberKind::Float));
    return unsupportedHalf(expression);
  }
  const Expr *second = expression->getArg(1);
  QualType type = isHalfClass(first->getType()) ? first->getType() : second->getType();
  if (op == OO_Equal || isCompoundAssignment(op)) {
    Value value = numberAs(second, type, loc);
    Object *target = lvalue(first);
    if (failed)
      return nullptr;
    if (auto operation = arithmeticOperator(op))
      value = arithmeticOperation(*operation, load(target, loc), value, type, loc);
    store(target, value, loc);
    return target;
  }
  Value lhs = numberAs(first, type, loc);
  Value rhs = numberAs(second, type, loc);
  if (failed)
    return nullptr;
  if (auto operation = arithmeticOperator(op))
    return leafResult(expression, arithmeticOperation(*operation, lhs, rhs, type, loc));
  if (auto comparison = comparisonOperator(op))
    return leafResult(expression, arithmetic.compare(loc, *comparison, lhs, rhs, NumberKind::Float));
  return unsupportedHalf(expression);
}

Object *KernelLowering::halfIncrement(const CXXOperatorCallExpr *expression) {
  Location loc = location(expression);
  Object *target = lvalue(expression->getArg(0));
  if (failed)
    return nullptr;
  Value old = load(target, loc);
  Value one = arithmetic.real(loc, old.getType(), llvm::APFloat(1.0));
  auto op = expression->getOperator() == OO_PlusPlus ? BinaryOperation::Add : BinaryOperation::Sub;
  store(target, arithmetic.binary(loc, op, old, one, NumberKind::Float), loc);
  return expression->getNumArgs() == 2 ? leafResult(expression, old) : target; // postfix has a dummy operand
}

Object *KernelLowering::unsupportedHalf(const CallExpr *expression) {
  const FunctionDecl *function = expression->getDirectCallee();
  unsupported(expression->getBeginLoc(), "'" + function->getNameAsString() + "' of a 16- or 8-bit floating type");
  return nullptr;
}

bool KernelLowering::callHalf(const CallExpr *expression, const FunctionDecl *function, Object *&result) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (method && !classLeafType(method->getParent()))
    return false;
  bool isMember = method && isHalfClass(ast.getCanonicalTagType(method->getParent()));
  bool takesHalf =
      llvm::any_of(function->parameters(), [&](const ParmVarDecl *p) { return isHalfClass(p->getType()); });
  bool isGlobal = function->getDeclContext()->getRedeclContext()->isTranslationUnit() && !isApiDeclaration(function);
  bool isHeader = instance.getSourceManager().isInSystemHeader(function->getLocation());
  if (isMember && isa<CXXConversionDecl>(method)) {
    if (!isNumber(method->getReturnType())) {
      result = unsupportedHalf(expression);
      return true;
    }
    const Expr *source = cast<CXXMemberCallExpr>(expression)->getImplicitObjectArgument();
    result = leafResult(expression, numberAs(source, method->getReturnType(), location(expression)));
    return true;
  }
  const auto *operatorCall = dyn_cast<CXXOperatorCallExpr>(expression);
  if (operatorCall && (isMember || (isGlobal && isHeader && takesHalf))) {
    result = halfOperator(operatorCall);
    return true;
  }
  if (!isGlobal || !isHeader || method || !function->getIdentifier() ||
      !(takesHalf || isHalfClass(function->getReturnType())))
    return false;
  result = halfFunction(expression, function->getName());
  return true;
}
