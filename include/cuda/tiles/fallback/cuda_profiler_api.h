// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_profiler_api.h - start and stop of profilers where there is no CUDA Toolkit ===//
//
// They have no effect on the CPU.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "cuda_runtime_api.h"

extern "C" cudaError_t cudaProfilerStart();
extern "C" cudaError_t cudaProfilerStop();
