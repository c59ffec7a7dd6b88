// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layer norm over the rows of a matrix, forward and backward. The gradients of weight and bias are summed over the rows by
// atomic additions.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Width> struct Row {
  ct::tile<int, ct::shape<Width>> column = ct::iota<ct::tile<int, ct::shape<Width>>>();
  ct::tile<bool, ct::shape<Width>> inside;
  long first;
  float columns;
  __tile__ Row(int n) : inside(column < n), first((long)ct::bid().x * n), columns((float)n) {}
  __tile__ auto load(const float* p) const { return ct::load_masked(p + first + column, inside, 0.0f); }
  __tile__ auto load_shared(const float* p) const { return ct::load_masked(p + column, inside, 0.0f); }
  template <class T> __tile__ void store(float* p, T values) const { ct::store_masked(p + first + column, values, inside); }
  template <class T> __tile__ auto mean(T values) const { return ct::sum<0>(values) / columns; }
};

template <int Width>
__tile_global__ void layer_norm_forward(float* out, float* mean_out, float* rstd_out, const float* in, const float* weight,
                                        const float* bias, int columns, float epsilon) {
  Row<Width> row(columns);
  auto x = row.load(in);
  auto mean = row.mean(x);
  auto centred = ct::select(row.inside, x - mean, ct::zeros<decltype(x)>());
  auto rstd = ct::rsqrt(row.mean(centred * centred) + epsilon);
  row.store(out, centred * rstd * row.load_shared(weight) + row.load_shared(bias));
  mean_out[ct::bid().x] = static_cast<float>(mean);
  rstd_out[ct::bid().x] = static_cast<float>(rstd);
}

template <int Width>
__tile_global__ void layer_norm_backward(float* din, float* dweight, float* dbias, const float* dout, const float* in,
                                         const float* weight, const float* mean, const float* rstd, int columns) {
  Row<Width> row(columns);
  auto dy = row.load(dout);
  float m = mean[ct::bid().x], r = rstd[ct::bid().x];
  auto xhat = ct::select(row.inside, (row.load(in) - m) * r, ct::zeros<decltype(dy)>());
  auto g = dy * row.load_shared(weight);
  row.store(din, (g - row.mean(g) - xhat * row.mean(g * xhat)) * r);
  (void)ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(dweight + row.column, dy * xhat, row.inside);
  (void)ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(dbias + row.column, dy, row.inside);
}

template __tile_global__ void layer_norm_forward<64>(float*, float*, float*, const float*, const float*, const float*, int,
                                                     float);
template __tile_global__ void layer_norm_forward<1024>(float*, float*, float*, const float*, const float*, const float*, int,
                                                       float);
template __tile_global__ void layer_norm_backward<64>(float*, float*, float*, const float*, const float*, const float*,
                                                      const float*, const float*, int);
