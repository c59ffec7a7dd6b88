// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Macros of the host compiler: GNUC, x86, byte order, glibc.
#include <features.h>
#include <cuda_tile.h>
#if !defined(__GNUC__) || __GNUC__ < 9
#error "g++ 9 needed"
#endif
#if !defined(__x86_64__) && !defined(__aarch64__)
#error "64-bit host"
#endif
#if !defined(__linux__) || !defined(__GLIBC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || !defined(__LP64__)
#error "platform"
#endif
#if defined(__clang__) && !defined(__CUDACC__)
#error "clang as host compiler"
#endif
__tile_global__ void k(int* p) { *p = __GNUC__; }
