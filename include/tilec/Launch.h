// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a launch is made of: arguments and options.
#ifndef TILEC_LAUNCH_H
#define TILEC_LAUNCH_H

#include "tilec/Buffer.h"
#include "tilec/Manifest.h"

#include <array>
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
  Argument(float value);
  Argument(double value);
  /// A device address. `const` or not plays no part.
  Argument(const void *devicePointer);
  Argument(std::nullptr_t);
  /// The buffer's address. The buffer must outlive the launch.
  Argument(const Buffer &buffer);
  /// The raw bits of a scalar that C++ has no plain type for, e.g. bits("f16", 0x3c00, 2).
  static Argument bits(std::string elementType, uint64_t value, size_t bytes);
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
  const std::string &typeName() const {
    return type;
  }

private:
  Argument(Kind kind, bool isSigned, std::string type, const void *value, size_t bytes);

  Kind argumentKind;
  bool signedInteger;
  std::string type;
  size_t size;
  std::array<unsigned char, 8> small; ///< the bytes, if they fit: a launch of scalars allocates nothing here
  std::vector<unsigned char> large;   ///< else here
};

template <std::integral T>
Argument::Argument(T value)
    : Argument(Kind::Integer, std::signed_integral<T>,
               (std::signed_integral<T> ? "i" : "u") + std::to_string(8 * sizeof(T)), &value, sizeof(T)) {}

/// How to launch.
struct LaunchOptions {
  Dim3 grid = {};                 ///< grid of tile blocks, as the source sees it
  const Stream *stream = nullptr; ///< null: the legacy default stream
  /// Preferred share of on-chip memory for shared memory, percent; nothing: the driver's choice.
  std::optional<int> sharedMemoryCarveout = std::nullopt;
  /// Programmatic dependent launch: may start before the kernel ahead of it in the stream has ended.
  bool programmaticDependentLaunch = false;
};

} // namespace tilec::runtime

#endif // TILEC_LAUNCH_H
