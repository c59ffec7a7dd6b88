// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Host/Work.h"

#include "runtime/GridLimits.h"
#include "runtime/Program/Host/Allocations.h"
#include "runtime/Program/Host/Errors.h"
#include "runtime/Program/Host/HostModule.h"
#include "runtime/Program/Host/PtxModule.h"
#include "runtime/Program/Host/Streams.h"

#include <cstring>

namespace tilec::program::host {

namespace {

template <typename... Cases> struct Overloaded : Cases... {
  using Cases::operator()...;
};

/// Bytes from the first to the last that a block of rows and slices takes.
size_t spanOf(size_t width, size_t height, size_t depth, size_t pitch, size_t slice) {
  return width && height && depth ? (depth - 1) * slice + (height - 1) * pitch + width : 0;
}

bool isDeviceTarget(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

bool isDeviceSource(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

/// Whether all of a range lies in one allocation, or, where it need not be the device's, in none.
bool isValidRange(const void *address, size_t bytes, bool mustBeDevice) {
  if (bytes == 0)
    return true;
  if (auto allocation = allocationOf(address))
    return allocation->contains(address, bytes) || allocation->kind == MemoryKind::Registered;
  return address && !mustBeDevice;
}

cudaError_t check(const CopyWork &copy) {
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  bool hasRows = copy.height > 1 || copy.depth > 1;
  if (hasRows && (copy.width > copy.targetPitch || copy.width > copy.sourcePitch))
    return cudaErrorInvalidPitchValue;
  size_t targetBytes = spanOf(copy.width, copy.height, copy.depth, copy.targetPitch, copy.targetSlice);
  size_t sourceBytes = spanOf(copy.width, copy.height, copy.depth, copy.sourcePitch, copy.sourceSlice);
  bool isValid = isValidRange(copy.target, targetBytes, isDeviceTarget(copy.kind)) &&
                 isValidRange(copy.source, sourceBytes, isDeviceSource(copy.kind));
  return isValid ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t check(const FillWork &fill) {
  size_t bytes = spanOf(fill.width * fill.elementBytes, fill.height, fill.depth, fill.pitch, fill.slice);
  return isValidRange(fill.target, bytes, true) ? cudaSuccess : cudaErrorInvalidValue;
}

void copyRows(const CopyWork &copy) {
  if (!copy.width)
    return;
  for (size_t z = 0; z < copy.depth; ++z)
    for (size_t y = 0; y < copy.height; ++y)
      std::memmove(static_cast<char *>(copy.target) + z * copy.targetSlice + y * copy.targetPitch,
                   static_cast<const char *>(copy.source) + z * copy.sourceSlice + y * copy.sourcePitch, copy.width);
}

void fillRow(const FillWork &fill, char *row) {
  if (fill.elementBytes == 1)
    std::memset(row, int(fill.value & 0xff), fill.width);
  else
    for (size_t x = 0; x < fill.width; ++x)
      std::memcpy(row + x * fill.elementBytes, &fill.value, fill.elementBytes);
}

void fillRows(const FillWork &fill) {
  for (size_t z = 0; z < fill.depth; ++z)
    for (size_t y = 0; y < fill.height; ++y)
      fillRow(fill, static_cast<char *>(fill.target) + z * fill.slice + y * fill.pitch);
}

cudaError_t launch(const KernelWork &kernel) {
  std::vector<void *> arguments;
  for (const auto &argument : kernel.arguments)
    arguments.push_back(const_cast<unsigned char *>(argument.data()));
  Module &module = *kernel.kernel->module;
  bool isTile = kernel.kernel->isTile();
  cudaError_t error = isTile ? module.host->launch(kernel.kernel->symbol, kernel.shape.grid, arguments)
                             : module.ptx->launch(*kernel.kernel, kernel.shape, arguments);
  if (error)
    setStickyError(error);
  return error;
}

cudaError_t runGraph(const Graph &graph) {
  for (const GraphNode *node : graph.inOrder())
    if (cudaError_t error = run(node->work))
      return error;
  return cudaSuccess;
}

} // namespace

cudaGraphNodeType typeOf(const Work &work) {
  return std::visit(Overloaded{
                        [](const EmptyWork &empty) { return empty.type; },
                        [](const KernelWork &) { return cudaGraphNodeTypeKernel; },
                        [](const CopyWork &) { return cudaGraphNodeTypeMemcpy; },
                        [](const FillWork &) { return cudaGraphNodeTypeMemset; },
                        [](const HostWork &) { return cudaGraphNodeTypeHost; },
                        [](const EventWork &) { return cudaGraphNodeTypeEventRecord; },
                        [](const GraphWork &) { return cudaGraphNodeTypeGraph; },
                    },
                    work);
}

cudaError_t check(const Work &work) {
  if (const auto *copy = std::get_if<CopyWork>(&work))
    return check(*copy);
  if (const auto *fill = std::get_if<FillWork>(&work))
    return check(*fill);
  return cudaSuccess;
}

cudaError_t run(const Work &work) {
  return std::visit(Overloaded{
                        [](const EmptyWork &) { return cudaSuccess; },
                        [](const KernelWork &kernel) { return launch(kernel); },
                        [](const CopyWork &copy) { return copyRows(copy), cudaSuccess; },
                        [](const FillWork &fill) { return fillRows(fill), cudaSuccess; },
                        [](const HostWork &host) { return host.function(host.argument), cudaSuccess; },
                        [](const EventWork &event) { return recordNow(*event.event), cudaSuccess; },
                        [](const GraphWork &graph) { return runGraph(*graph.graph); },
                    },
                    work);
}

cudaError_t makeKernelWork(const void *stub, const LaunchShape &shape, void *const *arguments, bool isCall,
                           KernelWork &work) {
  const Kernel *kernel = findKernel(stub);
  if (!kernel)
    return cudaErrorInvalidResourceHandle;
  const dim3 &grid = shape.grid, &block = shape.block;
  if (!grid.x || !grid.y || !grid.z || !runtime::isLaunchable(grid.x, grid.y, grid.z))
    return cudaErrorInvalidConfiguration;
  std::vector<size_t> bytes;
  if (!kernel->isTile()) {
    if (cudaError_t error = checkSimtLaunch(*kernel, shape, bytes))
      return error;
  } else if (!isCall && (block.x != 1 || block.y != 1 || block.z != 1)) {
    return cudaErrorInvalidConfiguration;
  } else if (cudaError_t error = kernel->module->host->parameterBytes(kernel->symbol, bytes)) {
    return error;
  }
  work = {kernel, shape};
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto *from = static_cast<const unsigned char *>(arguments[i]);
    work.arguments.emplace_back(from, from + bytes[i]);
  }
  return cudaSuccess;
}

} // namespace tilec::program::host
