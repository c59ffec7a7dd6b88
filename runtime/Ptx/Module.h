// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// PTX that runs on the CPU: its functions, and the memory of its variables.
#ifndef TILEC_RUNTIME_PTX_MODULE_H
#define TILEC_RUNTIME_PTX_MODULE_H

#include "runtime/Ptx/Instruction.h"

#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>

namespace tilec::ptx {

struct MemoryRange;

/// What a launch has to know of a kernel.
struct KernelFacts {
  struct Parameter {
    uint64_t offset, bytes;
  };
  std::vector<Parameter> parameters;
  uint64_t parameterBytes = 0;
  uint64_t staticSharedBytes = 0, constantBytes = 0, localBytes = 0; ///< localBytes: of each thread
  unsigned maxThreads = 1024;                                        ///< of a block
  unsigned targetChip = 0;                                           ///< 90 for sm_90
};

class Module {
public:
  Module() = default;
  Module(const Module &) = delete;
  ~Module();

  /// Loads one or more texts and links them. Null with an error that says what is wrong.
  static std::unique_ptr<Module> load(const std::vector<std::string_view> &texts, std::string &error);

  Function *kernel(const std::string &name);
  KernelFacts facts(Function &kernel);
  /// Why the kernel cannot run; empty if it can, as far as is known without running it.
  std::string problemOf(Function &kernel);
  /// The memory of a variable; null if there is none of that name.
  Variable *variable(const std::string &name);
  /// Gives the variables their first values again.
  void reset();

  //===- For launches --------------------------------------------------------------------------------------------===//

  /// Decodes a function unless that was done; false if it has no body.
  bool prepare(Function &function);
  Function *functionAt(uint64_t address);
  Function *functionNamed(std::string_view name);
  /// Where the shared variables of a kernel and all that it calls lie. Gives their bytes; dynamic shared memory is
  /// behind them.
  uint64_t placeShared(Function &kernel, std::map<const Variable *, uint32_t> &offsets);
  std::vector<MemoryRange> memory() const;
  bool isConstant(uint64_t address) const;

  /// Memory that kernels allocate.
  char *allocate(uint64_t bytes);
  void release(char *address);
  bool isAllocated(uint64_t address, uint64_t bytes);

private:
  bool link(std::string &error);
  void initialize(const Variable &variable);
  void collect(Function &function, std::set<Function *> &all);

  ModuleSyntax syntax;
  std::vector<std::unique_ptr<Function>> functions;
  std::map<std::string, Function *, std::less<>> byName;
  std::set<uint64_t> addresses; ///< of functions
  std::vector<Variable *> placed;
  std::recursive_mutex mutex;

  std::mutex heapMutex;
  std::map<uint64_t, uint64_t> heap; ///< begin and end
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_MODULE_H
