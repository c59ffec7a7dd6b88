// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/FileLock.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace tilec {

uint64_t fnv1a(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

/// Each key has a byte of its own, far behind the file's end. Locks of open file descriptions hold between threads,
/// too.
void FileLock::lock(int file, int64_t place) {
  struct flock range = {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = place;
  range.l_len = 1;
  while (fcntl(file, F_OFD_SETLKW, &range) != 0 && errno == EINTR)
    ;
}

FileLock::FileLock(const std::string &path, std::string_view key)
    : file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file >= 0)
    lock(file, int64_t(fnv1a(key) >> 2));
}

FileLock::~FileLock() {
  if (file >= 0)
    close(file);
}

} // namespace tilec
