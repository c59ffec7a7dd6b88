// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `__managed__` variables. On the CPU a variable lies where the PTX of its module has it, or host code. On a GPU the
/// CUDA runtime allocates it with the SIMT module that names it; one that no device code names gets managed memory with
/// the host's first value.
#include "runtime/Program/Host/Functions.h"
#include "runtime/Program/Mode.h"
#include "runtime/Program/Owner.h"
#include "runtime/Program/Registry.h"
#include "runtime/Program/SimtModules.h"

#include <cstring>
#include <mutex>

using namespace tilec::program;

namespace {

void *allocateOnDevice(const Variable &variable) {
  void *memory = nullptr;
  if (cudaError_t error = TILEC_CUDA_RUNTIME(cudaMallocManaged)(&memory, variable.bytes, cudaMemAttachGlobal)) {
    say("no memory for the managed variable '" + variable.symbol + "': " + TILEC_CUDA_RUNTIME(cudaGetErrorName)(error));
    return nullptr;
  }
  std::memcpy(memory, variable.address, variable.bytes);
  return memory;
}

void resolveOnDevice(void **address, const Variable &variable) {
  if (variable.module && variable.module->simt)
    initSimtModule(*variable.module->simt);
  if (!*address)
    *address = allocateOnDevice(variable);
}

} // namespace

void tilec::program::registerManaged(void *opaque, void **address, const void *hostVariable, const char *symbol,
                                     size_t bytes) {
  auto *module = static_cast<Module *>(opaque);
  addVariable(module, hostVariable, symbol, bytes, /*isConstant=*/false, /*isManaged=*/true);
  if (module && module->simt)
    addSimtManaged(*module->simt, address, symbol, bytes);
}

void tilec::program::resolveManaged(void **address, const void *hostVariable) {
  static std::recursive_mutex mutex;
  std::lock_guard lock(mutex);
  if (*address)
    return;
  const Variable *variable = findVariable(hostVariable);
  if (variable && mode() == Mode::Device)
    resolveOnDevice(address, *variable);
  else if (variable && mode() == Mode::Host)
    (void)host::variableMemory(hostVariable, address);
  // Where there is no memory, host code at least has its own.
  if (!*address)
    *address = const_cast<void *>(hostVariable);
}
