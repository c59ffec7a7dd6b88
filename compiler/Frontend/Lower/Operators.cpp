// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Operators.cpp - C++'s built-in operators ----------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

//===----------------------------------------------------------------------===//
// Unary operators
//===----------------------------------------------------------------------===//

mlir::Value KernelLowering::evaluateUnary(const UnaryOperator *expression) {
  const Expr *operand = expression->getSubExpr();
  Location loc = location(expression);
  switch (expression->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return evaluate(operand);
  case UO_Minus:
    return arithmetic.negate(loc, evaluate(operand), numberKind(expression->getType()));
  case UO_Not:
    return arithmetic.bitNot(loc, evaluate(operand));
  case UO_LNot:
    return arithmetic.bitNot(loc, condition(operand));
  case UO_AddrOf:
    return addressOfOperand(expression);
  case UO_PostInc:
  case UO_PostDec:
    return increment(lvalue(operand), expression);
  default:
    unsupported(expression->getBeginLoc(), "this unary operator");
    return {};
  }
}

mlir::Value KernelLowering::addressOfOperand(const UnaryOperator *expression) {
  const auto *reference = dyn_cast<DeclRefExpr>(expression->getSubExpr()->IgnoreParens());
  if (!expression->getType()->isMemberDataPointerType())
    return addressOf(lvalue(expression->getSubExpr()));
  int64_t offset = ast.toCharUnitsFromBits(ast.getFieldOffset(reference->getDecl())).getQuantity();
  return arithmetic.integer(location(expression), b.getI64Type(), offset);
}

/// Adds or subtracts one; returns the old value.
mlir::Value KernelLowering::increment(Object *object, const UnaryOperator *expression) {
  QualType type = expression->getSubExpr()->getType();
  Location loc = location(expression);
  if (failed)
    return {};
  Value old = load(object, loc);
  bool down = expression->isDecrementOp();
  if (type->isPointerType()) {
    Value one = arithmetic.integer(loc, b.getI32Type(), 1);
    store(object, pointerPlus(old, one, ast.IntTy, type->getPointeeType(), down, loc), loc);
    return old;
  }
  // Types narrower than int are promoted first, so that they wrap instead of overflowing.
  QualType computed = ast.isPromotableIntegerType(type) ? ast.getPromotedIntegerType(type) : type;
  Value wide = convertScalar(old, type, computed, loc);
  Value one = computed->isFloatingType() ? arithmetic.real(loc, wide.getType(), llvm::APFloat(1.0))
                                         : arithmetic.integer(loc, wide.getType(), 1);
  Value next = arithmeticOperation(down ? BO_Sub : BO_Add, wide, one, computed, loc);
  store(object, convertScalar(next, computed, type, loc), loc);
  return old;
}

//===----------------------------------------------------------------------===//
// Binary operators
//===----------------------------------------------------------------------===//

mlir::Value KernelLowering::evaluateBinary(const BinaryOperator *expression) {
  if (expression->getOpcode() == BO_Comma) {
    discard(expression->getLHS());
    return evaluate(expression->getRHS());
  }
  if (expression->isLogicalOp())
    return evaluateLogical(expression);
  if (expression->isComparisonOp())
    return evaluateComparison(expression);
  const Expr *left = expression->getLHS(), *right = expression->getRHS();
  if (left->getType()->isPointerType() || right->getType()->isPointerType())
    return evaluatePointerArithmetic(expression);
  if (!expression->isAdditiveOp() && !expression->isMultiplicativeOp() && !expression->isShiftOp() &&
      !expression->isBitwiseOp()) {
    unsupported(expression->getOperatorLoc(), "this operator");
    return {};
  }
  Location loc = location(expression->getOperatorLoc());
  Value lhs = evaluate(left);
  Value rhs = evaluate(right);
  if (expression->isShiftOp())
    rhs = shiftAmount(rhs, right->getType(), left->getType(), loc);
  return failed ? Value() : arithmeticOperation(expression->getOpcode(), lhs, rhs, left->getType(), loc);
}

mlir::Value KernelLowering::shiftAmount(Value amount, QualType from, QualType to, Location loc) {
  return arithmetic.convert(loc, amount, numberKind(from), leafType(to), NumberKind::Unsigned);
}

static BinaryOperation operationOf(BinaryOperatorKind op) {
  switch (op) {
  case BO_Add:
    return BinaryOperation::Add;
  case BO_Sub:
    return BinaryOperation::Sub;
  case BO_Mul:
    return BinaryOperation::Mul;
  case BO_Div:
    return BinaryOperation::Div;
  case BO_Rem:
    return BinaryOperation::Rem;
  case BO_And:
    return BinaryOperation::And;
  case BO_Or:
    return BinaryOperation::Or;
  case BO_Xor:
    return BinaryOperation::Xor;
  case BO_Shl:
    return BinaryOperation::Shl;
  case BO_Shr:
    return BinaryOperation::Shr;
  default:
    llvm_unreachable("not an arithmetic operator");
  }
}

mlir::Value KernelLowering::arithmeticOperation(BinaryOperatorKind op, Value lhs, Value rhs, QualType type,
                                                Location loc) {
  if (lhs.getType() != rhs.getType()) {
    unsupported(SourceLocation(), "an operator on operands of these types");
    return poisonOf(type);
  }
  return arithmetic.binary(loc, operationOf(op), lhs, rhs, numberKind(type));
}

mlir::Value KernelLowering::evaluateLogical(const BinaryOperator *expression) {
  bool isAnd = expression->getOpcode() == BO_LAnd;
  Location loc = location(expression->getOperatorLoc());
  Value lhs = condition(expression->getLHS());
  if (auto known = constantOf(lhs); known || failed)
    return !failed && (*known != 0) == isAnd ? condition(expression->getRHS()) : lhs;
  Object *result = allocateLeaf(ast.BoolTy, b.getI1Type());
  store(result, lhs, loc);
  mlir::Block *rest = ssa.createBlock(), *end = ssa.createBlock();
  conditionalBranch(lhs, isAnd ? rest : end, isAnd ? end : rest, loc);
  ssa.enter(rest);
  nestBranch(expression->getOperatorLoc(), [&] {
    withoutNewCleanups(expression->getRHS(), [&] { store(result, condition(expression->getRHS()), loc); });
  });
  branch(end, loc);
  ssa.enter(end);
  return load(result, loc);
}

static std::optional<Comparison> comparisonOf(BinaryOperatorKind op) {
  switch (op) {
  case BO_EQ:
    return Comparison::Equal;
  case BO_NE:
    return Comparison::NotEqual;
  case BO_LT:
    return Comparison::Less;
  case BO_LE:
    return Comparison::LessEqual;
  case BO_GT:
    return Comparison::Greater;
  case BO_GE:
    return Comparison::GreaterEqual;
  default:
    return std::nullopt;
  }
}

mlir::Value KernelLowering::evaluateComparison(const BinaryOperator *expression) {
  auto op = comparisonOf(expression->getOpcode());
  if (!op) {
    unsupported(expression->getOperatorLoc(), "the three-way comparison");
    return {};
  }
  Location loc = location(expression->getOperatorLoc());
  Value lhs = evaluate(expression->getLHS());
  Value rhs = evaluate(expression->getRHS());
  NumberKind kind = numberKind(expression->getLHS()->getType());
  if (failed)
    return {};
  return kind == NumberKind::Pointer ? comparePointers(*op, lhs, rhs, loc)
                                     : arithmetic.compare(loc, *op, lhs, rhs, kind);
}

static bool isNullConstant(mlir::Value value) {
  auto bitcast = value.getDefiningOp<tile::BitcastOp>();
  if (!bitcast)
    return false;
  auto constant = bitcast.getSource().getDefiningOp<mlir::arith::ConstantOp>();
  auto integer = constant ? mlir::dyn_cast<mlir::IntegerAttr>(constant.getValue()) : mlir::IntegerAttr();
  return integer && integer.getValue().isZero();
}

/// Addresses of locals are compared here if that can be decided: no memory is needed then.
mlir::Value KernelLowering::comparePointers(Comparison op, Value lhs, Value rhs, Location loc) {
  if (op == Comparison::Equal || op == Comparison::NotEqual) {
    Object *left = placeholderObject(lhs), *right = placeholderObject(rhs);
    std::optional<bool> equal;
    if (left && left == right)
      equal = true;
    else if (left && right && left->root() != right->root())
      equal = false;
    else if ((left && isNullConstant(ssa.resolve(rhs))) || (right && isNullConstant(ssa.resolve(lhs))))
      equal = false;
    if (equal)
      return arithmetic.integer(loc, b.getI1Type(), *equal == (op == Comparison::Equal));
  }
  return arithmetic.compare(loc, op, lhs, rhs, NumberKind::Pointer);
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

mlir::Value KernelLowering::evaluatePointerArithmetic(const BinaryOperator *expression) {
  const Expr *left = expression->getLHS(), *right = expression->getRHS();
  Location loc = location(expression->getOperatorLoc());
  bool subtract = expression->getOpcode() == BO_Sub;
  Value lhs = evaluate(left);
  Value rhs = evaluate(right);
  if (failed)
    return {};
  if (left->getType()->isPointerType() && right->getType()->isPointerType())
    return pointerDifference(lhs, rhs, left->getType()->getPointeeType(), loc);
  if (right->getType()->isPointerType()) {
    std::swap(left, right);
    std::swap(lhs, rhs);
  }
  return pointerPlus(lhs, rhs, right->getType(), left->getType()->getPointeeType(), subtract, loc);
}

mlir::Value KernelLowering::pointerDifference(Value lhs, Value rhs, QualType pointee, Location loc) {
  Object *left = placeholderObject(lhs), *right = placeholderObject(rhs);
  if (left && right && left->parent && left->parent == right->parent)
    return arithmetic.integer(loc, b.getI64Type(), int64_t(left->index) - int64_t(right->index));
  Value difference = tile::PtrDiffOp::create(b, loc, b.getI64Type(), lhs, rhs);
  int64_t scale = pointee->isVoidType() ? 1 : sizeOf(pointee) / tile::storageBytes(pointerTo(pointee).getPointee());
  if (scale == 1)
    return difference;
  Value divisor = arithmetic.integer(loc, b.getI64Type(), scale);
  return arithmetic.binary(loc, BinaryOperation::Div, difference, divisor, NumberKind::Signed);
}

/// `pointer + index`; for an element of an array known at compile time, another element of it.
mlir::Value KernelLowering::pointerPlus(Value pointer, Value index, QualType indexType, QualType pointee, bool subtract,
                                        Location loc) {
  NumberKind kind = numberKind(indexType);
  Object *object = placeholderObject(pointer);
  auto known = constantOf(index);
  if (object && known) {
    int64_t step = subtract ? -*known : *known;
    if (step == 0)
      return ssa.resolve(pointer);
    Object *array = object->parent;
    int64_t target = int64_t(object->index) + step;
    if (array && array->type->isConstantArrayType() && target >= 0 && target < int64_t(array->parts.size()))
      return addressOf(array->parts[target]);
  }
  if (!known)
    requestUnrolling(object);
  if (subtract) {
    index = arithmetic.convert(loc, index, kind, b.getI64Type(), kind);
    index = arithmetic.negate(loc, index, NumberKind::Signed);
    kind = NumberKind::Signed;
  }
  return elementOffset(pointer, index, kind, pointee, loc);
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

/// The right operand comes first, as C++17 orders it.
Object *KernelLowering::assign(const BinaryOperator *expression) {
  const Expr *right = expression->getRHS();
  if (!leafType(expression->getType())) { // built-in assignment of a class: unions and such
    Object *source = lvalue(right);
    Object *target = lvalue(expression->getLHS());
    copy(target, source, location(expression));
    return target;
  }
  Value value = valueOf(right);
  Object *target = lvalue(expression->getLHS());
  if (!failed)
    store(target, value, location(expression->getOperatorLoc()));
  return target;
}

Object *KernelLowering::compoundAssign(const CompoundAssignOperator *expression) {
  QualType type = expression->getLHS()->getType(), computed = expression->getComputationLHSType();
  const Expr *right = expression->getRHS();
  auto op = BinaryOperator::getOpForCompoundAssignment(expression->getOpcode());
  Location loc = location(expression->getOperatorLoc());
  Value rhs = evaluate(right);
  Object *target = lvalue(expression->getLHS());
  if (failed)
    return target;
  Value old = load(target, loc);
  if (type->isPointerType()) {
    store(target, pointerPlus(old, rhs, right->getType(), type->getPointeeType(), op == BO_Sub, loc), loc);
    return target;
  }
  Value lhs = convertScalar(old, type, computed, loc);
  if (BinaryOperator::isShiftOp(op))
    rhs = shiftAmount(rhs, right->getType(), computed, loc);
  Value result = arithmeticOperation(op, lhs, rhs, computed, loc);
  if (!failed)
    store(target, convertScalar(result, expression->getComputationResultType(), type, loc), loc);
  return target;
}
