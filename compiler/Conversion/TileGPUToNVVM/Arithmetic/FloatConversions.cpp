// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// f32 is the hub: every type of at most 16 bits, and tf32, is a subset of it, so widening to f32 is exact and each
/// narrowing from f32 is one rounding. What is wider (f64, 32- and 64-bit integers) is first rounded to f32 *to odd*:
/// the last bit is set when anything was lost. A second rounding to at most 22 bits then gives what one rounding would.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/NarrowFloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

Value constant(ImplicitLocOpBuilder &builder, Type type, int64_t value) {
  return arith::ConstantOp::create(builder, builder.getIntegerAttr(type, value));
}

bool isNative(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// f64 to f32, rounded to odd.
Value roundToOdd(ImplicitLocOpBuilder &b, Value value) {
  Type i32 = b.getI32Type();
  Value nearest = arith::TruncFOp::create(b, b.getF32Type(), value);
  Value back = arith::ExtFOp::create(b, b.getF64Type(), nearest);
  // Unordered-or-equal: NaN needs no correction.
  Value exact = arith::CmpFOp::create(b, arith::CmpFPredicate::UEQ, back, value);
  Value bits = arith::BitcastOp::create(b, i32, nearest);
  Value isOdd = arith::TruncIOp::create(b, b.getI1Type(), bits);
  Value done = arith::OrIOp::create(b, exact, isOdd);
  // An even neighbour was taken: the odd one on the other side of the value is one step nearer to or further from zero.
  Value magnitudeBack = math::AbsFOp::create(b, back), magnitude = math::AbsFOp::create(b, value);
  Value tooLarge = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, magnitudeBack, magnitude);
  Value step = arith::SelectOp::create(b, tooLarge, constant(b, i32, -1), constant(b, i32, 1));
  Value odd = arith::AddIOp::create(b, bits, step);
  Value chosen = arith::SelectOp::create(b, done, bits, odd);
  return arith::BitcastOp::create(b, b.getF32Type(), chosen);
}

/// 64-bit integer to f64 without loss for rounding to odd: what 53 bits cannot hold is kept as a sticky bit.
Value integerToStickyF64(ImplicitLocOpBuilder &b, Value value, bool isUnsigned) {
  Type i64 = b.getI64Type();
  constexpr int64_t kDropped = 0x7FF;
  Value low = arith::AndIOp::create(b, value, constant(b, i64, kDropped));
  Value lost = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, low, constant(b, i64, 0));
  Value high = arith::AndIOp::create(b, value, constant(b, i64, ~kDropped));
  Value sticky = arith::OrIOp::create(b, high, constant(b, i64, kDropped + 1));
  Value rounded = arith::SelectOp::create(b, lost, sticky, high);
  // Only where the value has more than 53 bits.
  Value magnitude = value;
  if (!isUnsigned) {
    Value negated = arith::SubIOp::create(b, constant(b, i64, 0), value);
    Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, value, constant(b, i64, 0));
    magnitude = arith::SelectOp::create(b, isNegative, negated, value);
  }
  Value isLarge = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, magnitude, constant(b, i64, int64_t(1) << 53));
  Value chosen = arith::SelectOp::create(b, isLarge, rounded, value);
  return isUnsigned ? arith::UIToFPOp::create(b, b.getF64Type(), chosen).getResult()
                    : arith::SIToFPOp::create(b, b.getF64Type(), chosen).getResult();
}

Value nativeIntegerToFloat(ImplicitLocOpBuilder &b, Value value, Type to, bool isUnsigned) {
  return isUnsigned ? arith::UIToFPOp::create(b, to, value).getResult()
                    : arith::SIToFPOp::create(b, to, value).getResult();
}

} // namespace

Value tilec::convertFloat(ImplicitLocOpBuilder &b, Value value, Type from, Type to, const Target &target) {
  if (from == to)
    return value;
  Type f32 = b.getF32Type();
  if (isa<Float64Type>(from)) {
    if (isNative(to))
      return arith::TruncFOp::create(b, to, value);
    return narrowFromF32(b, roundToOdd(b, value), to, target);
  }
  Value wide = widenToF32(b, value, from, target);
  if (to == f32)
    return wide;
  if (isa<Float64Type>(to))
    return arith::ExtFOp::create(b, to, wide);
  return narrowFromF32(b, wide, to, target);
}

Value tilec::convertFloatToInteger(ImplicitLocOpBuilder &b, Value value, Type from, Type to, bool isUnsigned,
                                   const Target &target) {
  if (!isa<Float64Type>(from))
    value = widenToF32(b, value, from, target);
  // Through 32 bits: the hardware has no narrower result.
  Type wide = to.getIntOrFloatBitWidth() < 32 ? b.getI32Type() : to;
  Value integer = isUnsigned ? arith::FPToUIOp::create(b, wide, value).getResult()
                             : arith::FPToSIOp::create(b, wide, value).getResult();
  return wide == to ? integer : arith::TruncIOp::create(b, to, integer).getResult();
}

Value tilec::convertIntegerToFloat(ImplicitLocOpBuilder &b, Value value, Type to, bool isUnsigned,
                                   const Target &target) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  isUnsigned |= width == 1;
  if (isa<Float16Type, Float32Type, Float64Type>(to))
    return nativeIntegerToFloat(b, value, to, isUnsigned);
  // At most 16 bits are exact in f32.
  if (width <= 16)
    return narrowFromF32(b, nativeIntegerToFloat(b, value, b.getF32Type(), isUnsigned), to, target);
  Value wide = width == 64 ? integerToStickyF64(b, value, isUnsigned)
                           : nativeIntegerToFloat(b, value, b.getF64Type(), isUnsigned);
  return narrowFromF32(b, roundToOdd(b, wide), to, target);
}
