// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- prelude.h - what a source sees before its first line -------------------===//
//
// CUDA sources use execution spaces, vector types, built-in variables and launches without including anything. This is
// the part of it that tile code and the host code around it need. The Toolkit's own headers may be included as well:
// names agree with theirs, and the guard of their vector_types.h is set because the types are here.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header

#include "spaces.h"

#define __tilec_api __attribute__((host, device, annotate("tile.function")))

// Vector types: our own, whether or not there is a Toolkit.
#include "include/cuda/tiles/fallback/vector_types.h"
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END

// From here on Clang lets everything call everything; the checks of tile code know better. For other tools, that is so
// in the headers of CUDA only.
#ifdef __TILEC__
#define __TILEC_FORCES_SPACES 1
#endif
#pragma clang force_cuda_host_device begin

// Known so that their use in tile code can be refused by name.
extern "C" {
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;

[[noreturn]] void __assert_fail(const char *, const char *, unsigned, const char *) noexcept;
int printf(const char *, ...);
void *memcpy(void *, const void *, __SIZE_TYPE__) noexcept;
void *memset(void *, int, __SIZE_TYPE__) noexcept;
void *malloc(__SIZE_TYPE__) noexcept;
void free(void *) noexcept;
}

// What the Toolkit's cuda_runtime.h and cuda_tile.h bring along of the C library: kernels are written with it. Headers
// that define the same do so alike.
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
#define INT8_MAX (127)
#define INT16_MAX (32767)
#define INT32_MAX (2147483647)
#define INT64_MAX (__INT64_MAX__)
#define INT8_MIN (-128)
#define INT16_MIN (-32767 - 1)
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-__INT64_MAX__ - 1)
#define UINT8_MAX (255)
#define UINT16_MAX (65535)
#define UINT32_MAX (4294967295U)
#define UINT64_MAX (__UINT64_MAX__)
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define assert(condition)                                                                                              \
  (static_cast<bool>(condition) ? void(0) : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#ifndef __TILEC_FORCES_SPACES
#pragma clang force_cuda_host_device end
#endif
