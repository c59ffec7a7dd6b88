// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a launch is made of: arguments and options.
#ifndef TILEC_LAUNCH_H
#define TILEC_LAUNCH_H

#include "tilec/Buffer.h"
#include "tilec/Manifest.h"

#include <array>
#include <bit>
#include <concepts>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tilec::runtime {

using Dim3 = manifest::Dim3;

/// One argument with its type, checked against the kernel's parameter at launch. Rules:
///   * integers convert to integer parameters of any size that can hold the value (bool counts as integer);
///   * a float converts to a `double` parameter, otherwise floating types must agree;
///   * a Buffer, a device pointer or nullptr goes to a pointer parameter;
///   * `bits` (half, bfloat16, fp8, ...) and `record` (structs by value) must have the parameter's exact size.
class Argument {
public:
  enum class Kind { Integer, Float, Pointer, Bits };

  template <std::integral T> Argument(T value);
  Argument(float value) : Argument(Kind::Float, false, "f32", &value, sizeof(value)) {}
  Argument(double value) : Argument(Kind::Float, false, "f64", &value, sizeof(value)) {}
  /// A device address. `const` or not plays no part.
  Argument(const void *devicePointer)
      : Argument(Kind::Pointer, false, "pointer", &devicePointer, sizeof(devicePointer)) {}
  Argument(std::nullptr_t) : Argument(static_cast<const void *>(nullptr)) {}
  /// The buffer's address. The buffer must outlive the launch.
  Argument(const Buffer &buffer) : Argument(reinterpret_cast<const void *>(buffer.address())) {}
  /// The raw bits of a scalar that C++ has no plain type for, e.g. bits("f16", 0x3c00, 2).
  static Argument bits(std::string_view elementType, uint64_t value, size_t bytes);
  /// A struct by value; its bytes are copied now.
  static Argument record(const void *data, size_t bytes);

  Kind kind() const {
    return argumentKind;
  }
  bool isSigned() const {
    return signedInteger;
  }
  /// The bytes as given, before any conversion.
  std::span<const unsigned char> bytes() const {
    return {large.empty() ? small.data() : large.data(), size};
  }
  /// `i32`, `f64`, `pointer`, ...: for messages.
  std::string_view typeName() const {
    return type;
  }

private:
  Argument(Kind kind, bool isSigned, std::string_view type, const void *value, size_t bytes);

  /// `i8` ... `u64`.
  template <std::integral T> static constexpr std::string_view nameOfInteger() {
    constexpr std::string_view names[] = {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"};
    return names[(std::signed_integral<T> ? 4 : 0) + std::countr_zero(sizeof(T))];
  }

  Kind argumentKind;
  bool signedInteger;
  std::string_view type; ///< of a literal, or kept for ever
  size_t size;
  std::array<unsigned char, 8> small; ///< the bytes, if they fit: a launch of scalars allocates nothing here
  std::vector<unsigned char> large;   ///< else here
};

template <std::integral T>
Argument::Argument(T value) : Argument(Kind::Integer, std::signed_integral<T>, nameOfInteger<T>(), &value, sizeof(T)) {}

/// How to launch.
struct LaunchOptions {
  Dim3 grid = {};                 ///< grid of tile blocks, as the source sees it
  const Stream *stream = nullptr; ///< null: the legacy default stream
  /// The variant to launch, an index into the manifest's; fails with kVariantFacts if it needs what the arguments do
  /// not give. Nothing: the first whose facts hold, or what the environment variable TILEC_VARIANT says (a number, or
  /// `last`), as it was when the kernel was looked up.
  std::optional<size_t> variant = std::nullopt;
  /// Preferred share of on-chip memory for shared memory, percent; nothing: the driver's choice.
  std::optional<int> sharedMemoryCarveout = std::nullopt;
  /// Programmatic dependent launch: may start before the kernel ahead of it in the stream has ended, if the variant
  /// waits for it itself (`manifest::Variant::programmaticLaunch`).
  bool programmaticDependentLaunch = false;
};

} // namespace tilec::runtime

#endif // TILEC_LAUNCH_H
