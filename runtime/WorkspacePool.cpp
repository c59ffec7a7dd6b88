// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/WorkspacePool.h"

using namespace tilec::runtime;

Expected<cu::MemoryPoolHandle> WorkspacePool::get(const DriverTable &driver, int device) {
  std::lock_guard lock(mutex);
  if (pool)
    return pool;
  cu::MemoryPoolProperties properties;
  properties.location.id = device;
  cu::MemoryPoolHandle created = nullptr;
  if (Status status = driver.call(driver.memoryPoolCreate, &created, &properties); !status)
    return status.error();
  uint64_t keepsAll = UINT64_MAX;
  if (Status status = driver.call(driver.memoryPoolSetAttribute, created, cu::kPoolReleaseThreshold, &keepsAll);
      !status) {
    (void)driver.call(driver.memoryPoolDestroy, created);
    return status.error();
  }
  return pool = created;
}

cu::DeviceAddress WorkspacePool::getKept(const DriverTable &driver, int device, cu::StreamHandle stream) {
  int capture = cu::kCaptureNone;
  unsigned long long number = 0;
  if (!driver.call(driver.streamIsCapturing, stream, &capture) || capture != cu::kCaptureNone ||
      !driver.call(driver.streamGetId, stream, &number))
    return 0;
  auto from = get(driver, device);
  std::lock_guard lock(mutex);
  if (auto found = kept.find(number); found != kept.end())
    return found->second;
  cu::DeviceAddress address = 0;
  if (!from || !driver.call(driver.memoryAllocateAsync, &address, kKeptBytes, *from, stream))
    return 0;
  if (!driver.call(driver.fillAsync, address, (unsigned char)0, kKeptBytes, stream)) {
    (void)driver.call(driver.memoryFreeAsync, address, stream);
    return 0;
  }
  return kept[number] = address;
}

void WorkspacePool::destroy(const DriverTable &driver) {
  for (auto [stream, address] : kept)
    (void)driver.call(driver.memoryFreeAsync, address, nullptr);
  kept.clear();
  if (pool)
    (void)driver.call(driver.memoryPoolDestroy, pool);
  pool = nullptr;
}
