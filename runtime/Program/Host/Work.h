// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Work of streams and graphs, where kernels run on the CPU: values that say what to do.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_WORK_H
#define TILEC_RUNTIME_PROGRAM_HOST_WORK_H

#include "runtime/Program/Registry.h"

#include <cuda_runtime_api.h>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace tilec::program::host {

struct Event;
struct Graph;

/// What a launch says beside its arguments.
struct LaunchShape {
  dim3 grid = {}, block = {};
  size_t sharedBytes = 0;     ///< of SIMT kernels: dynamic
  bool isCooperative = false; ///< of SIMT kernels: whether blocks may wait for each other
  bool hasClusters = false;   ///< whether clusters have more than one block
};

/// A launch of a kernel; arguments are copied.
struct KernelWork {
  const Kernel *kernel = nullptr;
  LaunchShape shape = {};
  std::vector<std::vector<unsigned char>> arguments = {};
};

/// `depth` slices of `height` rows of `width` bytes.
struct CopyWork {
  void *target = nullptr;
  const void *source = nullptr;
  size_t width = 0, height = 1, depth = 1;
  size_t targetPitch = 0, sourcePitch = 0; ///< bytes between rows
  size_t targetSlice = 0, sourceSlice = 0; ///< bytes between slices
  cudaMemcpyKind kind = cudaMemcpyDefault;
};

/// Sets elements of 1, 2 or 4 bytes.
struct FillWork {
  void *target = nullptr;
  unsigned value = 0, elementBytes = 1;
  size_t width = 0, height = 1, depth = 1; ///< elements, rows, slices
  size_t pitch = 0, slice = 0;             ///< bytes
};

struct HostWork {
  cudaHostFn_t function = nullptr;
  void *argument = nullptr;
};

struct EventWork {
  std::shared_ptr<Event> event;
};

struct GraphWork {
  std::shared_ptr<Graph> graph;
};

/// Nothing but an order. Memory that is allocated by a graph belongs to it, so nodes that allocate and free are this.
struct EmptyWork {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::shared_ptr<void> memory = nullptr;
};

using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, EventWork, GraphWork>;

cudaGraphNodeType typeOf(const Work &work);

/// What is wrong with it; cudaSuccess if nothing is.
cudaError_t check(const Work &work);
/// Does it, and returns when it is done. A kernel's failure becomes the sticky error.
cudaError_t run(const Work &work);

/// Nothing where arrays take part: there are none here.
std::optional<CopyWork> makeCopyWork(const cudaMemcpy3DParms &parameters);

/// Makes a launch; the error of one that cannot be.
cudaError_t makeKernelWork(const void *stub, const LaunchShape &shape, void *const *arguments, bool isCall,
                           KernelWork &work);

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_WORK_H
