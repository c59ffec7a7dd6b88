// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Registry.h"

#include "runtime/Program/Device/DeviceModules.h"
#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Host/HostModule.h"
#include "runtime/Program/Host/PtxModule.h"
#include "runtime/Program/Owner.h"
#include "runtime/Program/SimtModules.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

using namespace tilec::program;

namespace {

/// Never destroyed: programs end in any order.
struct Registry {
  std::shared_mutex mutex;
  std::vector<std::unique_ptr<Module>> modules;
  std::unordered_map<const void *, std::unique_ptr<Kernel>> kernels;     ///< by stub
  std::unordered_map<const void *, std::unique_ptr<Variable>> variables; ///< by address
};

Registry &registry() {
  static Registry *instance = new Registry;
  return *instance;
}

/// Whether the process ends, or the shared library that this is part of is closed: other libraries, the driver among
/// them, may have ended already.
bool isEnding = false;
struct End {
  ~End() {
    isEnding = true;
  }
} end;

} // namespace

// Where a program is linked with libcudart as well, nothing else asks for the trampolines, which then take its place.
extern "C" void *tilecProgramSlots[] __attribute__((visibility("hidden")));
__attribute__((used)) static void **const keepTrampolines = tilecProgramSlots;

Module::Module() = default;
Module::~Module() = default;

const Kernel *tilec::program::findKernel(const void *stubOrHandle) {
  Registry &all = registry();
  std::shared_lock lock(all.mutex);
  if (auto found = all.kernels.find(stubOrHandle); found != all.kernels.end())
    return found->second.get();
  for (const auto &[stub, kernel] : all.kernels)
    if (kernel.get() == stubOrHandle)
      return kernel.get();
  return nullptr;
}

const Kernel *tilec::program::findKernel(const Module &module, const std::string &symbol) {
  Registry &all = registry();
  std::shared_lock lock(all.mutex);
  for (const auto &[stub, kernel] : all.kernels)
    if (kernel->module == &module && kernel->symbol == symbol)
      return kernel.get();
  return nullptr;
}

Variable *tilec::program::findVariable(const void *address) {
  Registry &all = registry();
  std::shared_lock lock(all.mutex);
  auto found = all.variables.find(address);
  return found == all.variables.end() ? nullptr : found->second.get();
}

void tilec::program::addKernel(Module *module, const void *stub, const char *symbol) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  all.kernels[stub] = std::make_unique<Kernel>(Kernel{module, stub, symbol});
}

void tilec::program::addVariable(Module *module, const void *address, const char *symbol, size_t bytes, bool isConstant,
                                 bool isManaged) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  all.variables[address] =
      std::make_unique<Variable>(Variable{module, address, symbol, bytes, isConstant, isManaged, nullptr});
}

std::vector<Module *> tilec::program::allModules() {
  Registry &all = registry();
  std::shared_lock lock(all.mutex);
  std::vector<Module *> result;
  for (const auto &module : all.modules)
    result.push_back(module.get());
  return result;
}

std::vector<Module *> tilec::program::tileModules() {
  std::vector<Module *> result = allModules();
  std::erase_if(result, [](const Module *module) { return module->description.kind != TILEC_PROGRAM_TILE; });
  return result;
}

std::string tilec::program::displayName(const std::string &symbol) {
  int status = 0;
  char *text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = text ? text : symbol;
  std::free(text);
  return name;
}

void *tilec::program::registerModule(const TilecProgramModule *description) {
  auto module = std::make_unique<Module>();
  std::memcpy(&module->description, description, std::min<size_t>(description->bytes, sizeof(TilecProgramModule)));
  if (description->kind == TILEC_PROGRAM_SIMT) {
    module->simt = addSimtModule(description->image);
    if (module->description.ptx)
      module->ptx = std::make_unique<host::PtxModule>(module->description);
  } else {
    module->host = std::make_unique<host::HostModule>(module->description);
    module->device = std::make_unique<device::DeviceModules>(module->description);
  }
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  return all.modules.emplace_back(std::move(module)).get();
}

void tilec::program::registerKernel(void *opaque, const void *stub, const char *symbol) {
  auto *module = static_cast<Module *>(opaque);
  addKernel(module, stub, symbol);
  if (module->simt)
    addSimtKernel(*module->simt, stub, symbol);
}

void tilec::program::registerVariable(void *opaque, const void *hostVariable, const char *symbol, size_t bytes,
                                      int isConstant) {
  auto *module = static_cast<Module *>(opaque);
  addVariable(module, hostVariable, symbol, bytes, isConstant);
  if (module->simt)
    addSimtVariable(*module->simt, hostVariable, symbol, bytes, isConstant);
}

void tilec::program::unregisterModule(void *opaque) {
  auto *module = static_cast<Module *>(opaque);
  if (isEnding) {
    // What is loaded goes with the process.
    (void)module->host.release();
    (void)module->device.release();
    (void)module->ptx.release();
  } else if (module->simt) {
    removeSimtModule(*module->simt);
  }
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  std::erase_if(all.kernels, [&](const auto &item) { return item.second->module == module; });
  for (const auto &[address, variable] : all.variables)
    if (variable->module == module && variable->isManaged)
      host::forget(address, host::MemoryKind::ManagedVariable);
  std::erase_if(all.variables, [&](const auto &item) { return item.second->module == module; });
  std::erase_if(all.modules, [&](const auto &item) { return item.get() == module; });
}
