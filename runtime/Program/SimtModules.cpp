// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The registration functions of the CUDA runtime. Constructors call them before anybody can say where kernels will
/// run, so each call is kept as it came.
#include "runtime/Program/SimtModules.h"

#include "runtime/Program/CallConfiguration.h"
#include "runtime/Program/CompilerInterface.h"
#include "runtime/Program/Entries.h"
#include "runtime/Program/Mode.h"
#include "runtime/Program/Registry.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace tilec::program {

namespace {

/// What a fatbin is wrapped in for the runtime.
struct FatbinWrapper {
  int magic = 0x466243b1;
  int version = 1;
  const void *data = nullptr;
  void *fileName = nullptr;
};

} // namespace

struct SimtModule {
  FatbinWrapper wrapper; ///< used where the caller has none
  void *fatbin = nullptr;
  std::vector<std::function<void(void **)>> calls; ///< to come, with the real handle
  void **real = nullptr;                           ///< the runtime's handle, once it has one

  /// Calls now or later.
  void call(std::function<void(void **)> function);
};

namespace {

struct SimtModules {
  std::recursive_mutex mutex; ///< the real runtime may call back
  std::vector<std::unique_ptr<SimtModule>> all;
  std::atomic<bool> isPending = false;
};

SimtModules &modules() {
  static SimtModules *instance = new SimtModules;
  return *instance;
}

SimtModule *add(std::unique_ptr<SimtModule> module) {
  SimtModules &known = modules();
  std::lock_guard lock(known.mutex);
  known.isPending = true;
  return known.all.emplace_back(std::move(module)).get();
}

void submit(SimtModule &module) {
  if (!module.real)
    module.real = TILEC_CUDA_RUNTIME(__cudaRegisterFatBinary)(module.fatbin);
  for (const auto &call : module.calls)
    call(module.real);
  module.calls.clear();
  if (auto end = TILEC_CUDA_RUNTIME(__cudaRegisterFatBinaryEnd))
    end(module.real);
}

SimtModule &moduleOf(void **handle) {
  return *reinterpret_cast<SimtModule *>(handle);
}

} // namespace

void SimtModule::call(std::function<void(void **)> function) {
  SimtModules &known = modules();
  std::lock_guard lock(known.mutex);
  calls.push_back(std::move(function));
  known.isPending = true;
}

SimtModule *addSimtModule(const void *image) {
  auto module = std::make_unique<SimtModule>();
  module->wrapper.data = image;
  module->fatbin = &module->wrapper;
  return add(std::move(module));
}

void addSimtKernel(SimtModule &module, const void *stub, const char *symbol) {
  module.call([=](void **real) {
    char *name = const_cast<char *>(symbol);
    TILEC_CUDA_RUNTIME(__cudaRegisterFunction)
    (real, static_cast<const char *>(stub), name, symbol, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  });
}

void addSimtVariable(SimtModule &module, const void *address, const char *symbol, size_t bytes, bool isConstant) {
  module.call([=](void **real) {
    char *variable = static_cast<char *>(const_cast<void *>(address)), *name = const_cast<char *>(symbol);
    TILEC_CUDA_RUNTIME(__cudaRegisterVar)(real, variable, name, symbol, 0, bytes, isConstant, 0);
  });
}

void addSimtManaged(SimtModule &module, void **address, const char *symbol, size_t bytes) {
  module.call([=](void **real) {
    char *name = const_cast<char *>(symbol);
    TILEC_CUDA_RUNTIME(__cudaRegisterManagedVar)(real, address, name, symbol, 0, bytes, 0, 0);
  });
}

void initSimtModule(SimtModule &module) {
  submitSimtModules();
  TILEC_CUDA_RUNTIME(__cudaInitModule)(module.real);
}

void removeSimtModule(SimtModule &module) {
  SimtModules &known = modules();
  std::lock_guard lock(known.mutex);
  if (module.real)
    TILEC_CUDA_RUNTIME(__cudaUnregisterFatBinary)(module.real);
  std::erase_if(known.all, [&](const auto &one) { return one.get() == &module; });
}

void submitSimtModules() {
  SimtModules &known = modules();
  if (!known.isPending.load(std::memory_order_acquire))
    return;
  std::lock_guard lock(known.mutex);
  known.isPending = false;
  for (const auto &module : known.all)
    if (!module->real || !module->calls.empty())
      submit(*module);
}

//===- The runtime's functions -----------------------------------------------------------------------------------===//

namespace common {
namespace {

void **__cudaRegisterFatBinary(void *fatbin) {
  auto module = std::make_unique<SimtModule>();
  module->fatbin = fatbin;
  return reinterpret_cast<void **>(add(std::move(module)));
}

/// The module is complete; it is handed on when the runtime is first used.
void __cudaRegisterFatBinaryEnd(void **) {}

void __cudaUnregisterFatBinary(void **handle) {
  removeSimtModule(moduleOf(handle));
}

char __cudaInitModule(void **handle) {
  if (mode() != Mode::Device)
    return 0;
  submitSimtModules();
  return TILEC_CUDA_RUNTIME(__cudaInitModule)(moduleOf(handle).real);
}

void __cudaRegisterFunction(void **handle, const char *stub, char *deviceFunction, const char *symbol, int threadLimit,
                            uint3 *thread, uint3 *block, dim3 *blockDim, dim3 *gridDim, int *warpSize) {
  addKernel(nullptr, stub, symbol);
  moduleOf(handle).call([=](void **real) {
    TILEC_CUDA_RUNTIME(__cudaRegisterFunction)
    (real, stub, deviceFunction, symbol, threadLimit, thread, block, blockDim, gridDim, warpSize);
  });
}

void __cudaRegisterVar(void **handle, char *hostVariable, char *deviceAddress, const char *symbol, int isExtern,
                       size_t bytes, int isConstant, int isGlobal) {
  addVariable(nullptr, hostVariable, symbol, bytes, isConstant);
  moduleOf(handle).call([=](void **real) {
    TILEC_CUDA_RUNTIME(__cudaRegisterVar)
    (real, hostVariable, deviceAddress, symbol, isExtern, bytes, isConstant, isGlobal);
  });
}

void __cudaRegisterManagedVar(void **handle, void **hostPointer, char *deviceAddress, const char *symbol, int isExtern,
                              size_t bytes, int isConstant, int isGlobal) {
  addVariable(nullptr, hostPointer, symbol, bytes, isConstant);
  moduleOf(handle).call([=](void **real) {
    TILEC_CUDA_RUNTIME(__cudaRegisterManagedVar)
    (real, hostPointer, deviceAddress, symbol, isExtern, bytes, isConstant, isGlobal);
  });
}

void __cudaRegisterHostVar(void **handle, const char *symbol, char *hostVariable, size_t bytes) {
  moduleOf(handle).call(
      [=](void **real) { TILEC_CUDA_RUNTIME(__cudaRegisterHostVar)(real, symbol, hostVariable, bytes); });
}

} // namespace
} // namespace common

std::span<const Entry> commonEntries() {
  static const Entry entries[] = {
      TILEC_ENTRY(common, __cudaRegisterFatBinary),     TILEC_ENTRY(common, __cudaRegisterFatBinaryEnd),
      TILEC_ENTRY(common, __cudaUnregisterFatBinary),   TILEC_ENTRY(common, __cudaInitModule),
      TILEC_ENTRY(common, __cudaRegisterFunction),      TILEC_ENTRY(common, __cudaRegisterVar),
      TILEC_ENTRY(common, __cudaRegisterManagedVar),    TILEC_ENTRY(common, __cudaRegisterHostVar),
      TILEC_ENTRY(common, __cudaPushCallConfiguration), TILEC_ENTRY(common, __cudaPopCallConfiguration),
  };
  return entries;
}

} // namespace tilec::program
