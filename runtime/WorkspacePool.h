// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where the workspaces of launches come from: a pool of the context's own. The device's default pool gives memory back
/// whenever the host waits for the device, and mapping it anew takes long at the next launch. The program also decides
/// what that pool keeps.
///
/// Small workspaces that kernels leave zero are kept, one for each stream, whose launches run one after the other:
/// clearing one anew would take time on the device. A launch that waits for the one ahead itself (programmatic) touches
/// its workspace only then. Streams are told by a number that is never used again. Not where a stream is captured: a
/// graph may run in several streams.
#ifndef TILEC_RUNTIME_WORKSPACEPOOL_H
#define TILEC_RUNTIME_WORKSPACEPOOL_H

#include "runtime/DriverTable.h"

#include <mutex>
#include <unordered_map>

namespace tilec::runtime {

class WorkspacePool {
public:
  /// The pool of the device with this ordinal, created by the first call; the context is current.
  Expected<cu::MemoryPoolHandle> get(const DriverTable &driver, int device);
  /// `kKeptBytes` that are zero whenever a launch of this stream begins; 0 where there are none. The context is
  /// current.
  cu::DeviceAddress getKept(const DriverTable &driver, int device, cu::StreamHandle stream);
  static constexpr size_t kKeptBytes = 256;
  /// Before the context ends.
  void destroy(const DriverTable &driver);

private:
  std::mutex mutex;
  cu::MemoryPoolHandle pool = nullptr;
  std::unordered_map<unsigned long long, cu::DeviceAddress> kept; ///< by number of the stream
};

} // namespace tilec::runtime

#endif // TILEC_RUNTIME_WORKSPACEPOOL_H
