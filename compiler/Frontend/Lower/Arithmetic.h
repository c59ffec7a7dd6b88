// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Arithmetic.h - C++ arithmetic on scalars and tiles as ops -----------===//
//
// C++'s built-in operators on scalars and the API's primitives on tiles mean the same operations, so one builder emits
// both. Signedness is not in MLIR's integer types; it arrives as a `NumberKind` taken from the C++ type.
//
//   operation            Bool/Unsigned        Signed                      Float
//   + - *                addi subi muli       the same, overflow<nsw>     addf subf mulf, fastmath<contract> with -fmad
//   / % >>               divui remui shrui    divsi remsi shrsi           divf remf
//   < <= > >= == !=      cmpi u..             cmpi s..                    ordered; != unordered
//
// Operands of a binary operation have one type. Operations on constants fold at once: the walker looks at the results
// to decide what is known at compile time.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace tilec::frontend {

/// How an element type computes. `Bool` is an `i1` that counts as unsigned.
enum class NumberKind { Bool, Unsigned, Signed, Float, Pointer };

enum class BinaryOperation { Add, Sub, Mul, Div, Rem, FloorDiv, CeilDiv, MulHigh, And, Or, Xor, Shl, Shr };
enum class Comparison { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

class Arithmetic {
public:
  Arithmetic(mlir::OpBuilder &builder, bool contract) : b(builder), contract(contract) {}

  mlir::Value integer(mlir::Location loc, mlir::Type type, int64_t value);
  mlir::Value real(mlir::Location loc, mlir::Type type, const llvm::APFloat &value);
  /// Zero, false or null of a scalar or tile type.
  mlir::Value zero(mlir::Location loc, mlir::Type type);

  mlir::Value binary(mlir::Location loc, BinaryOperation op, mlir::Value lhs, mlir::Value rhs, NumberKind kind);
  mlir::Value compare(mlir::Location loc, Comparison op, mlir::Value lhs, mlir::Value rhs, NumberKind kind);
  mlir::Value negate(mlir::Location loc, mlir::Value value, NumberKind kind);
  mlir::Value bitNot(mlir::Location loc, mlir::Value value);
  mlir::Value absolute(mlir::Location loc, mlir::Value value, NumberKind kind);
  mlir::Value minimum(mlir::Location loc, mlir::Value lhs, mlir::Value rhs, NumberKind kind, bool propagateNan);
  mlir::Value maximum(mlir::Location loc, mlir::Value lhs, mlir::Value rhs, NumberKind kind, bool propagateNan);

  /// `value != 0` as i1; NaN is true.
  mlir::Value isNonZero(mlir::Location loc, mlir::Value value, NumberKind kind);
  /// C++'s conversion between arithmetic, bool and pointer types; `element` is the target's element type.
  mlir::Value convert(mlir::Location loc, mlir::Value value, NumberKind from, mlir::Type element, NumberKind to);
  /// Reinterprets the bits as another element type of equal width (bool counts as a byte).
  mlir::Value bitcast(mlir::Location loc, mlir::Value value, mlir::Type element);
  /// A scalar in every element of `type`, or `scalar` itself if `type` is one.
  mlir::Value splat(mlir::Location loc, mlir::Value scalar, mlir::Type type);

private:
  mlir::Value floatBinary(mlir::Location loc, BinaryOperation op, mlir::Value lhs, mlir::Value rhs);
  mlir::Value integerBinary(mlir::Location loc, BinaryOperation op, mlir::Value lhs, mlir::Value rhs, bool isSigned);
  mlir::Value convertConstant(mlir::Location loc, mlir::Value value, NumberKind from, mlir::Type type);
  mlir::Value convertInteger(mlir::Location loc, mlir::Value value, bool fromSigned, mlir::Type type);

  mlir::OpBuilder &b;
  bool contract;
};

} // namespace tilec::frontend
