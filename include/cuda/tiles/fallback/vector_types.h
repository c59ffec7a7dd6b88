// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- vector_types.h - vectors of numbers where there is no CUDA Toolkit ===//
//
// Plain records with the alignment of the Toolkit's. Tile code has these even where there is one.
//
//===----------------------------------------------------------------------===//
#pragma once

#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#define __tilec_vectors(name, type, align2, align4)                                                                    \
  struct name##1 { type x; };                                                                                          \
  struct alignas(align2) name##2 { type x, y; };                                                                       \
  struct name##3 { type x, y, z; };                                                                                    \
  struct alignas(align4) name##4 { type x, y, z, w; };
#include "vector_families.h"

#define __tilec_wide_vectors(name, type)                                                                               \
  struct alignas(16) name##4_16a { type x, y, z, w; };                                                                 \
  struct alignas(32) name##4_32a { type x, y, z, w; };
__tilec_wide_vectors(long, long)
__tilec_wide_vectors(ulong, unsigned long)
__tilec_wide_vectors(longlong, long long)
__tilec_wide_vectors(ulonglong, unsigned long long)
__tilec_wide_vectors(double, double)
#undef __tilec_wide_vectors

// The execution spaces of dim3's functions, for compilers that know them.
#ifndef __tilec_api
#define __tilec_api
#endif
struct dim3 {
  unsigned int x, y, z;
  __tilec_api constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  __tilec_api constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __tilec_api constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};

#endif
