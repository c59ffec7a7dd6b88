// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The modules, kernels and variables that the program has registered.
#ifndef TILEC_RUNTIME_PROGRAM_REGISTRY_H
#define TILEC_RUNTIME_PROGRAM_REGISTRY_H

#include "runtime/Program/Registration.h"

#include <memory>
#include <string>
#include <vector>

namespace tilec::program {

struct SimtModule;
namespace host {
class HostModule;
class PtxModule;
} // namespace host
namespace device {
class DeviceModules;
}

/// One registered module. It lives until it is unregistered.
struct Module {
  Module();
  Module(const Module &) = delete;
  ~Module();

  TilecProgramModule description = {};
  SimtModule *simt = nullptr; ///< kind TILEC_PROGRAM_SIMT
  /// Made when the module is registered; they load what they need when asked.
  std::unique_ptr<host::HostModule> host;        ///< kind TILEC_PROGRAM_TILE
  std::unique_ptr<device::DeviceModules> device; ///< kind TILEC_PROGRAM_TILE
  std::unique_ptr<host::PtxModule> ptx;          ///< of SIMT kernels that came with PTX
};

struct Kernel {
  Module *module; ///< null for kernels of code that another compiler has registered
  const void *stub;
  std::string symbol;

  bool isTile() const {
    return module && module->description.kind == TILEC_PROGRAM_TILE;
  }
};

struct Variable {
  Module *module;      ///< null as for kernels
  const void *address; ///< of the host's variable
  std::string symbol;
  size_t bytes;
  bool isConstant;
  bool isManaged;
  std::unique_ptr<char[]> storage; ///< on the CPU, where no PTX says what there is; made when asked for

  bool isTile() const {
    return module && module->description.kind == TILEC_PROGRAM_TILE;
  }
};

/// The kernel that a stub, or a handle that `cudaGetKernel` gave, stands for; null if none. It lives as long as its
/// module.
const Kernel *findKernel(const void *stubOrHandle);
/// The kernel of a module by its symbol; null if none.
const Kernel *findKernel(const Module &module, const std::string &symbol);
Variable *findVariable(const void *address);

/// For code that another compiler has registered.
void addKernel(Module *module, const void *stub, const char *symbol);
void addVariable(Module *module, const void *address, const char *symbol, size_t bytes, bool isConstant,
                 bool isManaged = false);
/// Every module so far that tilec compiled.
std::vector<Module *> allModules();
/// The tile modules among them.
std::vector<Module *> tileModules();

/// The name of a kernel for people: its C++ name, where the symbol is one.
std::string displayName(const std::string &symbol);

} // namespace tilec::program

#endif // TILEC_RUNTIME_PROGRAM_REGISTRY_H
