// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Bytes between pages that nobody may touch. A kernel that runs on the host without checks and goes astray then stops
/// at an access, which has a source line, and cannot ruin other memory of this process.
#pragma once
#include "llvm/Support/Error.h"

namespace tilec::tool {

class GuardedBytes {
public:
  GuardedBytes() = default;
  /// Zeros. The bytes begin `offset` bytes behind a multiple of 256, as a driver's do with 0, and end less than that
  /// before a guard.
  static llvm::Expected<GuardedBytes> allocate(size_t size, size_t offset = 0);

  GuardedBytes(GuardedBytes &&other) noexcept;
  GuardedBytes &operator=(GuardedBytes &&other) noexcept;
  ~GuardedBytes();

  unsigned char *data() const {
    return begin;
  }
  size_t size() const {
    return count;
  }
  unsigned char &operator[](size_t i) const {
    return begin[i];
  }

private:
  void *mapping = nullptr;
  size_t mapped = 0;
  unsigned char *begin = nullptr;
  size_t count = 0;
};

} // namespace tilec::tool
