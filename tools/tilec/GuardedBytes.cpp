// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/GuardedBytes.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include <sys/mman.h>
#include <utility>

using namespace tilec::tool;

static constexpr size_t kAlignment = 256;
/// Addresses only. Kernels go astray by a tile or a row, seldom by more.
static constexpr size_t kGuardBytes = size_t(1) << 30;

llvm::Expected<GuardedBytes> GuardedBytes::allocate(size_t size, size_t offset) {
  size_t page = llvm::sys::Process::getPageSizeEstimate();
  size_t pages = llvm::alignTo(size + offset, page), total = pages + 2 * kGuardBytes;
  void *mapping = mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return llvm::createStringError("cannot allocate " + llvm::Twine(size) + " bytes");
  GuardedBytes bytes;
  bytes.mapping = mapping;
  bytes.mapped = total;
  auto *inside = static_cast<unsigned char *>(mapping) + kGuardBytes;
  // A mapping of its own, which the system refuses where there is not as much memory.
  if (pages &&
      mmap(inside, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    return llvm::createStringError("cannot allocate " + llvm::Twine(size) + " bytes");
  bytes.begin = inside + pages - llvm::alignTo(size + offset, kAlignment) + offset;
  bytes.count = size;
  return std::move(bytes);
}

GuardedBytes::GuardedBytes(GuardedBytes &&other) noexcept
    : mapping(std::exchange(other.mapping, nullptr)), mapped(std::exchange(other.mapped, 0)),
      begin(std::exchange(other.begin, nullptr)), count(std::exchange(other.count, 0)) {}

GuardedBytes &GuardedBytes::operator=(GuardedBytes &&other) noexcept {
  std::swap(mapping, other.mapping);
  std::swap(mapped, other.mapped);
  std::swap(begin, other.begin);
  std::swap(count, other.count);
  return *this;
}

GuardedBytes::~GuardedBytes() {
  if (mapping)
    munmap(mapping, mapped);
}
