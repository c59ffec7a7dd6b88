// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- execution_space.h - __tile_global__, __tile__ and the grid types -----===//
//
//   __tile_global__   a kernel: launched by the host, runs once for each tile block of the grid
//   __tile__          a function of tile code, or a variable in device memory that tile code names
//
// Both may stand wherever `__global__` and `__device__` may. The CUDA Toolkit's own headers also define them; this
// header has the last word, whichever order the user includes them in.
//
// `__tile_api`, `__tile_op` and `__tile_type` are for the headers of this library alone.
//
//===----------------------------------------------------------------------===//
#pragma once

#if __has_include(<vector_types.h>)
#include <vector_types.h>
#else
#include "fallback/vector_types.h"
#endif

#undef __tile_global__
#undef __tile__

#if defined(__TILEC_HOST_PART__)
// For a host compiler. What marks kernels and variables is taken out before it compiles.
#define __tile_op(...)
#define __tile_type(name)
#define __tile_global__ __attribute__((tile_global))
#define __tile__ __attribute__((tile))
#define __tile_api
#else
/// Names the operation that a function declaration stands for, and its constant operands.
#define __tile_op(...) __attribute__((annotate("tile.op", __VA_ARGS__)))
/// Marks a class template whose objects are single values to the compiler.
#define __tile_type(name) __attribute__((annotate("tile.type", name)))

// A condition that always holds makes Clang prefer a function to a user's template that is as good otherwise: of
// `exp(x)` with a tile, the API's is meant.
#if defined(__CUDACC__)
#define __tile_global__ __attribute__((global, annotate("tile.kernel")))
#define __tile__ __attribute__((device, annotate("tile.function")))
#define __tile_api __attribute__((host, device, annotate("tile.function"), enable_if(true, "")))
#else
#define __tile_global__ __attribute__((annotate("tile.kernel")))
#define __tile__ __attribute__((annotate("tile.function")))
#define __tile_api __attribute__((annotate("tile.function")))
#endif
#endif
