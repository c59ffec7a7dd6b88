// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution and memory spaces. Clang knows host and device; the annotations tell the tile space. The Toolkit's headers
// define the same names for compilers that know other attributes, so this file is read again behind them.
#pragma clang system_header
#undef __noinline__ // Clang has it as a keyword
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
#undef __grid_constant__
#undef __launch_bounds__
#undef __cluster_dims__
#undef __block_size__
#undef __maxnreg__
#undef __nv_pure__
#undef __forceinline__
#undef __align__
#undef __tile_global__
#undef __tile__
#undef __tile_builtin__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device, annotate("cuda.device")))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device, annotate("cuda.managed")))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(n)
#define __nv_pure__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __tile_global__ __attribute__((global, annotate("tile.kernel")))
#define __tile__ __attribute__((device, annotate("tile.function")))
#define __tile_builtin__
