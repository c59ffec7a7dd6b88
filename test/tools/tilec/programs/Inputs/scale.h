// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel in a header, and what two sources share.
#pragma once
#include <cuda_tile.h>

template <class T> __tile_global__ void scale(T *values, T factor) {
  namespace ct = cuda::tiles;
  auto cells = values + ct::iota<ct::tile<int, ct::shape<64>>>() + ct::bid().x * 64;
  ct::store(cells, ct::load(cells) * factor);
}

float *doubled(const float *values, int count);
extern "C" int launch_scale(float *values, int count, float factor);
