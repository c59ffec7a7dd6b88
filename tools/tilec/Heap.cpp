// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Heap.h"

#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr int kMegabyte = 1 << 20;
/// Addresses, of which memory is taken as they are used: more than most compilations need.
constexpr int kHeapBytes = 128 * kMegabyte;
/// Smaller blocks come from the heap. The library takes no more.
constexpr int kLargestBlock = 32 * kMegabyte;
constexpr uintptr_t kLargePage = 2 * kMegabyte;

uintptr_t heapEnd() {
  return reinterpret_cast<uintptr_t>(sbrk(0));
}

} // namespace

void tilec::tool::prepareHeap() {
  mallopt(M_MMAP_THRESHOLD, kLargestBlock);
  mallopt(M_TRIM_THRESHOLD, 2 * kHeapBytes);
  mallopt(M_TOP_PAD, kHeapBytes);
  uintptr_t begin = heapEnd();
  // More than there is: the heap grows, by as much and the padding. Where so many addresses are not to be had, it
  // stays.
  void *volatile block = std::malloc(kMegabyte);
  std::free(block);
  mallopt(M_TOP_PAD, kMegabyte);
  begin = (begin + kLargePage - 1) / kLargePage * kLargePage;
  if (uintptr_t end = heapEnd(); end > begin)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
}
#else
void tilec::tool::prepareHeap() {}
#endif
