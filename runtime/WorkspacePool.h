// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where the workspaces of launches come from: a pool of the context's own. The device's default pool gives memory back
/// whenever the host waits for the device, and mapping it anew takes about 90 us at the next launch; and what it keeps
/// is for the program to say.
#ifndef TILEC_RUNTIME_WORKSPACEPOOL_H
#define TILEC_RUNTIME_WORKSPACEPOOL_H

#include "runtime/DriverTable.h"

#include <mutex>

namespace tilec::runtime {

class WorkspacePool {
public:
  /// The pool of the device with this ordinal, created by the first call; the context is current.
  Expected<cu::MemoryPoolHandle> get(const DriverTable &driver, int device);
  /// Before the context ends.
  void destroy(const DriverTable &driver);

private:
  std::mutex mutex;
  cu::MemoryPoolHandle pool = nullptr;
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_WORKSPACEPOOL_H
