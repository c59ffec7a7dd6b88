// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/LargeStack.h"

#include <cstddef>
#include <pthread.h>
#include <sys/mman.h>

using namespace tilec;

namespace {

constexpr size_t kMebibyte = size_t(1) << 20;
constexpr size_t kGuardBytes = 1 << 16;

thread_local bool isOnLargeStack = false;

/// Addresses for a stack, with a guard below it.
class StackMemory {
public:
  explicit StackMemory(size_t bytes) : bytes(bytes) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
#ifdef MAP_STACK
    flags |= MAP_STACK;
#endif
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (isMapped())
      mprotect(memory, kGuardBytes, PROT_NONE); // stacks grow down
  }
  StackMemory(const StackMemory &) = delete;
  ~StackMemory() {
    if (isMapped())
      munmap(memory, bytes);
  }
  bool isMapped() const {
    return memory != MAP_FAILED;
  }
  void *usable() const {
    return static_cast<char *>(memory) + kGuardBytes;
  }
  size_t usableBytes() const {
    return bytes - kGuardBytes;
  }

private:
  size_t bytes;
  void *memory;
};

void *runWork(void *argument) {
  isOnLargeStack = true;
  (*static_cast<llvm::function_ref<void()> *>(argument))();
  return nullptr;
}

/// False if there is no such stack or no thread.
bool runOnStackOf(size_t bytes, llvm::function_ref<void()> work) {
  StackMemory stack(bytes);
  if (!stack.isMapped())
    return false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack.usable(), stack.usableBytes());
  pthread_t thread;
  int failure = pthread_create(&thread, &attributes, runWork, &work);
  pthread_attr_destroy(&attributes);
  return failure == 0 && pthread_join(thread, nullptr) == 0;
}

} // namespace

void jit::onLargeStack(llvm::function_ref<void()> work) {
  if (isOnLargeStack)
    return work();
  for (size_t mebibytes : {512, 64, 8})
    if (runOnStackOf(mebibytes * kMebibyte, work))
      return;
  work();
}
