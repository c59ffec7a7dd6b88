// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows whose work the CTAs of a cluster share: reductions, norms and softmax, and what orders the CTAs' memory.
#include <cuda_bf16.h>
#include "cluster_rows.h"
using namespace ct::literals;

template <class T, int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_rms_norm(T* __restrict__ out, const T* __restrict__ in,
                                                                                   const T* __restrict__ weight, int rows, int columns,
                                                                                   float epsilon) {
  int row = ct::bid().x;
  auto x = ct::element_cast<float>(row_view<Width>(in, rows, columns).load_masked(row, 0));
  auto w = ct::element_cast<float>(row_view<Width>(weight, 1, columns).load_masked(0, 0));
  auto scale = ct::rsqrt(ct::sum<1>(x * x) / (float)columns + epsilon);
  row_view<Width>(out, rows, columns).store_masked(ct::element_cast<T>(x * scale * w), row, 0);
}

// Pointer tiles; scalars that are stored once; updates of a table that all blocks share.
template <int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_layer_norm(float* out, float* mean_out, float* rstd_out,
                                                                                     float* totals, const float* in, const float* weight,
                                                                                     const float* bias, int columns, float epsilon) {
  auto column = ct::iota<ct::tile<int, ct::shape<Width>>>();
  auto inside = column < columns;
  long first = (long)ct::bid().x * columns;
  auto x = ct::load_masked(in + first + column, inside, 0.0f);
  auto mean = ct::sum<0>(x) / (float)columns;
  auto centred = ct::select(inside, x - mean, ct::zeros<decltype(x)>());
  auto rstd = ct::rsqrt(ct::sum<0>(centred * centred) / (float)columns + epsilon);
  auto y = centred * rstd * ct::load_masked(weight + column, inside, 0.0f) + ct::load_masked(bias + column, inside, 0.0f);
  ct::store_masked(out + first + column, y, inside);
  (void)ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(totals + column, y, inside);
  mean_out[ct::bid().x] = static_cast<float>(mean);
  rstd_out[ct::bid().x] = static_cast<float>(rstd);
}

// Whole numbers, along both dimensions of a tile: sums, largest, and where the largest is.
template <int Rows, int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_sums(int* sums, int* largest, int* columns_of_block, const int* in,
                                                                               int rows, int columns) {
  auto x = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<Rows, Width>{}}.load_masked(ct::bid().x, 0);
  auto out = [&](int* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows}}, ct::shape<Rows>{}}; };
  out(sums).store_masked(ct::reshape(ct::sum<1>(x), ct::shape<Rows>{}), ct::bid().x);
  out(largest).store_masked(ct::reshape(ct::reduce_max<1>(x), ct::shape<Rows>{}), ct::bid().x);
  auto table = ct::partition_view{ct::tensor_span{columns_of_block, ct::extents{(int)ct::num_blocks().x, columns}}, ct::shape<1, Width>{}};
  table.store_masked(ct::sum<0>(x), ct::bid().x, 0);
}

// A sum that runs through the tiles of a row, reduced anew in each, and the largest element so far.
template <int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_running(int* sums, int* peaks, const int* in, int columns) {
  auto view = ct::partition_view{ct::tensor_span{in + (long)ct::bid().x * columns, ct::extents{columns}}, ct::shape<Width>{}};
  int tiles = ct::ceildiv(columns, Width), total = 0;
  for (int i : ct::irange(0, tiles)) {
    auto x = view.load_masked(i);
    auto peak = ct::reduce_max<0>(x);
    total += static_cast<int>(ct::sum<0>(ct::select(x == peak, x, ct::zeros<decltype(x)>())));
    peaks[ct::bid().x * tiles + i] = total;
  }
  sums[ct::bid().x] = total;
}

// What one part of a tile stores another one loads: order between CTAs.
template <int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_reverse(int* out, int* between, const int* in, int rounds) {
  auto element = ct::iota<ct::tile<int, ct::shape<Width>>>();
  int* own = between + (long)ct::bid().x * Width;
  ct::store(own + element, ct::load(in + (long)ct::bid().x * Width + element));
  for (int i : ct::irange(0, rounds)) {
    auto turned = ct::load(own + (Width - 1 - element));
    ct::store(own + element, turned + 1);
  }
  ct::store(out + (long)ct::bid().x * Width + element, ct::load(own + element));
}

// A number that one of them draws and all need.
template <int Width, int Ctas>
[[cutile::hint(900, num_cta_in_cga = Ctas)]] __tile_global__ void cluster_tickets(int* out, int* taken, int* counter, const int* in) {
  auto element = ct::iota<ct::tile<int, ct::shape<Width>>>();
  int ticket = ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(counter, 1);
  ct::store(out + (long)ticket * Width + element, ct::load(in + (long)ct::bid().x * Width + element));
  taken[ct::bid().x] = ticket;
}

#define OF_CTAS(Ctas)                                                                                                          \
  template __tile_global__ void cluster_softmax<float, 256, Ctas>(float*, const float*, int, int);                            \
  template __tile_global__ void cluster_softmax<float, 4096, Ctas>(float*, const float*, int, int);                           \
  template __tile_global__ void cluster_softmax<__nv_bfloat16, 4096, Ctas>(__nv_bfloat16*, const __nv_bfloat16*, int, int);   \
  template __tile_global__ void cluster_rms_norm<float, 4096, Ctas>(float*, const float*, const float*, int, int, float);     \
  template __tile_global__ void cluster_layer_norm<1024, Ctas>(float*, float*, float*, float*, const float*, const float*,    \
                                                               const float*, int, float);                                     \
  template __tile_global__ void cluster_sums<4, 512, Ctas>(int*, int*, int*, const int*, int, int);                           \
  template __tile_global__ void cluster_sums<16, 32, Ctas>(int*, int*, int*, const int*, int, int);                           \
  template __tile_global__ void cluster_running<256, Ctas>(int*, int*, const int*, int);                                      \
  template __tile_global__ void cluster_reverse<256, Ctas>(int*, int*, const int*, int);                                      \
  template __tile_global__ void cluster_tickets<128, Ctas>(int*, int*, int*, const int*);
OF_CTAS(1)
OF_CTAS(2)
OF_CTAS(4)
OF_CTAS(8)
OF_CTAS(16)
