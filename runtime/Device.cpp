// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Driver, devices and contexts.
#include "tilec/Device.h"

#include "runtime/Architecture.h"
#include "runtime/ContextState.h"

#include <mutex>

namespace tilec::runtime {

struct Device::Properties {
  std::shared_ptr<DriverTable> driver;
  cu::DeviceHandle handle = 0;
  int ordinal = 0;
  std::string name;
  int computeCapability = 0;
  int multiprocessors = 0;
  int maxSharedBytesPerCta = 0;
};

Expected<Driver> Driver::load(const std::string &path) {
  // A failure is not kept: the driver may be installed, or a device appear, while the process lives.
  static std::mutex mutex;
  static std::shared_ptr<DriverTable> standard;
  std::lock_guard lock(mutex);
  if (path.empty() && standard)
    return Driver(standard);
  auto table = DriverTable::open(path);
  if (!table)
    return table.error();
  if (path.empty())
    standard = *table;
  return Driver(*table);
}

Expected<int> Driver::version() const {
  int version = 0;
  if (Status status = table->call(table->driverGetVersion, &version); !status)
    return status;
  return version;
}

Expected<int> Driver::deviceCount() const {
  int count = 0;
  if (Status status = table->call(table->deviceGetCount, &count); !status)
    return status;
  return count;
}

Expected<Device> Driver::device(int ordinal) const {
  auto count = deviceCount();
  if (!count)
    return count.error();
  if (ordinal < 0 || ordinal >= *count)
    return Error{"Driver::device", kNoDevice, "kNoDevice",
                 "expected a device below " + std::to_string(*count) + ", got " + std::to_string(ordinal)};
  auto properties = std::make_shared<Device::Properties>();
  properties->driver = table;
  properties->ordinal = ordinal;
  if (Status status = table->call(table->deviceGet, &properties->handle, ordinal); !status)
    return status;
  char name[256] = "";
  if (Status status = table->call(table->deviceGetName, name, int(sizeof(name)), properties->handle); !status)
    return status;
  properties->name = name;
  int major = 0, minor = 0;
  std::pair<cu::DeviceAttribute, int *> attributes[] = {
      {cu::kComputeCapabilityMajor, &major},
      {cu::kComputeCapabilityMinor, &minor},
      {cu::kMultiprocessorCount, &properties->multiprocessors},
      {cu::kMaxSharedMemoryPerBlockOptin, &properties->maxSharedBytesPerCta}};
  for (auto [attribute, into] : attributes)
    if (Status status = table->call(table->deviceGetAttribute, into, attribute, properties->handle); !status)
      return status;
  properties->computeCapability = 10 * major + minor;
  return Device(std::move(properties));
}

Expected<Device> Device::open(int ordinal) {
  auto driver = Driver::load();
  if (!driver)
    return driver.error();
  return driver->device(ordinal);
}

int Device::ordinal() const {
  return properties->ordinal;
}

const std::string &Device::name() const {
  return properties->name;
}

int Device::computeCapability() const {
  return properties->computeCapability;
}

std::string Device::architecture() const {
  return architectureOf(properties->computeCapability);
}

int Device::multiprocessors() const {
  return properties->multiprocessors;
}

int Device::maxSharedBytesPerCta() const {
  return properties->maxSharedBytesPerCta;
}

Expected<Context> Device::wrapContext(void *handle, Ownership ownership) const {
  return Context(std::make_shared<ContextState>(properties->driver, *this, properties->handle, handle, ownership));
}

Expected<Context> Device::primaryContext() const {
  cu::ContextHandle handle = nullptr;
  DriverTable &driver = *properties->driver;
  if (Status status = driver.call(driver.primaryRetain, &handle, properties->handle); !status)
    return status;
  return wrapContext(handle, Ownership::Retained);
}

Expected<Context> Device::createContext() const {
  cu::ContextHandle handle = nullptr, popped = nullptr;
  DriverTable &driver = *properties->driver;
  if (Status status = driver.call(driver.contextCreate, &handle, 0u, properties->handle); !status)
    return status;
  // Creating a context makes it current; that is not ours to change.
  if (Status status = driver.call(driver.contextPop, &popped); !status)
    return status;
  return wrapContext(handle, Ownership::Owned);
}

ContextState::~ContextState() {
  {
    ContextScope scope(*this);
    workspaces.destroy(*driver);
  }
  if (ownership == Device::Ownership::Owned)
    (void)driver->call(driver->contextDestroy, handle);
  else if (ownership == Device::Ownership::Retained)
    (void)driver->call(driver->primaryRelease, deviceHandle);
}

Expected<void *> Driver::currentNative() const {
  cu::ContextHandle current = nullptr;
  if (Status status = table->call(table->contextGetCurrent, &current); !status)
    return status;
  return static_cast<void *>(current);
}

Expected<Context> Driver::currentContext() const {
  auto native = currentNative();
  if (!native)
    return native.error();
  auto current = static_cast<cu::ContextHandle>(*native);
  cu::DeviceHandle handle = 0;
  if (current)
    if (Status status = table->call(table->contextGetDevice, &handle); !status)
      return status;
  auto count = deviceCount();
  if (!count)
    return count.error();
  for (int ordinal = 0; ordinal < *count; ++ordinal) {
    auto found = device(ordinal);
    if (!found)
      return found.error();
    if (current && found->properties->handle != handle)
      continue;
    auto primary = found->primaryContext();
    if (!primary || !current || primary->native() == current)
      return primary;
    return found->wrapContext(current, Device::Ownership::Borrowed);
  }
  return Error{"Context::current", kNoDevice, "kNoDevice", "the driver has no device"};
}

Expected<Context> Context::current() {
  auto driver = Driver::load();
  return driver ? driver->currentContext() : Expected<Context>(driver.error());
}

Status Context::synchronize() const {
  return ContextScope(*state).call(state->driver->contextSynchronize);
}

Expected<std::pair<size_t, size_t>> Context::memory() const {
  size_t free = 0, total = 0;
  if (Status status = ContextScope(*state).call(state->driver->memoryInfo, &free, &total); !status)
    return status;
  return std::pair(free, total);
}

Status Context::copyToHost(void *target, uint64_t address, size_t bytes) const {
  return bytes ? ContextScope(*state).call(state->driver->copyToHost, target, address, bytes) : Status();
}

const Device &Context::device() const {
  return state->device;
}

void *Context::native() const {
  return state->handle;
}

} // namespace tilec::runtime
