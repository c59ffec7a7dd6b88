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

void WorkspacePool::destroy(const DriverTable &driver) {
  if (pool)
    (void)driver.call(driver.memoryPoolDestroy, pool);
  pool = nullptr;
}
