// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Constants.cpp - constant expressions and constant objects -----------===//
//
// Clang evaluates what it can; only the rest becomes ops. Constant objects (`constexpr` tables, static members) are
// written once, in the entry block, where every later block sees them.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "mlir/IR/Matchers.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

mlir::Value KernelLowering::fold(const Expr *expression) {
  QualType type = expression->getType();
  bool isHalfCall = isHalfClass(type) && isa<CallExpr>(expression);
  if (!expression->isPRValue() || !(type->isArithmeticType() || type->isEnumeralType() || isHalfCall))
    return {};
  Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, ast) || result.HasSideEffects || result.hasSideEffects())
    return {};
  if (!canMaterialize(result.Val, type))
    return {};
  return constant(result.Val, type, location(expression));
}

std::optional<bool> KernelLowering::foldCondition(const Expr *expression) {
  if (Value value = fold(expression))
    return *constantOf(value) != 0;
  return std::nullopt;
}

std::optional<int64_t> KernelLowering::constantOf(Value value) {
  llvm::APInt constant;
  if (mlir::matchPattern(ssa.resolve(value), mlir::m_ConstantInt(&constant)))
    return constant.getSExtValue();
  return std::nullopt;
}

/// The bits that a constant of a 16-, 8- or 4-bit floating class holds, or null.
static const llvm::APSInt *storedBits(const APValue &value) {
  if (value.isInt())
    return &value.getInt();
  if (!value.isStruct() || value.getStructNumBases() + value.getStructNumFields() != 1)
    return nullptr;
  return storedBits(value.getStructNumBases() ? value.getStructBase(0) : value.getStructField(0));
}

mlir::Value KernelLowering::constant(const APValue &value, QualType type, Location loc) {
  mlir::Type leaf = leafType(type);
  if (isHalfClass(type)) {
    auto format = cast<mlir::FloatType>(leaf);
    return arithmetic.real(loc, leaf,
                           llvm::APFloat(format.getFloatSemantics(), storedBits(value)->extOrTrunc(format.getWidth())));
  }
  if (value.isInt())
    return arithmetic.integer(loc, leaf, value.getInt().extOrTrunc(64).getSExtValue());
  if (value.isFloat())
    return arithmetic.real(loc, leaf, value.getFloat());
  if (value.isMemberPointer())
    return arithmetic.integer(loc, leaf, memberPointerOffset(value));
  if (value.isLValue() && !value.isNullPointer())
    return constantAddress(value, type, loc);
  return value.isIndeterminate() || value.isAbsent() ? poison(leaf, loc) : arithmetic.zero(loc, leaf);
}

/// The offset in bytes of the member that a constant data member pointer names; -1 for null.
int64_t KernelLowering::memberPointerOffset(const APValue &value) {
  if (const ValueDecl *member = value.getMemberPointerDecl())
    return ast.toCharUnitsFromBits(ast.getFieldOffset(member)).getQuantity();
  return -1;
}

mlir::Value KernelLowering::constantAddress(const APValue &value, QualType type, Location loc) {
  APValue::LValueBase base = value.getLValueBase();
  Object *object = nullptr;
  if (const auto *variable = dyn_cast_or_null<VarDecl>(base.dyn_cast<const ValueDecl *>()))
    object = variableLvalue(variable, nullptr);
  else if (const auto *literal = dyn_cast_or_null<StringLiteral>(base.dyn_cast<const Expr *>()))
    object = stringLiteral(literal);
  if (!object) {
    unsupported(SourceLocation(), "a constant address of this form");
    return poison(leafType(type), loc);
  }
  return byteOffset(addressOf(object), value.getLValueOffset().getQuantity(), type->getPointeeType(), loc);
}

/// Can `initialiseConstant` write this value?
bool KernelLowering::canMaterialize(const APValue &value, QualType type) {
  type = type.getCanonicalType();
  if (isHalfClass(type))
    return storedBits(value) && !leafType(type).isTF32();
  if (leafType(type)) {
    bool isScalar = !type->isRecordType() && !type->isReferenceType();
    bool isKnown = value.isInt() || value.isFloat() || value.isIndeterminate() || value.isAbsent();
    bool isPointer = value.isLValue() && (value.isNullPointer() || value.getLValueBase());
    bool isMember = value.isMemberPointer() && value.getMemberPointerPath().empty();
    return isScalar && (isKnown || (isPointer && type->isPointerType()) || isMember);
  }
  if (isUnion(type))
    return false;
  if (value.isArray()) {
    for (unsigned i = 0, e = value.getArrayInitializedElts(); i < e; ++i)
      if (!canMaterialize(value.getArrayInitializedElt(i), partType(type, i)))
        return false;
    return !value.hasArrayFiller() || canMaterialize(value.getArrayFiller(), partType(type, 0));
  }
  if (!value.isStruct())
    return false;
  unsigned bases = value.getStructNumBases();
  for (unsigned i = 0, e = partCount(type); i < e; ++i)
    if (!canMaterialize(i < bases ? value.getStructBase(i) : value.getStructField(i - bases), partType(type, i)))
      return false;
  return true;
}

void KernelLowering::initialiseConstant(Object *target, const APValue &value, Location loc) {
  if (leafType(target->type))
    return store(target, constant(value, target->type, loc), loc);
  for (unsigned i = 0, e = partCount(target->type); i < e; ++i) {
    if (value.isArray()) {
      bool given = i < value.getArrayInitializedElts();
      initialiseConstant(part(target, i), given ? value.getArrayInitializedElt(i) : value.getArrayFiller(), loc);
    } else {
      unsigned bases = value.getStructNumBases();
      initialiseConstant(part(target, i), i < bases ? value.getStructBase(i) : value.getStructField(i - bases), loc);
    }
  }
}

/// The object of a constant with static storage, or null if its value is not known.
Object *KernelLowering::constantObject(const VarDecl *variable, SourceLocation where) {
  if (Object *known = constantObjects.lookup(variable))
    return known;
  const APValue *value = variable->evaluateValue();
  if (!value)
    return nullptr;
  if (kernelState.inMemory.contains(variable))
    return constantObjects[variable] = globalVariable(variable, where);
  if (!canMaterialize(*value, variable->getType()))
    return nullptr;
  Object *object = allocate(variable->getType(), variable, where);
  if (object->isMemory()) // too large for registers
    return constantObjects[variable] = globalVariable(variable, where);
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(entry);
  initialiseConstant(object, *value, location(where));
  return constantObjects[variable] = object;
}
