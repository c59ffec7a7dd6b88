// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A lock between processes, and between threads of one. It goes with the process that holds it, however that ends.
#ifndef TILEC_RUNTIME_FILELOCK_H
#define TILEC_RUNTIME_FILELOCK_H

#include <cstdint>
#include <string>
#include <string_view>

namespace tilec {

class FileLock {
public:
  /// Waits for the lock of `key` in the file `path`, which is made and stays. Where it cannot be opened (a read-only
  /// folder) nothing is locked.
  FileLock(const std::string &path, std::string_view key);
  /// Waits for the lock of the file that is open as `file`, which the caller closes.
  static void lock(int file, int64_t place = 0);
  FileLock(const FileLock &) = delete;
  ~FileLock();

private:
  int file = -1;
};

/// FNV-1a, 64 bits: tells keys apart and finds damage. It keeps nobody out.
uint64_t fnv1a(std::string_view bytes);

} // namespace tilec

#endif // TILEC_RUNTIME_FILELOCK_H
