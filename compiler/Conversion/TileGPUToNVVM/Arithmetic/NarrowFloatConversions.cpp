// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Narrowing by integers, for a format with M mantissa bits and bias B, on the magnitude of an f32 that was clamped to
/// the largest finite value:
///   * results that are normal: add half of the last place kept (minus one, plus its own bit: ties to even) to the bits
///     of the f32, correct the exponent, drop the rest;
///   * results below 2^(1-B): adding the power of two whose last place is the format's smallest subnormal makes the
///     float adder round.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/NarrowFloatConversions.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/FloatConversions.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilec;

namespace {

constexpr int kF32Bias = 127, kF32MantissaBits = 23;

/// A binary format of at most 8 bits with sign, exponent, mantissa.
struct NarrowFormat {
  int mantissaBits, bias;
  double largest;
  int64_t nan; ///< bits a NaN converts to
  int signBit;
};

NarrowFormat formatOf(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return {3, 7, 448.0, 0x7F, 7};
  if (isa<Float8E5M2Type>(type))
    return {2, 15, 57344.0, 0x7F, 7};
  assert(isa<Float4E2M1FNType>(type) && "the other types have their own ways");
  return {1, 1, 6.0, 0x7, 3};
}

/// Short names for the integer code below; everything is i32 or f32.
struct Code {
  ImplicitLocOpBuilder &b;

  Value integer(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  }
  Value real(double value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value bits(Value value) {
    return arith::BitcastOp::create(b, b.getI32Type(), value);
  }
  Value asFloat(Value value) {
    return arith::BitcastOp::create(b, b.getF32Type(), value);
  }
  Value add(Value x, Value y) {
    return arith::AddIOp::create(b, x, y);
  }
  Value shiftRight(Value x, int n) {
    return arith::ShRUIOp::create(b, x, integer(n));
  }
  Value shiftLeft(Value x, int n) {
    return arith::ShLIOp::create(b, x, integer(n));
  }
  Value conjunct(Value x, int64_t mask) {
    return arith::AndIOp::create(b, x, integer(mask));
  }
  Value disjunct(Value x, Value y) {
    return arith::OrIOp::create(b, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, int64_t y) {
    return arith::CmpIOp::create(b, predicate, x, integer(y));
  }
  Value isNaN(Value x) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  }
  Value narrow(Value x, unsigned width = 8) {
    return arith::TruncIOp::create(b, b.getIntegerType(width), x);
  }
  Value widen(Value x) {
    return arith::ExtUIOp::create(b, b.getI32Type(), x);
  }
  /// `x` rounded to nearest even at bit `n`; the bits below remain.
  Value roundBitsAt(Value x, int n) {
    Value last = conjunct(shiftRight(x, n), 1);
    return add(add(x, integer((1 << (n - 1)) - 1)), last);
  }
};

Value narrowByIntegers(ImplicitLocOpBuilder &b, Value value, NarrowFormat format) {
  Code c{b};
  Value magnitude = math::AbsFOp::create(b, value);
  Value sign = c.shiftRight(c.conjunct(c.bits(value), int64_t(1) << 31), 31 - format.signBit);
  Value clamped = arith::MinNumFOp::create(b, magnitude, c.real(format.largest));
  Value bits = c.bits(clamped);

  int dropped = kF32MantissaBits - format.mantissaBits;
  Value rebiased = c.add(c.roundBitsAt(bits, dropped), c.integer(-int64_t(kF32Bias - format.bias) << kF32MantissaBits));
  Value normal = c.shiftRight(rebiased, dropped);

  Value magic = c.real(std::ldexp(1.0, 1 - format.bias - format.mantissaBits + kF32MantissaBits));
  Value shifted = arith::AddFOp::create(b, clamped, magic);
  Value subnormal = arith::SubIOp::create(b, c.bits(shifted), c.bits(magic));

  int64_t smallestNormal = int64_t(kF32Bias + 1 - format.bias) << kF32MantissaBits;
  Value isSubnormal = c.compare(arith::CmpIPredicate::ult, bits, smallestNormal);
  Value result = c.disjunct(c.select(isSubnormal, subnormal, normal), sign);
  return c.narrow(c.select(c.isNaN(value), c.integer(format.nan), result));
}

/// e8m0 is an exponent alone: the power of two at or above the magnitude; 255 is NaN.
Value narrowToExponent(ImplicitLocOpBuilder &b, Value value) {
  Code c{b};
  Value bits = c.conjunct(c.bits(value), 0x7FFFFFFF);
  Value exponent = c.shiftRight(bits, kF32MantissaBits);
  Value mantissa = c.conjunct(bits, (1 << kF32MantissaBits) - 1);
  // A subnormal f32 is at most 2^-127, the smallest e8m0, while its mantissa is at most a half.
  Value isSubnormal = c.compare(arith::CmpIPredicate::eq, exponent, 0);
  Value threshold = c.select(isSubnormal, c.integer(1 << (kF32MantissaBits - 1)), c.integer(0));
  Value above = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, mantissa, threshold);
  Value next = c.add(exponent, arith::ExtUIOp::create(b, b.getI32Type(), above));
  Value finite = arith::MinUIOp::create(b, next, c.integer(254));
  return c.narrow(c.select(c.isNaN(value), c.integer(255), finite));
}

Value widenExponent(ImplicitLocOpBuilder &b, Value value) {
  Code c{b};
  Value exponent = c.widen(value);
  Value normal = c.shiftLeft(exponent, kF32MantissaBits);
  Value special = c.select(c.compare(arith::CmpIPredicate::eq, exponent, 0), c.integer(1 << (kF32MantissaBits - 1)),
                           c.integer(0x7FC00000));
  Value isSpecial =
      c.disjunct(c.compare(arith::CmpIPredicate::eq, exponent, 0), c.compare(arith::CmpIPredicate::eq, exponent, 255));
  return c.asFloat(c.select(isSpecial, special, normal));
}

/// tf32 keeps 10 mantissa bits of an f32.
Value roundToTf32(ImplicitLocOpBuilder &b, Value value, const Target &target) {
  Code c{b};
  constexpr int kDropped = 13;
  if (target.has(Capability::RoundToTf32Even)) {
    Value bits = NVVM::ConvertFloatToTF32Op::create(b, b.getI32Type(), value, NVVM::FPRoundingMode::RN,
                                                    NVVM::SaturationMode::NONE, /*relu=*/false);
    return c.asFloat(bits);
  }
  Value rounded = c.conjunct(c.roundBitsAt(c.bits(value), kDropped), ~int64_t((1 << kDropped) - 1));
  return c.select(c.isNaN(value), value, c.asFloat(rounded));
}

/// e5m2 is the upper byte of an f16.
Value widenE5M2(ImplicitLocOpBuilder &b, Value value) {
  Code c{b};
  Value half = arith::BitcastOp::create(b, b.getF16Type(), c.narrow(c.shiftLeft(c.widen(value), 8), 16));
  return arith::ExtFOp::create(b, b.getF32Type(), half);
}

/// The bits of a format moved into place in an f32 whose exponent is then too small by the difference of the biases;
/// a multiplication by a power of two sets that right, subnormals included.
Value widenByScale(ImplicitLocOpBuilder &b, Value value, NarrowFormat format) {
  Code c{b};
  Value bits = c.widen(value);
  Value magnitude = c.conjunct(bits, (1 << format.signBit) - 1);
  Value sign = c.shiftLeft(c.conjunct(bits, 1 << format.signBit), 31 - format.signBit);
  Value moved = c.asFloat(c.shiftLeft(magnitude, kF32MantissaBits - format.mantissaBits));
  Value scaled = arith::MulFOp::create(b, moved, c.real(std::ldexp(1.0, kF32Bias - format.bias)));
  return c.asFloat(c.disjunct(c.bits(scaled), sign));
}

Value widenE4M3(ImplicitLocOpBuilder &b, Value value) {
  Code c{b};
  Value number = widenByScale(b, value, formatOf(Float8E4M3FNType::get(b.getContext())));
  Value isNaN = c.compare(arith::CmpIPredicate::eq, c.conjunct(c.widen(value), 0x7F), 0x7F);
  return c.select(isNaN, c.asFloat(c.integer(0x7FC00000)), number);
}

Value byteVector(ImplicitLocOpBuilder &b, Value low, Value high) {
  Type type = VectorType::get({2}, b.getI8Type());
  Value vector = LLVM::UndefOp::create(b, type);
  vector = LLVM::InsertElementOp::create(b, vector, low, arith::ConstantOp::create(b, b.getI32IntegerAttr(0)));
  return LLVM::InsertElementOp::create(b, vector, high, arith::ConstantOp::create(b, b.getI32IntegerAttr(1)));
}

/// Two fp8 as two f16, in one instruction.
std::pair<Value, Value> widenFp8Pair(ImplicitLocOpBuilder &b, Value low, Value high, Type from) {
  Type halves = VectorType::get({2}, b.getF16Type());
  Value vector = NVVM::ConvertF8x2ToF16x2Op::create(b, halves, byteVector(b, low, high), /*relu=*/false, from);
  auto element = [&](int i) -> Value {
    return LLVM::ExtractElementOp::create(b, vector, arith::ConstantOp::create(b, b.getI32IntegerAttr(i)));
  };
  return {element(0), element(1)};
}

/// Two f32 as two fp8, in one instruction.
std::pair<Value, Value> narrowFp8Pair(ImplicitLocOpBuilder &b, Value low, Value high, Type to) {
  Code c{b};
  Value both = NVVM::ConvertF32x2ToF8x2Op::create(b, b.getI16Type(), high, low, NVVM::FPRoundingMode::RN,
                                                  NVVM::SaturationMode::SATFINITE, /*relu=*/false, to);
  Value word = c.widen(both);
  return {c.narrow(word), c.narrow(c.shiftRight(word, 8))};
}

/// Two fp4 as two f16, in one instruction: exactly.
std::pair<Value, Value> widenFp4Pair(ImplicitLocOpBuilder &b, Value low, Value high, Type from) {
  Code c{b};
  constexpr int kBits = 4;
  Value both = c.narrow(c.disjunct(c.conjunct(c.widen(low), 0xF), c.shiftLeft(c.widen(high), kBits)));
  Type halves = VectorType::get({2}, b.getF16Type());
  Value vector = NVVM::ConvertF4x2ToF16x2Op::create(b, halves, both, /*relu=*/false, from);
  auto element = [&](int i) -> Value {
    return LLVM::ExtractElementOp::create(b, vector, arith::ConstantOp::create(b, b.getI32IntegerAttr(i)));
  };
  return {element(0), element(1)};
}

/// Two f32 as two fp4, in one instruction: it rounds and saturates as `narrowByIntegers` does, NaN as well.
std::pair<Value, Value> narrowFp4Pair(ImplicitLocOpBuilder &b, Value low, Value high, Type to) {
  Code c{b};
  constexpr int kBits = 4;
  Value both = c.widen(NVVM::ConvertF32x2ToF4x2Op::create(b, b.getI8Type(), high, low, /*relu=*/false, to));
  return {c.narrow(c.conjunct(both, 0xF)), c.narrow(c.shiftRight(both, kBits))};
}

bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

} // namespace

Value tilec::widenToF32(ImplicitLocOpBuilder &b, Value value, Type from, const Target &target) {
  if (isa<Float32Type, FloatTF32Type>(from))
    return value;
  if (isa<Float16Type, BFloat16Type>(from))
    return arith::ExtFOp::create(b, b.getF32Type(), value);
  if (isa<Float8E5M2Type>(from))
    return widenE5M2(b, value);
  if (isa<Float8E8M0FNUType>(from))
    return widenExponent(b, value);
  if (isa<Float4E2M1FNType>(from))
    return widenByScale(b, value, formatOf(from));
  if (!target.has(Capability::ConvertFp8))
    return widenE4M3(b, value);
  Value zero = arith::ConstantOp::create(b, b.getI8IntegerAttr(0));
  return arith::ExtFOp::create(b, b.getF32Type(), widenFp8Pair(b, value, zero, from).first);
}

Value tilec::narrowFromF32(ImplicitLocOpBuilder &b, Value value, Type to, const Target &target) {
  if (isa<Float32Type>(to))
    return value;
  if (isa<Float16Type, BFloat16Type>(to))
    return arith::TruncFOp::create(b, to, value);
  if (isa<FloatTF32Type>(to))
    return roundToTf32(b, value, target);
  if (isa<Float8E8M0FNUType>(to))
    return narrowToExponent(b, value);
  if (isFp8(to) && target.has(Capability::ConvertFp8))
    return narrowFp8Pair(b, value, Code{b}.real(0), to).first;
  if (isa<Float4E2M1FNType>(to) && target.has(Capability::ConvertNarrow))
    return narrowFp4Pair(b, value, Code{b}.real(0), to).first;
  return narrowByIntegers(b, value, formatOf(to));
}

std::pair<Value, Value> tilec::convertFloatPair(ImplicitLocOpBuilder &b, Value first, Value second, Type from, Type to,
                                                const Target &target) {
  bool areWide = isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(to);
  Type f16 = b.getF16Type();
  if (target.has(Capability::ConvertNarrow)) {
    if (isa<Float4E2M1FNType>(to) && !isa<Float64Type>(from))
      return narrowFp4Pair(b, widenToF32(b, first, from, target), widenToF32(b, second, from, target), to);
    if (isa<Float4E2M1FNType>(from) && areWide) {
      auto [low, high] = widenFp4Pair(b, first, second, from);
      return {convertFloat(b, low, f16, to, target), convertFloat(b, high, f16, to, target)};
    }
  }
  if (!target.has(Capability::ConvertFp8))
    return {};
  if (isFp8(to) && !isa<Float64Type>(from))
    return narrowFp8Pair(b, widenToF32(b, first, from, target), widenToF32(b, second, from, target), to);
  if (!isFp8(from) || !areWide)
    return {};
  auto [low, high] = widenFp8Pair(b, first, second, from);
  return {convertFloat(b, low, f16, to, target), convertFloat(b, high, f16, to, target)};
}
