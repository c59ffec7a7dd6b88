// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a source can ask about its target.
// RUN: check-source -arch=sm_90a -DARCH=900 -DSPECIFIC %s
// RUN: check-source -arch=sm_80 -DARCH=800 %s
// RUN: check-source -arch=sm_103f -DARCH=1030 -DFAMILY %s
#ifndef __CUDACC_TILE__
#error tile code is being compiled
#endif
static_assert(__CUDA_ARCH__ == ARCH);
#ifdef SPECIFIC
static_assert(__CUDA_ARCH_SPECIFIC__ == ARCH && __CUDA_ARCH_FEAT_SM90_ALL == 1);
#elif defined(__CUDA_ARCH_SPECIFIC__)
#error
#endif
#ifdef FAMILY
static_assert(__CUDA_ARCH_FAMILY_SPECIFIC__ == ARCH);
#endif
