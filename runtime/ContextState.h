// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the objects of one context share, and how a context is made current for the length of a call.
#ifndef TILEC_RUNTIME_CONTEXTSTATE_H
#define TILEC_RUNTIME_CONTEXTSTATE_H

#include "runtime/DriverTable.h"
#include "runtime/WorkspacePool.h"
#include "tilec/Device.h"

namespace tilec::runtime {

struct ContextState {
  ContextState(std::shared_ptr<DriverTable> driver, Device device, cu::DeviceHandle deviceHandle,
               cu::ContextHandle handle, Device::Ownership ownership)
      : driver(std::move(driver)), device(std::move(device)), deviceHandle(deviceHandle), handle(handle),
        ownership(ownership) {}
  ContextState(const ContextState &) = delete;
  ~ContextState();

  std::shared_ptr<DriverTable> driver;
  Device device;
  cu::DeviceHandle deviceHandle;
  cu::ContextHandle handle;
  Device::Ownership ownership;
  mutable WorkspacePool workspaces;
};

/// Makes a context current, unless it is (asking costs less), and restores the one before at the end of the scope.
class ContextScope {
public:
  explicit ContextScope(const ContextState &state) : state(state) {
    cu::ContextHandle current = nullptr;
    wasCurrent = state.driver->call(state.driver->contextGetCurrent, &current) && current == state.handle;
    if (!wasCurrent)
      pushed = state.driver->call(state.driver->contextPush, state.handle);
  }
  ContextScope(const ContextScope &) = delete;
  ~ContextScope() {
    cu::ContextHandle popped = nullptr;
    if (!wasCurrent && pushed)
      (void)state.driver->call(state.driver->contextPop, &popped);
  }

  /// The context is current.
  bool isEntered() const {
    return bool(pushed);
  }
  /// Calls a driver function in the context.
  template <typename... Parameters, typename... Arguments>
  Status call(const DriverFunction<Parameters...> &function, Arguments... arguments) const {
    return pushed ? state.driver->call(function, arguments...) : pushed;
  }

private:
  const ContextState &state;
  bool wasCurrent = false;
  Status pushed; ///< success where nothing was
};

/// A driver handle that `destroy` frees, in its context, with the last copy.
template <typename Destroy>
std::shared_ptr<void> own(std::shared_ptr<ContextState> state, void *handle, const Destroy &destroy) {
  return std::shared_ptr<void>(handle, [state, &destroy](void *h) {
    ContextScope scope(*state);
    (void)scope.call(destroy, h);
  });
}

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_CONTEXTSTATE_H
