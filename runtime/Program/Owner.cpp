// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Owner.h"

using namespace tilec::program;

extern "C" const Owner *__tilecProgramOwner; // Trampolines.S

static const Owner own = {sizeof(Owner),     &resolve,          &registerModule,  &registerKernel,
                          &registerVariable, &unregisterModule, &registerManaged, &resolveManaged};

static const Owner &choose() {
  const Owner *first = nullptr;
  if (__atomic_compare_exchange_n(&__tilecProgramOwner, &first, &own, /*weak=*/false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return own;
  return first->bytes >= sizeof(Owner) ? *first : own; // an older one does not know all
}

const Owner &tilec::program::owner() {
  static const Owner &chosen = choose();
  return chosen;
}

void *__tilecRegisterModule(const TilecProgramModule *description) {
  return owner().registerModule(description);
}

void __tilecRegisterKernel(void *module, const void *stub, const char *symbol) {
  owner().registerKernel(module, stub, symbol);
}

void __tilecRegisterVariable(void *module, const void *hostVariable, const char *symbol, size_t bytes, int isConstant) {
  owner().registerVariable(module, hostVariable, symbol, bytes, isConstant);
}

void __tilecUnregisterModule(void *module) {
  owner().unregisterModule(module);
}

void __tilecRegisterManaged(void *module, void **address, const void *hostVariable, const char *symbol, size_t bytes) {
  owner().registerManaged(module, address, hostVariable, symbol, bytes);
}

void __tilecResolveManaged(void **address, const void *hostVariable) {
  owner().resolveManaged(address, hostVariable);
}
