// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HalfFunctions.cpp - functions of the 16-bit type headers ---------------===//
//
// `__hadd`, `hexp`, `__half2int_rz` and the like on scalars, by name: what each computes is fixed by CUDA.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;
using llvm::StringRef;
using llvm::StringSwitch;
using mlir::arith::CmpFPredicate;

/// Conversions as the language does them: to floating types to nearest even, to integers toward zero.
static bool isConversion(StringRef name) {
  static const llvm::StringSet<> names = {
      "__float2half",         "__float2half_rn",      "__half2float",      "__double2half",      "__int2half_rn",
      "__uint2half_rn",       "__short2half_rn",      "__ushort2half_rn",  "__ll2half_rn",       "__ull2half_rn",
      "__half2int_rz",        "__half2uint_rz",       "__half2short_rz",   "__half2ushort_rz",   "__half2ll_rz",
      "__half2ull_rz",        "__half2char_rz",       "__half2uchar_rz",   "__float2bfloat16",   "__float2bfloat16_rn",
      "__bfloat162float",     "__double2bfloat16",    "__int2bfloat16_rn", "__uint2bfloat16_rn", "__short2bfloat16_rn",
      "__ushort2bfloat16_rn", "__ll2bfloat16_rn",     "__ull2bfloat16_rn", "__bfloat162int_rz",  "__bfloat162uint_rz",
      "__bfloat162short_rz",  "__bfloat162ushort_rz", "__bfloat162ll_rz",  "__bfloat162ull_rz",  "__bfloat162char_rz",
      "__bfloat162uchar_rz"};
  return names.contains(name);
}

/// Conversions that keep the bits.
static bool isBitCast(StringRef name) {
  static const llvm::StringSet<> names = {"__ushort_as_half",     "__short_as_half",      "__half_as_ushort",
                                          "__half_as_short",      "__ushort_as_bfloat16", "__short_as_bfloat16",
                                          "__bfloat16_as_ushort", "__bfloat16_as_short"};
  return names.contains(name);
}

static std::optional<BinaryOperation> operationNamed(StringRef name) {
  return StringSwitch<std::optional<BinaryOperation>>(name)
      .Cases({"__hadd", "__hadd_rn", "__hadd_sat"}, BinaryOperation::Add)
      .Cases({"__hsub", "__hsub_rn", "__hsub_sat"}, BinaryOperation::Sub)
      .Cases({"__hmul", "__hmul_rn", "__hmul_sat"}, BinaryOperation::Mul)
      .Case("__hdiv", BinaryOperation::Div)
      .Default(std::nullopt);
}

/// A final `u` means: true if one of the operands is NaN.
static std::optional<CmpFPredicate> comparisonNamed(StringRef name) {
  return StringSwitch<std::optional<CmpFPredicate>>(name)
      .Case("__heq", CmpFPredicate::OEQ)
      .Case("__hne", CmpFPredicate::ONE)
      .Case("__hlt", CmpFPredicate::OLT)
      .Case("__hle", CmpFPredicate::OLE)
      .Case("__hgt", CmpFPredicate::OGT)
      .Case("__hge", CmpFPredicate::OGE)
      .Case("__hequ", CmpFPredicate::UEQ)
      .Case("__hneu", CmpFPredicate::UNE)
      .Case("__hltu", CmpFPredicate::ULT)
      .Case("__hleu", CmpFPredicate::ULE)
      .Case("__hgtu", CmpFPredicate::UGT)
      .Case("__hgeu", CmpFPredicate::UGE)
      .Default(std::nullopt);
}

namespace {
/// Builds what a function of 16-bit operands computes; null if the name is not known.
class HalfFunction {
public:
  HalfFunction(mlir::OpBuilder &b, Arithmetic &arithmetic, mlir::Location loc, llvm::ArrayRef<mlir::Value> operands)
      : b(b), arithmetic(arithmetic), loc(loc), operands(operands) {}

  mlir::Value build(StringRef name) {
    switch (operands.size()) {
    case 1:
      return unary(name);
    case 2:
      return binary(name);
    case 3:
      return name.starts_with("__hfma") ? clamped(name, make<mlir::math::FmaOp>()) : mlir::Value();
    default:
      return {};
    }
  }

private:
  template <class Op> mlir::Value make() {
    return Op::create(b, loc, operands);
  }

  mlir::Value constant(double value) {
    return arithmetic.real(loc, operands[0].getType(), llvm::APFloat(value));
  }

  mlir::Value unary(StringRef name) {
    using namespace mlir::math;
    using Builder = mlir::Value (HalfFunction::*)();
    auto builder = StringSwitch<Builder>(name)
                       .Case("hceil", &HalfFunction::make<CeilOp>)
                       .Case("hfloor", &HalfFunction::make<FloorOp>)
                       .Case("hsqrt", &HalfFunction::make<SqrtOp>)
                       .Case("hrsqrt", &HalfFunction::make<RsqrtOp>)
                       .Case("hlog", &HalfFunction::make<LogOp>)
                       .Case("hlog2", &HalfFunction::make<Log2Op>)
                       .Case("hexp", &HalfFunction::make<ExpOp>)
                       .Case("hexp2", &HalfFunction::make<Exp2Op>)
                       .Case("hsin", &HalfFunction::make<SinOp>)
                       .Case("hcos", &HalfFunction::make<CosOp>)
                       .Cases({"htanh", "htanh_approx"}, &HalfFunction::make<TanhOp>)
                       .Case("__hisnan", &HalfFunction::make<IsNaNOp>)
                       .Case("__hisinf", &HalfFunction::signOfInfinity)
                       .Case("hrcp", &HalfFunction::reciprocal)
                       .Case("__hneg", &HalfFunction::negation)
                       .Case("__habs", &HalfFunction::magnitude)
                       .Default(nullptr);
    return builder ? (this->*builder)() : mlir::Value();
  }

  mlir::Value binary(StringRef name) {
    if (auto operation = operationNamed(name))
      return clamped(name, arithmetic.binary(loc, *operation, operands[0], operands[1], NumberKind::Float));
    if (auto predicate = comparisonNamed(name))
      return mlir::arith::CmpFOp::create(b, loc, *predicate, operands[0], operands[1]);
    bool propagatesNan = name.consume_back("_nan");
    if (name == "__hmin")
      return arithmetic.minimum(loc, operands[0], operands[1], NumberKind::Float, propagatesNan);
    if (name == "__hmax")
      return arithmetic.maximum(loc, operands[0], operands[1], NumberKind::Float, propagatesNan);
    return {};
  }

  /// `_sat`: into [0, 1], NaN to 0. `_relu`: negative values to 0.
  mlir::Value clamped(StringRef name, mlir::Value value) {
    if (name.ends_with("_relu"))
      return arithmetic.maximum(loc, value, constant(0), NumberKind::Float, /*propagateNan=*/true);
    if (!name.ends_with("_sat"))
      return value;
    value = arithmetic.maximum(loc, value, constant(0), NumberKind::Float, /*propagateNan=*/false);
    return arithmetic.minimum(loc, value, constant(1), NumberKind::Float, /*propagateNan=*/false);
  }

  /// 1 for infinity, -1 for negative infinity, else 0.
  mlir::Value signOfInfinity() {
    mlir::Type type = b.getI32Type();
    auto is = [&](bool isNegative) {
      const llvm::fltSemantics &semantics = mlir::cast<mlir::FloatType>(operands[0].getType()).getFloatSemantics();
      mlir::Value infinity = arithmetic.real(loc, operands[0].getType(), llvm::APFloat::getInf(semantics, isNegative));
      return mlir::arith::CmpFOp::create(b, loc, CmpFPredicate::OEQ, operands[0], infinity);
    };
    mlir::Value negative = mlir::arith::SelectOp::create(b, loc, is(true), arithmetic.integer(loc, type, -1),
                                                         arithmetic.integer(loc, type, 0));
    return mlir::arith::SelectOp::create(b, loc, is(false), arithmetic.integer(loc, type, 1), negative);
  }

  mlir::Value reciprocal() {
    return arithmetic.binary(loc, BinaryOperation::Div, constant(1), operands[0], NumberKind::Float);
  }

  mlir::Value negation() {
    return arithmetic.negate(loc, operands[0], NumberKind::Float);
  }

  mlir::Value magnitude() {
    return arithmetic.absolute(loc, operands[0], NumberKind::Float);
  }

  mlir::OpBuilder &b;
  Arithmetic &arithmetic;
  mlir::Location loc;
  llvm::ArrayRef<mlir::Value> operands;
};
} // namespace

Object *KernelLowering::halfFunction(const CallExpr *expression, StringRef name) {
  Location loc = location(expression);
  if (isConversion(name) && expression->getNumArgs() == 1)
    return leafResult(expression, numberAs(expression->getArg(0), expression->getType(), loc));
  llvm::SmallVector<Value, 3> operands;
  for (const Expr *argument : expression->arguments())
    operands.push_back(valueOf(argument));
  if (failed)
    return nullptr;
  if (isBitCast(name))
    return leafResult(expression, mlir::arith::BitcastOp::create(b, loc, leafType(expression->getType()), operands[0]));
  if (Value value = HalfFunction(b, arithmetic, loc, operands).build(name))
    return leafResult(expression, value);
  return unsupportedHalf(expression);
}
