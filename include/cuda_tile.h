// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- cuda_tile.h - CUDA Tile C++ ------------------------------------------===//
//
// Kernels written in terms of tiles: a `__tile_global__` function runs once for each block of the grid as a single
// thread whose values are scalars and tiles (arrays of constant shape), which it loads, computes with and stores as a
// whole.
//
//   #include <cuda_tile.h>
//   namespace ct = cuda::tiles;
//
//   __tile_global__ void add(const float *a, const float *b, float *c, int n) {
//     auto view = [n](auto *p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<1024>{}}; };
//     auto i = ct::bid().x;
//     view(c).store_masked(view(a).load_masked(i) + view(b).load_masked(i), i);
//   }
//
// Element types beyond C++'s own come from cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, cuda_fp4.h and cuda_tf32.h, included
// before or after this header.
//
//===----------------------------------------------------------------------===//
#pragma once

#if __cplusplus < 202002L
#error cuda_tile.h needs C++20: compile with -std=c++20 or newer
#else

// A source may have defined names that are used here as macros.
#include "cuda/tiles/hide_macros.h"

#include "cuda/tiles/arithmetic.h"
#include "cuda/tiles/assumptions.h"
#include "cuda/tiles/atomic_access.h"
#include "cuda/tiles/atomic_updates.h"
#include "cuda/tiles/common_type.h"
#include "cuda/tiles/comparison.h"
#include "cuda/tiles/constants.h"
#include "cuda/tiles/conversions.h"
#include "cuda/tiles/extents.h"
#include "cuda/tiles/extremum_positions.h"
#include "cuda/tiles/factories.h"
#include "cuda/tiles/grid.h"
#include "cuda/tiles/irange.h"
#include "cuda/tiles/layouts.h"
#include "cuda/tiles/load_store.h"
#include "cuda/tiles/math.h"
#include "cuda/tiles/matrix.h"
#include "cuda/tiles/operators.h"
#include "cuda/tiles/reductions.h"
#include "cuda/tiles/scans.h"
#include "cuda/tiles/shape_operations.h"
#include "cuda/tiles/tensor_span.h"
#include "cuda/tiles/tile.h"
#include "cuda/tiles/views.h"

#include "cuda/tiles/restore_macros.h"

#endif
