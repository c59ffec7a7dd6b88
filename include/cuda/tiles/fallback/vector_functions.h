// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- vector_functions.h - makers of vectors where there is no CUDA Toolkit ===//
//
// make_float4(x, y, z, w) and the like.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "host_defines.h"
#include "vector_types.h"

__host__ __device__ static inline char1 make_char1(signed char x) {
  return {x};
}
__host__ __device__ static inline char2 make_char2(signed char x, signed char y) {
  return {x, y};
}
__host__ __device__ static inline char3 make_char3(signed char x, signed char y, signed char z) {
  return {x, y, z};
}
__host__ __device__ static inline char4 make_char4(signed char x, signed char y, signed char z, signed char w) {
  return {x, y, z, w};
}

__host__ __device__ static inline uchar1 make_uchar1(unsigned char x) {
  return {x};
}
__host__ __device__ static inline uchar2 make_uchar2(unsigned char x, unsigned char y) {
  return {x, y};
}
__host__ __device__ static inline uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) {
  return {x, y, z};
}
__host__ __device__ static inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z,
                                                     unsigned char w) {
  return {x, y, z, w};
}

__host__ __device__ static inline short1 make_short1(short x) {
  return {x};
}
__host__ __device__ static inline short2 make_short2(short x, short y) {
  return {x, y};
}
__host__ __device__ static inline short3 make_short3(short x, short y, short z) {
  return {x, y, z};
}
__host__ __device__ static inline short4 make_short4(short x, short y, short z, short w) {
  return {x, y, z, w};
}

__host__ __device__ static inline ushort1 make_ushort1(unsigned short x) {
  return {x};
}
__host__ __device__ static inline ushort2 make_ushort2(unsigned short x, unsigned short y) {
  return {x, y};
}
__host__ __device__ static inline ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) {
  return {x, y, z};
}
__host__ __device__ static inline ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z,
                                                       unsigned short w) {
  return {x, y, z, w};
}

__host__ __device__ static inline int1 make_int1(int x) {
  return {x};
}
__host__ __device__ static inline int2 make_int2(int x, int y) {
  return {x, y};
}
__host__ __device__ static inline int3 make_int3(int x, int y, int z) {
  return {x, y, z};
}
__host__ __device__ static inline int4 make_int4(int x, int y, int z, int w) {
  return {x, y, z, w};
}

__host__ __device__ static inline uint1 make_uint1(unsigned int x) {
  return {x};
}
__host__ __device__ static inline uint2 make_uint2(unsigned int x, unsigned int y) {
  return {x, y};
}
__host__ __device__ static inline uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) {
  return {x, y, z};
}
__host__ __device__ static inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) {
  return {x, y, z, w};
}

__host__ __device__ static inline long1 make_long1(long x) {
  return {x};
}
__host__ __device__ static inline long2 make_long2(long x, long y) {
  return {x, y};
}
__host__ __device__ static inline long3 make_long3(long x, long y, long z) {
  return {x, y, z};
}
__host__ __device__ static inline long4 make_long4(long x, long y, long z, long w) {
  return {x, y, z, w};
}

__host__ __device__ static inline ulong1 make_ulong1(unsigned long x) {
  return {x};
}
__host__ __device__ static inline ulong2 make_ulong2(unsigned long x, unsigned long y) {
  return {x, y};
}
__host__ __device__ static inline ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) {
  return {x, y, z};
}
__host__ __device__ static inline ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z,
                                                     unsigned long w) {
  return {x, y, z, w};
}

__host__ __device__ static inline longlong1 make_longlong1(long long x) {
  return {x};
}
__host__ __device__ static inline longlong2 make_longlong2(long long x, long long y) {
  return {x, y};
}
__host__ __device__ static inline longlong3 make_longlong3(long long x, long long y, long long z) {
  return {x, y, z};
}
__host__ __device__ static inline longlong4 make_longlong4(long long x, long long y, long long z, long long w) {
  return {x, y, z, w};
}

__host__ __device__ static inline ulonglong1 make_ulonglong1(unsigned long long x) {
  return {x};
}
__host__ __device__ static inline ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) {
  return {x, y};
}
__host__ __device__ static inline ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y,
                                                             unsigned long long z) {
  return {x, y, z};
}
__host__ __device__ static inline ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y,
                                                             unsigned long long z, unsigned long long w) {
  return {x, y, z, w};
}

__host__ __device__ static inline float1 make_float1(float x) {
  return {x};
}
__host__ __device__ static inline float2 make_float2(float x, float y) {
  return {x, y};
}
__host__ __device__ static inline float3 make_float3(float x, float y, float z) {
  return {x, y, z};
}
__host__ __device__ static inline float4 make_float4(float x, float y, float z, float w) {
  return {x, y, z, w};
}

__host__ __device__ static inline double1 make_double1(double x) {
  return {x};
}
__host__ __device__ static inline double2 make_double2(double x, double y) {
  return {x, y};
}
__host__ __device__ static inline double3 make_double3(double x, double y, double z) {
  return {x, y, z};
}
__host__ __device__ static inline double4 make_double4(double x, double y, double z, double w) {
  return {x, y, z, w};
}
