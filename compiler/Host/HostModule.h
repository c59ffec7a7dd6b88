// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs kernels of the `tile` dialect on the CPU: the oracle of the tests and the way to run without a GPU.
//
//   auto module = HostModule::create(mlirModule);              // decodes every kernel; keeps nothing of the IR
//   void *arguments[] = {&pointer, &count};                    // as for cuLaunchKernel: addresses of the values
//   llvm::Error error = module->launch("kernel", {blocks}, arguments, options);
//
// Blocks start in order (x fastest) on a pool of threads and run to their end; an unfinished block keeps its thread. So
// a block may wait for any block before it (look-back, ticket locks, last block done), but not for one after it: more
// blocks than threads are not resident together. Atomics are the processor's own, with the order asked for.
#pragma once

#include "compiler/Host/FailureKind.h"
#include "compiler/Host/Observer.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilec::host {

struct Level;

/// Number of tile blocks in each dimension.
struct Grid {
  uint32_t x = 1, y = 1, z = 1;
};

/// Memory that kernels of a checking launch may access.
struct BufferRange {
  const void *base;
  size_t bytes;
  std::string name = {}; ///< for reports; "buffer N" if empty
};

struct LaunchOptions {
  /// Blocks at a time; 0: one for each core.
  unsigned threads = 0;
  /// Look for what the language forbids: accesses outside `buffers`, races between blocks, unspecified values that
  /// reach a result, false assumptions, overflow, zero divisors, shift counts, two elements stored to one address.
  /// Several times slower.
  bool check = false;
  /// Below the `tile` level: picks which warp goes first where either may, and when asynchronous copies arrive
  /// (Team.h).
  uint64_t seed = 0;
  /// Below the `tile` level: the number of a barrier (`HostModule::barriers`) to run without, so that tests can see
  /// whether it is needed; or none.
  std::optional<size_t> leftOutBarrier = {};
  /// The most workers of kernels that loop over tile blocks.
  uint32_t residentCtas = 4;
  /// Every buffer the kernel may touch; module variables are known. With none, addresses and races are not checked.
  std::vector<BufferRange> buffers = {};
  /// Takes what kernels print, one call for each printf, never two at once. Standard output if empty.
  std::function<void(llvm::StringRef)> print = {};
  /// Below the `tile` level: is told what warps do.
  Observer observer = {};
};

/// A failed assertion, or what a checking launch found: one or more reports, each "file:line:col: what, in block (x, y,
/// z)".
class LaunchError : public llvm::ErrorInfo<LaunchError> {
public:
  static char ID;
  explicit LaunchError(std::string text, FailureKind kind = FailureKind::Other) : text(std::move(text)), kind(kind) {}
  void log(llvm::raw_ostream &out) const override {
    out << text;
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  std::string text;
  FailureKind kind;
};

/// The kernels of a module, ready to run. Immutable but for the module's variables; launches may run at the same time.
class HostModule {
public:
  /// Decodes the functions with `tile.kernel`. Ops that cannot be executed are diagnosed at their location ("not
  /// supported yet: op X") and named in the error.
  static llvm::Expected<HostModule> create(mlir::ModuleOp module) {
    return create(module, nullptr);
  }
  /// Creates a module from IR below the `tile` level (see `tileGPULevel`), whose launches always check.
  static llvm::Expected<HostModule> create(mlir::ModuleOp module, const Level *level);

  HostModule(HostModule &&);
  HostModule &operator=(HostModule &&);
  ~HostModule();

  /// Names of the kernels, in the module's order.
  std::vector<std::string> kernels() const;
  /// Bytes of each parameter of a kernel; empty for an unknown one.
  /// Where the ops are that are nothing but a barrier, in program order.
  std::vector<std::string> barriers(llvm::StringRef kernel) const;
  std::vector<size_t> parameterBytes(llvm::StringRef kernel) const;
  /// The memory of a module variable, null if there is none of the name; `bytes` gets its size.
  void *variable(llvm::StringRef name, size_t *bytes = nullptr) const;
  /// Gives all of them their first values again. Not while a launch runs.
  void resetVariables();

  /// Runs every block of the grid and returns when all have ended. `arguments[i]` is the address of the value of
  /// parameter i.
  llvm::Error launch(llvm::StringRef kernel, Grid grid, llvm::ArrayRef<void *> arguments,
                     const LaunchOptions &options = {}) const;

private:
  struct State;
  explicit HostModule(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace tilec::host
