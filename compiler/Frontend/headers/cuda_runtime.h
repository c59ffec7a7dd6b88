// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Toolkit's cuda_runtime.h, read as by a host compiler: its device half is assembly that tile code does not need.
// Where there is no Toolkit, it is our own (cuda/tiles/fallback).
#pragma clang system_header
#pragma push_macro("__CUDA_ARCH__")
#pragma push_macro("__CUDACC_TILE__")
#undef __CUDA_ARCH__
#undef __CUDACC_TILE__
// In place of these, what math_functions.h beside this file declares.
#define __MATH_FUNCTIONS_H__
#define __MATH_FUNCTIONS_HPP__
#define __NV_NO_HOST_COMPILER_CHECK 1
// Clang has these as functions of devices alone.
#define __syncthreads __tilec_syncthreads
// Votes of warps that the architectures here no longer have: these are names for users.
#define all __tilec_all
#define any __tilec_any
#define ballot __tilec_ballot
#pragma clang force_cuda_host_device begin
#include_next <cuda_runtime.h>
#pragma clang force_cuda_host_device end
#undef __syncthreads
#undef all
#undef any
#undef ballot
#pragma pop_macro("__CUDACC_TILE__")
#pragma pop_macro("__CUDA_ARCH__")
#include "../spaces.h"
// The version of the language that is accepted.
#undef CUDART_VERSION
#define CUDART_VERSION 13050
