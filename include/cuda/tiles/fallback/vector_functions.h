// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- vector_functions.h - makers of vectors where there is no CUDA Toolkit ===//
//
// make_float4(x, y, z, w) and the like.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "host_defines.h"
#include "vector_types.h"

#define __tilec_vectors(name, type, align2, align4)                                                                    \
  __host__ __device__ static inline name##1 make_##name##1(type x) { return {x}; }                                     \
  __host__ __device__ static inline name##2 make_##name##2(type x, type y) { return {x, y}; }                          \
  __host__ __device__ static inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }               \
  __host__ __device__ static inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
#include "vector_families.h"
