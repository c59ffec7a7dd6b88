// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a module and its kernels share.
#ifndef TILEC_RUNTIME_MODULESTATE_H
#define TILEC_RUNTIME_MODULESTATE_H

#include "runtime/ContextState.h"
#include "runtime/LatestLaunch.h"
#include "runtime/TensorMapCache.h"
#include "runtime/VariantChoice.h"
#include "tilec/Module.h"

#include <atomic>
#include <deque>

namespace tilec::runtime {

struct ModuleState {
  ModuleState(std::shared_ptr<ContextState> context, cu::ModuleHandle handle)
      : context(std::move(context)), handle(handle) {}
  ModuleState(const ModuleState &) = delete;
  ~ModuleState() {
    (void)ContextScope(*context).call(context->driver->moduleUnload, handle);
  }

  std::shared_ptr<ContextState> context;
  cu::ModuleHandle handle;
  manifest::Manifest manifest;
};

struct KernelState {
  std::shared_ptr<ModuleState> module;
  const manifest::Kernel *description = nullptr;      ///< in the module's manifest
  std::vector<cu::FunctionHandle> functions;          ///< one per variant, prepared for launch
  std::vector<uint32_t> residentCtas;                 ///< of each variant, on the device; 0 if it does not care
  std::optional<VariantChoice> choice;                ///< among them
  std::optional<size_t> pinned;                       ///< by the environment
  std::vector<std::deque<TensorMapCache>> tensorMaps; ///< of each variant
  LatestLaunch latest;
  size_t hiddenParameters = 0;                    ///< most of any variant
  std::atomic<size_t> lastVariant = kLastVariant; ///< kLastVariant: none yet
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_MODULESTATE_H
