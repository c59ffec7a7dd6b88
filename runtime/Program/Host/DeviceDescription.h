// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the CPU says of itself as a device.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_DEVICEDESCRIPTION_H
#define TILEC_RUNTIME_PROGRAM_HOST_DEVICEDESCRIPTION_H

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>

namespace tilec::program::host {

constexpr int kMaxThreadsPerBlock = 1024, kMaxThreadsPerBlockZ = 64, kWarpSize = 32;
constexpr int kRegistersPerBlock = 65536;
constexpr size_t kSharedBytesPerBlock = 48 * 1024, kSharedBytesPerBlockOptin = 227 * 1024;
constexpr size_t kConstantBytes = 64 * 1024;
constexpr int kMaxGridX = 2147483647, kMaxGridYZ = 65535;

/// 10 * major + minor: of the newest architecture that the program has kernels for, as far as that is known, or 90.
int computeCapability();
/// Cores that kernels run on.
int cores();
/// The properties of the only device, as version 13 has them and as version 12 does.
void fillProperties(cudaDeviceProp &properties);
void fillProperties12(void *properties);
/// Nothing for an attribute that is not known.
std::optional<int> attribute(cudaDeviceAttr attribute);

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_DEVICEDESCRIPTION_H
