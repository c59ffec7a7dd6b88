// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Program/Device/Launches.h"

#include "runtime/Program/CallConfiguration.h"
#include "runtime/Program/Device/DeviceModules.h"
#include "runtime/Program/SimtModules.h"

namespace tilec::program::device {

const Kernel *tileKernel(const void *stubOrHandle) {
  submitSimtModules();
  const Kernel *kernel = findKernel(stubOrHandle);
  return kernel && kernel->isTile() ? kernel : nullptr;
}

const void *forwarded(const void *stubOrHandle) {
  const Kernel *kernel = findKernel(stubOrHandle);
  return kernel ? kernel->stub : stubOrHandle;
}

cudaError_t launchTile(const Kernel &kernel, const Launch &launch) {
  // Stubs that `<<<...>>>` calls set the block to 1; the block of other launches has to be 1.
  bool isCall = takeIsCall();
  if (!isCall && (launch.block.x != 1 || launch.block.y != 1 || launch.block.z != 1))
    return cudaErrorInvalidConfiguration;
  cudaError_t error = cudaSuccess;
  const LoadedKernel *loaded = kernel.module->device->kernel(kernel.symbol, error);
  if (!loaded)
    return error;
  runtime::Stream stream = runtime::Stream::borrow(loaded->context, launch.stream);
  runtime::LaunchOptions options;
  options.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  options.stream = &stream;
  options.programmaticDependentLaunch = launch.mayOverlap;
  size_t count = loaded->kernel.manifest().parameters.size();
  runtime::Status status = loaded->kernel.launchAddresses(options, {launch.arguments, count});
  return status ? cudaSuccess : errorOf(status.error());
}

} // namespace tilec::program::device
