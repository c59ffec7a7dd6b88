// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arguments as the kernel takes them, and what the manifest's expressions make of them.
#ifndef TILEC_RUNTIME_PACKEDARGUMENTS_H
#define TILEC_RUNTIME_PACKEDARGUMENTS_H

#include "tilec/Launch.h"

#include <array>
#include <cstring>
#include <memory>
#include <span>

namespace tilec::runtime {

/// The values of every parameter, converted and checked, in one piece of memory: inside the object as long as they are
/// few, so that a launch allocates nothing.
class PackedArguments {
public:
  /// Zeroes, with room for the parameters of `kernel` and for `hidden` more.
  explicit PackedArguments(const manifest::Kernel &kernel, size_t hidden = 0);
  PackedArguments(const PackedArguments &) = delete;

  /// Where parameter `index` lies, aligned as the largest scalar.
  unsigned char *operator[](size_t index) {
    return static_cast<unsigned char *>(list[index]);
  }
  const unsigned char *operator[](size_t index) const {
    return static_cast<const unsigned char *>(list[index]);
  }
  /// `bytes` bytes (1, 2, 4 or 8) from `offset` on of parameter `index`, zero-extended.
  uint64_t bits(size_t index, size_t offset, size_t bytes) const {
    const unsigned char *from = (*this)[index] + offset;
    uint64_t value = 0;
    if (bytes == 8)
      std::memcpy(&value, from, 8);
    else if (bytes == 4)
      std::memcpy(&value, from, 4);
    else
      std::memcpy(&value, from, bytes);
    return value;
  }
  /// Appends a parameter that is not the source's; it must stay where it is.
  void append(void *hidden) {
    list[count++] = hidden;
  }
  /// Addresses of the values, as a launch takes them.
  std::span<void *> pointers() {
    return {list, count};
  }

  /// The values of the source's parameters, one behind the other; what lies between them is zero.
  std::span<const uint64_t> words() const {
    return {manyWords ? manyWords.get() : fewWords.data(), wordCount};
  }

  /// Of the source's parameters.
  size_t parameterCount() const {
    return sourceCount;
  }
  /// The word at which parameter `index` begins.
  size_t wordOf(size_t index) const {
    return size_t(static_cast<const uint64_t *>(list[index]) - words().data());
  }

private:
  std::array<uint64_t, 24> fewWords;
  std::array<void *, 24> fewPointers;
  std::unique_ptr<uint64_t[]> manyWords;
  std::unique_ptr<void *[]> manyPointers;
  void **list = fewPointers.data();
  size_t count = 0, sourceCount = 0, wordCount = 0;
};

/// Converts `arguments` to the parameters of `kernel`, for which `packed` was made; kArgumentCount or kArgumentType
/// names kernel and parameter.
Status pack(const manifest::Kernel &kernel, std::span<const Argument> arguments, PackedArguments &packed);

/// The same from the addresses of values that have the parameters' types, as cuLaunchKernel takes them. Nothing can be
/// checked but their number.
Status pack(const manifest::Kernel &kernel, std::span<void *const> arguments, PackedArguments &packed);

/// The same from values that lie as PackedArguments::words has them.
Status pack(const manifest::Kernel &kernel, const void *words, PackedArguments &packed);

/// One word for each parameter, which holds its value. Fails as `pack` does, and for a record.
Expected<std::vector<uint64_t>> wordsOf(const manifest::Kernel &kernel, std::span<const Argument> arguments);

/// The value of `expression`, wrapping at 64 bits; nothing if it divides by zero.
std::optional<int64_t> evaluate(const manifest::Expression &expression, const PackedArguments &arguments, Dim3 grid);

/// Whether a fact of this kind holds of `subject`.
bool holds(manifest::Fact::Kind kind, int64_t subject, int64_t value);

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_PACKEDARGUMENTS_H
