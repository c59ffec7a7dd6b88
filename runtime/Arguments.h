// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arguments as the kernel takes them, and what the manifest's expressions make of them.
#ifndef TILEC_RUNTIME_ARGUMENTS_H
#define TILEC_RUNTIME_ARGUMENTS_H

#include "tilec/Launch.h"

#include <memory>
#include <span>

namespace tilec::runtime {

/// The values of every parameter, converted and checked, in one piece of memory.
class PackedArguments {
public:
  /// Zeroes, with room for the parameters of `kernel`.
  explicit PackedArguments(const manifest::Kernel &kernel);

  /// Where parameter `index` lies, aligned as the largest scalar.
  unsigned char *operator[](size_t index) {
    return static_cast<unsigned char *>(list[index]);
  }
  const unsigned char *operator[](size_t index) const {
    return static_cast<const unsigned char *>(list[index]);
  }
  /// Addresses of the values, as a launch takes them; the launcher appends its own.
  std::vector<void *> &pointers() {
    return list;
  }

private:
  std::unique_ptr<uint64_t[]> storage;
  std::vector<void *> list;
};

/// Converts `arguments` to the parameters of `kernel`; kArgumentCount or kArgumentType names kernel and parameter.
Expected<PackedArguments> pack(const manifest::Kernel &kernel, std::span<const Argument> arguments);

/// The value of `expression`, wrapping at 64 bits; nothing if it divides by zero.
std::optional<int64_t> evaluate(const manifest::Expression &expression, const PackedArguments &arguments, Dim3 grid);

/// Whether `fact` is known to hold.
bool holds(const manifest::Fact &fact, const PackedArguments &arguments, Dim3 grid);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_ARGUMENTS_H
