// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Toolkit's cuda_runtime_api.h, read as by a host compiler: its device half is assembly that tile code does not need.
// Where there is no Toolkit, it is our own (cuda/tiles/fallback).
#pragma clang system_header
#pragma push_macro("__CUDA_ARCH__")
#pragma push_macro("__CUDACC_TILE__")
#undef __CUDA_ARCH__
#undef __CUDACC_TILE__
#pragma clang force_cuda_host_device begin
#include_next <cuda_runtime_api.h>
#pragma clang force_cuda_host_device end
#pragma pop_macro("__CUDACC_TILE__")
#pragma pop_macro("__CUDA_ARCH__")
#include "../spaces.h"
