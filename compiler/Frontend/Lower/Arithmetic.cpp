// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Arithmetic.cpp - C++ arithmetic on scalars and tiles as ops ---------===//
#include "compiler/Frontend/Lower/Arithmetic.h"

#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::frontend;

static TypedAttr splatAttribute(Type type, Attribute element) {
  if (auto tensor = dyn_cast<ShapedType>(type))
    return DenseElementsAttr::get(tensor, element);
  return cast<TypedAttr>(element);
}

Value Arithmetic::integer(Location loc, Type type, int64_t value) {
  Type elementType = getElementTypeOrSelf(type);
  llvm::APInt bits = llvm::APInt(64, value, /*isSigned=*/true).sextOrTrunc(elementType.getIntOrFloatBitWidth());
  Attribute element = b.getIntegerAttr(elementType, bits);
  return arith::ConstantOp::create(b, loc, splatAttribute(type, element));
}

Value Arithmetic::real(Location loc, Type type, const APFloat &value) {
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  APFloat converted = value;
  bool losesInfo = false;
  converted.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return arith::ConstantOp::create(b, loc, splatAttribute(type, FloatAttr::get(element, converted)));
}

Value Arithmetic::zero(Location loc, Type type) {
  Type element = getElementTypeOrSelf(type);
  if (isa<tile::PtrType>(element))
    return bitcast(loc, integer(loc, tile::withElementType(type, b.getI64Type()), 0), element);
  // Some 8-bit types have no zero (e8m0: all bits zero is its smallest power of two), so zero means zero bits.
  if (auto floating = dyn_cast<FloatType>(element)) {
    APFloat bits(floating.getFloatSemantics(), APInt::getZero(floating.getWidth()));
    return arith::ConstantOp::create(b, loc, splatAttribute(type, FloatAttr::get(floating, bits)));
  }
  return integer(loc, type, 0);
}

Value Arithmetic::binary(Location loc, BinaryOperation op, Value lhs, Value rhs, NumberKind kind) {
  if (kind == NumberKind::Float)
    return floatBinary(loc, op, lhs, rhs);
  return integerBinary(loc, op, lhs, rhs, kind == NumberKind::Signed);
}

Value Arithmetic::floatBinary(Location loc, BinaryOperation op, Value lhs, Value rhs) {
  auto flags = contract ? arith::FastMathFlags::contract : arith::FastMathFlags::none;
  switch (op) {
  case BinaryOperation::Add:
    return b.createOrFold<arith::AddFOp>(loc, lhs, rhs, flags);
  case BinaryOperation::Sub:
    return b.createOrFold<arith::SubFOp>(loc, lhs, rhs, flags);
  case BinaryOperation::Mul:
    return b.createOrFold<arith::MulFOp>(loc, lhs, rhs, flags);
  case BinaryOperation::Div:
    return b.createOrFold<arith::DivFOp>(loc, lhs, rhs);
  case BinaryOperation::Rem:
    return b.createOrFold<arith::RemFOp>(loc, lhs, rhs);
  default:
    llvm_unreachable("bit operation on floating-point values");
  }
}

Value Arithmetic::integerBinary(Location loc, BinaryOperation op, Value lhs, Value rhs, bool isSigned) {
  auto overflow = isSigned ? arith::IntegerOverflowFlags::nsw : arith::IntegerOverflowFlags::none;
  switch (op) {
  case BinaryOperation::Add:
    return b.createOrFold<arith::AddIOp>(loc, lhs, rhs, overflow);
  case BinaryOperation::Sub:
    return b.createOrFold<arith::SubIOp>(loc, lhs, rhs, overflow);
  case BinaryOperation::Mul:
    return b.createOrFold<arith::MulIOp>(loc, lhs, rhs, overflow);
  case BinaryOperation::Div:
    return isSigned ? b.createOrFold<arith::DivSIOp>(loc, lhs, rhs) : b.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
  case BinaryOperation::Rem:
    return isSigned ? b.createOrFold<arith::RemSIOp>(loc, lhs, rhs) : b.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
  case BinaryOperation::FloorDiv:
    return isSigned ? b.createOrFold<arith::FloorDivSIOp>(loc, lhs, rhs)
                    : b.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
  case BinaryOperation::CeilDiv:
    return isSigned ? b.createOrFold<arith::CeilDivSIOp>(loc, lhs, rhs)
                    : b.createOrFold<arith::CeilDivUIOp>(loc, lhs, rhs);
  case BinaryOperation::MulHigh: // unsigned for both signs, by definition of the API
    return arith::MulUIExtendedOp::create(b, loc, lhs, rhs).getHigh();
  case BinaryOperation::And:
    return b.createOrFold<arith::AndIOp>(loc, lhs, rhs);
  case BinaryOperation::Or:
    return b.createOrFold<arith::OrIOp>(loc, lhs, rhs);
  case BinaryOperation::Xor:
    return b.createOrFold<arith::XOrIOp>(loc, lhs, rhs);
  case BinaryOperation::Shl:
    return b.createOrFold<arith::ShLIOp>(loc, lhs, rhs);
  case BinaryOperation::Shr:
    return isSigned ? b.createOrFold<arith::ShRSIOp>(loc, lhs, rhs) : b.createOrFold<arith::ShRUIOp>(loc, lhs, rhs);
  }
  llvm_unreachable("binary operation");
}

static arith::CmpIPredicate integerPredicate(Comparison op, bool isSigned) {
  switch (op) {
  case Comparison::Equal:
    return arith::CmpIPredicate::eq;
  case Comparison::NotEqual:
    return arith::CmpIPredicate::ne;
  case Comparison::Less:
    return isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult;
  case Comparison::LessEqual:
    return isSigned ? arith::CmpIPredicate::sle : arith::CmpIPredicate::ule;
  case Comparison::Greater:
    return isSigned ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::ugt;
  case Comparison::GreaterEqual:
    return isSigned ? arith::CmpIPredicate::sge : arith::CmpIPredicate::uge;
  }
  llvm_unreachable("comparison");
}

static arith::CmpFPredicate floatPredicate(Comparison op) {
  switch (op) {
  case Comparison::Equal:
    return arith::CmpFPredicate::OEQ;
  case Comparison::NotEqual:
    return arith::CmpFPredicate::UNE;
  case Comparison::Less:
    return arith::CmpFPredicate::OLT;
  case Comparison::LessEqual:
    return arith::CmpFPredicate::OLE;
  case Comparison::Greater:
    return arith::CmpFPredicate::OGT;
  case Comparison::GreaterEqual:
    return arith::CmpFPredicate::OGE;
  }
  llvm_unreachable("comparison");
}

Value Arithmetic::compare(Location loc, Comparison op, Value lhs, Value rhs, NumberKind kind) {
  if (kind == NumberKind::Float)
    return b.createOrFold<arith::CmpFOp>(loc, floatPredicate(op), lhs, rhs);
  if (kind == NumberKind::Pointer) {
    lhs = bitcast(loc, lhs, b.getI64Type());
    rhs = bitcast(loc, rhs, b.getI64Type());
  }
  return b.createOrFold<arith::CmpIOp>(loc, integerPredicate(op, kind == NumberKind::Signed), lhs, rhs);
}

Value Arithmetic::negate(Location loc, Value value, NumberKind kind) {
  if (kind == NumberKind::Float)
    return b.createOrFold<arith::NegFOp>(loc, value);
  return binary(loc, BinaryOperation::Sub, zero(loc, value.getType()), value, kind);
}

Value Arithmetic::bitNot(Location loc, Value value) {
  return b.createOrFold<arith::XOrIOp>(loc, value, integer(loc, value.getType(), -1));
}

Value Arithmetic::absolute(Location loc, Value value, NumberKind kind) {
  if (kind == NumberKind::Float)
    return b.createOrFold<math::AbsFOp>(loc, value);
  return kind == NumberKind::Signed ? b.createOrFold<math::AbsIOp>(loc, value) : value;
}

Value Arithmetic::minimum(Location loc, Value lhs, Value rhs, NumberKind kind, bool propagateNan) {
  if (kind == NumberKind::Float)
    return propagateNan ? b.createOrFold<arith::MinimumFOp>(loc, lhs, rhs)
                        : b.createOrFold<arith::MinNumFOp>(loc, lhs, rhs);
  return kind == NumberKind::Signed ? b.createOrFold<arith::MinSIOp>(loc, lhs, rhs)
                                    : b.createOrFold<arith::MinUIOp>(loc, lhs, rhs);
}

Value Arithmetic::maximum(Location loc, Value lhs, Value rhs, NumberKind kind, bool propagateNan) {
  if (kind == NumberKind::Float)
    return propagateNan ? b.createOrFold<arith::MaximumFOp>(loc, lhs, rhs)
                        : b.createOrFold<arith::MaxNumFOp>(loc, lhs, rhs);
  return kind == NumberKind::Signed ? b.createOrFold<arith::MaxSIOp>(loc, lhs, rhs)
                                    : b.createOrFold<arith::MaxUIOp>(loc, lhs, rhs);
}

Value Arithmetic::isNonZero(Location loc, Value value, NumberKind kind) {
  if (kind == NumberKind::Bool)
    return value;
  if (kind == NumberKind::Float && !tile::isArithmeticFloat(getElementTypeOrSelf(value.getType())))
    value = convert(loc, value, NumberKind::Float, b.getF32Type(), NumberKind::Float);
  return compare(loc, Comparison::NotEqual, value, zero(loc, value.getType()), kind);
}

Value Arithmetic::convertInteger(Location loc, Value value, bool fromSigned, Type type) {
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  unsigned to = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (from == to)
    return value;
  if (to < from)
    return b.createOrFold<arith::TruncIOp>(loc, type, value);
  return fromSigned ? b.createOrFold<arith::ExtSIOp>(loc, type, value)
                    : b.createOrFold<arith::ExtUIOp>(loc, type, value);
}

/// The conversion of a scalar constant to or from f16, bf16, f32 and f64, or null.
Value Arithmetic::convertConstant(Location loc, Value value, NumberKind from, Type type) {
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  if (auto integer = dyn_cast<IntegerAttr>(constant); integer && tile::isArithmeticFloat(type)) {
    APFloat result(cast<FloatType>(type).getFloatSemantics());
    result.convertFromAPInt(integer.getValue(), from == NumberKind::Signed, APFloat::rmNearestTiesToEven);
    return real(loc, type, result);
  }
  auto floating = dyn_cast<FloatAttr>(constant);
  if (floating && tile::isArithmeticFloat(floating.getType()) && tile::isArithmeticFloat(type))
    return real(loc, type, floating.getValue());
  return {};
}

Value Arithmetic::convert(Location loc, Value value, NumberKind from, Type element, NumberKind to) {
  if (to == NumberKind::Bool)
    return isNonZero(loc, value, from);
  if (from == NumberKind::Pointer || to == NumberKind::Pointer) {
    if (from != NumberKind::Pointer)
      value = convertInteger(loc, value, from == NumberKind::Signed,
                             tile::withElementType(value.getType(), b.getI64Type()));
    if (to == NumberKind::Pointer)
      return bitcast(loc, value, element);
    return convertInteger(loc, bitcast(loc, value, b.getI64Type()), false,
                          tile::withElementType(value.getType(), element));
  }
  Type type = tile::withElementType(value.getType(), element);
  if (type == value.getType())
    return value;
  if (Value constant = convertConstant(loc, value, from, type))
    return constant;
  if (from == NumberKind::Float && to == NumberKind::Float)
    return b.createOrFold<tile::FToFOp>(loc, type, value);
  if (from == NumberKind::Float)
    return b.createOrFold<tile::FToIOp>(loc, type, value, to == NumberKind::Unsigned);
  if (to == NumberKind::Float)
    return b.createOrFold<tile::IToFOp>(loc, type, value, from != NumberKind::Signed);
  return convertInteger(loc, value, from == NumberKind::Signed, type);
}

Value Arithmetic::bitcast(Location loc, Value value, Type element) {
  Type from = getElementTypeOrSelf(value.getType());
  if (from == element)
    return value;
  if (from.isInteger(1))
    return bitcast(loc, convertInteger(loc, value, false, tile::withElementType(value.getType(), b.getI8Type())),
                   element);
  if (element.isInteger(1))
    return convertInteger(loc, bitcast(loc, value, b.getI8Type()), false,
                          tile::withElementType(value.getType(), element));
  return b.createOrFold<tile::BitcastOp>(loc, tile::withElementType(value.getType(), element), value);
}

Value Arithmetic::splat(Location loc, Value scalar, Type type) {
  if (!isa<RankedTensorType>(type))
    return scalar;
  return b.createOrFold<tile::SplatOp>(loc, type, scalar);
}
