// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The functions of the CUDA runtime that answer for tile kernels where these run on a GPU, by file. What is not about
/// tile kernels goes on to the real runtime.
#ifndef TILEC_RUNTIME_PROGRAM_DEVICE_FUNCTIONS_H
#define TILEC_RUNTIME_PROGRAM_DEVICE_FUNCTIONS_H

#include "runtime/Program/Entries.h"

#include <cuda_runtime_api.h>

#define TILEC_DEVICE_ENTRY(name) TILEC_ENTRY(tilec::program::device, name)

namespace tilec::program::device {

std::span<const Entry> kernelEntries();
std::span<const Entry> symbolEntries();
std::span<const Entry> graphEntries();

} // namespace tilec::program::device

#endif // TILEC_RUNTIME_PROGRAM_DEVICE_FUNCTIONS_H
