// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A launch of a kernel: blocks run in order, one on each thread of the host. Where one takes long, further ones begin
/// and take turns with it, since blocks may wait for each other. Those of a cooperative launch do so from the start.
#ifndef TILEC_RUNTIME_PTX_GRID_H
#define TILEC_RUNTIME_PTX_GRID_H

#include "runtime/Ptx/Module.h"

#include <atomic>
#include <mutex>

namespace tilec::ptx {

struct Dimensions {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const {
    return uint64_t(x) * y * z;
  }
};

/// How a launch failed.
enum Fault { kNoFault, kUnsupported, kIllegalAddress, kMisalignedAddress, kAssert, kTrap, kDeadlock };

/// Memory that kernels may touch.
struct MemoryRange {
  uint64_t begin = 0, end = 0;
};

struct LaunchOptions {
  Dimensions grid, block;
  uint64_t dynamicSharedBytes = 0;
  bool isCooperative = false;
  unsigned threads = 0;            ///< of the host; 0: one for each core
  bool isChecked = false;          ///< whether accesses must lie in `memory` or what is the module's
  std::vector<MemoryRange> memory; ///< by address
};

/// A launch as its blocks see it.
struct Launch {
  Launch(Module &module, Function &kernel, const LaunchOptions &options, const char *parameters);

  Module &module;
  Function &kernel;
  const Dimensions grid, block;
  const std::vector<MemoryRange> memory; ///< sorted, with the module's own; empty if accesses are not checked
  const bool isChecked;
  const char *const parameters;
  std::map<const Variable *, uint32_t> sharedOffsets;
  uint64_t sharedBytes = 0, dynamicSharedBytes = 0;
  uint32_t gridBarrier[4] = {}; ///< of cooperative launches, as cooperative groups want it; null in others
  bool isCooperative = false;

  bool hasFailed() const {
    return failed.load(std::memory_order_relaxed);
  }
  /// The first failure of the launch stays.
  void fail(int fault, const std::string &message);

  int fault = kNoFault;
  std::string message;

private:
  std::atomic<bool> failed = false;
  std::mutex mutex;
};

/// Runs a kernel to its end. `parameters` lie as PTX places them. The fault, with a message, if there was one.
int launch(Module &module, const std::string &kernel, const LaunchOptions &options, const char *parameters,
           std::string &message);

std::string hexadecimal(uint64_t value);

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_GRID_H
