// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the executor keeps the value of an SSA value: a typed run of elements at a fixed place of the frame.
#pragma once

#include "compiler/Host/Numerics/FloatTypes.h"
#include "compiler/Host/Numerics/IntegerArithmetic.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace tilec::host {

/// Element kinds as the executor stores them; index is I64. A View is a record of base address, extents and strides.
enum class Kind : uint8_t { I1, I8, I16, I32, I64, F16, BF16, TF32, F32, F64, E4M3, E5M2, E8M0, E2M1, Pointer, View };

/// The kind of a scalar, of a tile's elements, or of a view; none for types that the executor does not hold.
std::optional<Kind> kindOf(mlir::Type type);

/// Bytes of one element in a frame and, the same, in memory. 1 for a View, whose slot counts bytes.
size_t bytesOf(Kind kind);

inline bool isInteger(Kind kind) {
  return kind <= Kind::I64;
}
inline bool isFloat(Kind kind) {
  return kind >= Kind::F16 && kind <= Kind::E2M1;
}

struct Frame;

/// A value's place. Inside the combining region of a reduction a scalar stands for as many elements as the frame has
/// lanes.
struct Slot {
  size_t offset = 0; ///< of the elements, in the frame's data
  size_t shadow =
      0; ///< of the elements' undefined flags (one byte each), in the frame's shadow; checking programs only
  uint32_t count = 1;
  bool perLane = false;
  bool shared = true; ///< the place may serve another value later
  Kind kind = Kind::I32;

  inline size_t size(const Frame &frame) const;
  size_t bytes() const {
    return count * bytesOf(kind);
  }
};

/// Calls `fn` with the Int<Bits> of an integer kind (a pointer counts as 64 bits).
template <class Fn> auto withInteger(Kind kind, Fn fn) {
  switch (kind) {
  case Kind::I1:
    return fn(Int<1>());
  case Kind::I8:
    return fn(Int<8>());
  case Kind::I16:
    return fn(Int<16>());
  case Kind::I32:
    return fn(Int<32>());
  default:
    return fn(Int<64>());
  }
}

template <class T> struct TypeTag {
  using Type = T;
};

/// Calls `fn` with the TypeTag of f16, bf16, f32 or f64.
template <class Fn> auto withArithmeticFloat(Kind kind, Fn fn) {
  switch (kind) {
  case Kind::F16:
    return fn(TypeTag<F16>());
  case Kind::BF16:
    return fn(TypeTag<BF16>());
  case Kind::F64:
    return fn(TypeTag<double>());
  default:
    return fn(TypeTag<float>());
  }
}

/// Calls `fn` with the TypeTag of any floating-point kind.
template <class Fn> auto withFloat(Kind kind, Fn fn) {
  switch (kind) {
  case Kind::TF32:
    return fn(TypeTag<TF32>());
  case Kind::E4M3:
    return fn(TypeTag<E4M3>());
  case Kind::E5M2:
    return fn(TypeTag<E5M2>());
  case Kind::E8M0:
    return fn(TypeTag<E8M0>());
  case Kind::E2M1:
    return fn(TypeTag<E2M1>());
  default:
    return withArithmeticFloat(kind, fn);
  }
}

/// Calls `fn` with the TypeTag of the unsigned integer as wide as an element.
template <class Fn> auto withBits(size_t bytes, Fn fn) {
  switch (bytes) {
  case 1:
    return fn(TypeTag<uint8_t>());
  case 2:
    return fn(TypeTag<uint16_t>());
  case 4:
    return fn(TypeTag<uint32_t>());
  default:
    return fn(TypeTag<uint64_t>());
  }
}

} // namespace tilec::host
