// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The functions of the CUDA runtime that work where kernels run on the CPU, by file. All work is done at the call,
/// unless its stream is being captured.
#ifndef TILEC_RUNTIME_PROGRAM_HOST_FUNCTIONS_H
#define TILEC_RUNTIME_PROGRAM_HOST_FUNCTIONS_H

#include "runtime/Program/Entries.h"

#include <cuda_runtime_api.h>

#define TILEC_HOST_ENTRY(name) TILEC_ENTRY(tilec::program::host, name)

namespace tilec::program::host {

/// Where a registered variable lies on the CPU. `symbol` is the address of the host's variable.
cudaError_t variableMemory(const void *symbol, void **address);

std::span<const Entry> errorEntries();
std::span<const Entry> deviceEntries();
std::span<const Entry> memoryEntries();
std::span<const Entry> copyEntries();
std::span<const Entry> streamEntries();
std::span<const Entry> eventEntries();
std::span<const Entry> captureEntries();
std::span<const Entry> graphEntries();
std::span<const Entry> symbolEntries();
std::span<const Entry> kernelEntries();

} // namespace tilec::program::host

#endif // TILEC_RUNTIME_PROGRAM_HOST_FUNCTIONS_H
