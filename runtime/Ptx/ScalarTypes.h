// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// PTX's scalar types and state spaces, and how lanes hold values of them.
///
/// A register holds a value of each of a warp's 32 lanes: 4 bytes a lane for types of up to 32 bits, else 8 or 16. What
/// lies above a narrower type's bits means nothing to instructions of that type. Predicates are one bit a lane.
#ifndef TILEC_RUNTIME_PTX_SCALARTYPES_H
#define TILEC_RUNTIME_PTX_SCALARTYPES_H

#include "runtime/Ptx/FloatFormats.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tilec::ptx {

constexpr unsigned kWarpLanes = 32;
constexpr uint32_t kAllLanes = ~0u;

enum class Space : uint8_t { Generic, Global, Constant, Shared, Local, Parameter };

struct ScalarType {
  enum class Kind : uint8_t { Predicate, Bits, Unsigned, Signed, Float, BFloat };
  Kind kind = Kind::Bits;
  uint8_t bits = 32;
  bool isPair = false; ///< two elements: f16x2, bf16x2, s16x2, u16x2, f32x2

  bool operator==(const ScalarType &) const = default;
  unsigned bytes() const {
    return bits / 8;
  }
  bool isFloat() const {
    return kind == Kind::Float || kind == Kind::BFloat;
  }
  /// Bytes that a lane's value takes in a register.
  unsigned storageBytes() const {
    return bits <= 32 ? 4 : bits / 8;
  }
};

/// `u32`, without its dot; nothing where it is no type.
std::optional<ScalarType> scalarType(std::string_view name);

/// How a register holds one lane's value of a type.
template <typename T> using Storage = std::conditional_t<sizeof(T) <= 4, uint32_t, uint64_t>;

template <typename T> T fromStorage(Storage<T> stored) {
  if constexpr (sizeof(T) == sizeof(Storage<T>))
    return std::bit_cast<T>(stored);
  else if constexpr (sizeof(T) == 2)
    return std::bit_cast<T>(uint16_t(stored));
  else
    return std::bit_cast<T>(uint8_t(stored));
}

/// Signed integers are extended by their sign, all else by zeros.
template <typename T> Storage<T> toStorage(T value) {
  if constexpr (sizeof(T) == sizeof(Storage<T>))
    return std::bit_cast<Storage<T>>(value);
  else if constexpr (std::is_integral_v<T>)
    return Storage<T>(int32_t(value));
  else
    return std::bit_cast<uint16_t>(value);
}

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_SCALARTYPES_H
