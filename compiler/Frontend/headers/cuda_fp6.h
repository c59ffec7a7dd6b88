// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Toolkit's cuda_fp6.h, read as by a host compiler: its device half is assembly that tile code does not need.
#pragma clang system_header
#if __has_include_next(<cuda_fp6.h>)
#pragma push_macro("__CUDA_ARCH__")
#pragma push_macro("__CUDACC_TILE__")
#undef __CUDA_ARCH__
#undef __CUDACC_TILE__
#pragma clang force_cuda_host_device begin
#include_next <cuda_fp6.h>
#pragma clang force_cuda_host_device end
#pragma pop_macro("__CUDACC_TILE__")
#pragma pop_macro("__CUDA_ARCH__")
#else
#error cuda_fp6.h belongs to the CUDA Toolkit, which was not found: set CUDA_PATH, or give its include folder with -I
#endif
