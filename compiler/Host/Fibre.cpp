// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Fibre.h"
#include <cassert>
#include <cstdint>
#include <sys/mman.h>
#include <ucontext.h>

namespace tilec::host {

/// Pages that are never touched cost nothing.
static constexpr size_t kStackBytes = size_t(1) << 20;
static constexpr size_t kGuardBytes = 4096;

struct Fibre::Contexts {
  ucontext_t inside, outside;
  char *stack;
};

Fibre::Fibre() : contexts(std::make_unique<Contexts>()) {
  void *stack = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert(stack != MAP_FAILED && "no memory for a stack");
  mprotect(stack, kGuardBytes, PROT_NONE); // stacks grow down
  contexts->stack = static_cast<char *>(stack);
}

Fibre::~Fibre() {
  munmap(contexts->stack, kStackBytes);
}

void Fibre::enter(unsigned high, unsigned low) {
  auto *self = reinterpret_cast<Fibre *>(uintptr_t(high) << 32 | low);
  self->body();
  self->ended = true; // then uc_link leads out
}

void Fibre::start(std::function<void()> newBody) {
  body = std::move(newBody);
  ended = false;
  getcontext(&contexts->inside);
  contexts->inside.uc_stack.ss_sp = contexts->stack;
  contexts->inside.uc_stack.ss_size = kStackBytes;
  contexts->inside.uc_link = &contexts->outside;
  // makecontext takes ints.
  makecontext(&contexts->inside, reinterpret_cast<void (*)()>(enter), 2, unsigned(uintptr_t(this) >> 32),
              unsigned(uintptr_t(this)));
}

void Fibre::resume() {
  swapcontext(&contexts->outside, &contexts->inside);
}

void Fibre::suspend() {
  swapcontext(&contexts->inside, &contexts->outside);
}

} // namespace tilec::host
