// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RMS norm over rows that are longer than a tile, forward and backward, each block taking one row and walking it twice.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 128;
using Floats = ct::tile<float, ct::shape<1, kTile>>;

template <class T> __tile__ auto tiles_of(T* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<1, kTile>{}};
}

__tile_global__ void rms_norm_forward(float* out, float* rstd_out, const float* in, const float* weight, int rows,
                                      int columns, float epsilon) {
  int row = ct::bid().x, tiles = ct::ceildiv(columns, kTile);
  auto x = tiles_of(in, rows, columns), w = tiles_of(weight, 1, columns);
  auto y = tiles_of(out, rows, columns);
  auto squares = ct::zeros<Floats>();
  for (int t : ct::irange(0, tiles)) {
    auto part = x.load_masked(row, t);
    squares = squares + part * part;
  }
  float rstd = ct::rsqrt(static_cast<float>(ct::sum<1>(squares)) / columns + epsilon);
  rstd_out[row] = rstd;
  for (int t : ct::irange(0, tiles)) y.store_masked(x.load_masked(row, t) * rstd * w.load_masked(0, t), row, t);
}

__tile_global__ void rms_norm_backward(float* din, float* dweight, const float* dout, const float* in, const float* weight,
                                       const float* rstd_in, int rows, int columns) {
  int row = ct::bid().x, tiles = ct::ceildiv(columns, kTile);
  auto x = tiles_of(in, rows, columns), dy = tiles_of(dout, rows, columns), w = tiles_of(weight, 1, columns);
  auto dx = tiles_of(din, rows, columns), dw = tiles_of(dweight, 1, columns);
  float rstd = rstd_in[row];
  auto products = ct::zeros<Floats>();
  for (int t : ct::irange(0, tiles))
    products = products + x.load_masked(row, t) * rstd * dy.load_masked(row, t) * w.load_masked(0, t);
  float mean = static_cast<float>(ct::sum<1>(products)) / columns;
  for (int t : ct::irange(0, tiles)) {
    auto xhat = x.load_masked(row, t) * rstd;
    auto dyt = dy.load_masked(row, t);
    dx.store_masked((dyt * w.load_masked(0, t) - xhat * mean) * rstd, row, t);
    dw.atomic_add_masked(dyt * xhat, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, t);
  }
}
