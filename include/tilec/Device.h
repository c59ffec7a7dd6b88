// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The driver library, its devices, and contexts on them.
///
/// Threads: every object of the runtime is a handle that may be copied or moved between threads. Different objects may
/// be used from different threads at once; Kernel::launch, Module::kernel and all functions of Driver, Device and
/// Context may be called on one object from several threads at once. Writing to one Stream, Event, Buffer or Graph from
/// two threads at once needs the caller's own order, as it does with the driver. The runtime makes a context current
/// only for the length of a call and restores what was current before.
///
/// Lifetime: whatever was made in a context keeps that context alive.
#ifndef TILEC_DEVICE_H
#define TILEC_DEVICE_H

#include "tilec/Error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace tilec::runtime {

class Device;
class Context;
struct DriverTable;
struct ContextState;

/// The CUDA driver library, opened at first use.
class Driver {
public:
  /// Opens libcuda and initialises it. An empty path means `libcuda.so.1` by the system's search rules; that one is
  /// opened once per process. Fails with kNoDriver when there is none.
  static Expected<Driver> load(const std::string &path = {});

  /// CUDA version the driver supports: 13000 for 13.0.
  Expected<int> version() const;
  Expected<int> deviceCount() const;
  /// The device of this ordinal, from 0.
  Expected<Device> device(int ordinal) const;
  /// CUcontext that is current in this thread; null if there is none.
  Expected<void *> currentNative() const;
  /// As Context::current.
  Expected<Context> currentContext() const;

private:
  explicit Driver(std::shared_ptr<DriverTable> table) : table(std::move(table)) {}
  std::shared_ptr<DriverTable> table;
};

/// One GPU.
class Device {
public:
  /// Device `ordinal` of the default driver.
  static Expected<Device> open(int ordinal = 0);

  int ordinal() const;
  const std::string &name() const; ///< as the driver gives it: `NVIDIA H200`
  int computeCapability() const;   ///< 10 * major + minor: 90
  /// `sm_90a`: the architecture with the chip's own features where it has some.
  std::string architecture() const;
  int multiprocessors() const;
  /// Most dynamic shared memory that one CTA may ask for, in bytes.
  int maxSharedBytesPerCta() const;

  /// The context that the CUDA runtime, PyTorch and others use on this device. Retained until the last handle goes.
  Expected<Context> primaryContext() const;
  /// A new context of its own, destroyed with the last handle.
  Expected<Context> createContext() const;

private:
  friend class Driver;
  friend struct ContextState;
  struct Properties;
  explicit Device(std::shared_ptr<const Properties> properties) : properties(std::move(properties)) {}
  enum class Ownership { Retained, Owned, Borrowed };
  Expected<Context> wrapContext(void *handle, Ownership ownership) const;
  std::shared_ptr<const Properties> properties;
};

/// A driver context: the owner of modules, buffers, streams and events.
class Context {
public:
  /// The one that is current in this thread, as the CUDA runtime and PyTorch make theirs; where there is none, the
  /// primary context of the first device.
  static Expected<Context> current();
  /// Waits for all work of the context. Errors of kernels that ran surface here.
  Status synchronize() const;
  /// Device memory in bytes: {free, total}.
  Expected<std::pair<size_t, size_t>> memory() const;
  /// Copies memory of the device and waits for the copy.
  Status copyToHost(void *target, uint64_t address, size_t bytes) const;
  /// The device that it is on.
  const Device &device() const;
  /// CUcontext.
  void *native() const;

  /// For the other classes of the runtime.
  const std::shared_ptr<ContextState> &shared() const {
    return state;
  }

private:
  friend class Device;
  friend class Driver;
  explicit Context(std::shared_ptr<ContextState> state) : state(std::move(state)) {}
  std::shared_ptr<ContextState> state;
};

} // namespace tilec::runtime

#endif // TILEC_DEVICE_H
