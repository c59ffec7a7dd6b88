// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics through views: ragged matrices that all blocks add to; loads and stores; reductions of matrices, which the copy engine
// could do; and reductions through a strided view whose tiles overlap.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

using Relaxed = ct::memory_order_relaxed_t;
using Device = ct::thread_scope_device_t;

template <class E> __tile__ auto view_of(E* p, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<4, 8>{}};
}

// A ragged matrix, every block adding one to all of it.
template <class E> __tile_global__ void add_ragged(E* out, int rows, int columns) {
  auto one = ct::ones<ct::tile<E, ct::shape<4, 8>>>();
  for (int i = 0; i < ct::ceildiv(rows, 4); ++i)
    for (int j = 0; j < ct::ceildiv(columns, 8); ++j)
      view_of(out, rows, columns).atomic_add_masked(one, Relaxed{}, Device{}, i, j);
}

// Blocks along z update the same matrix by matrices of their own.
enum { kAdd, kSub, kXor, kMax, kMin };
template <class E, int Kind> __tile_global__ void update_matrix(E* __restrict__ out, const E* __restrict__ in, int rows, int columns) {
  auto tiles = [=](auto* p) { return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}}, ct::shape<8, 32>{}}; };
  auto [i, j, k] = ct::bid();
  auto x = tiles(in + k * rows * columns).load_masked(i, j);
  auto to = tiles(out);
  if constexpr (Kind == kAdd)
    to.atomic_add_masked(x, Relaxed{}, Device{}, i, j);
  else if constexpr (Kind == kSub)
    to.atomic_sub_masked(x, Relaxed{}, Device{}, i, j);
  else if constexpr (Kind == kXor)
    to.atomic_xor_masked(x, Relaxed{}, Device{}, i, j);
  else if constexpr (Kind == kMax)
    to.atomic_max_masked(x, Relaxed{}, Device{}, i, j);
  else
    to.atomic_min_masked(x, Relaxed{}, Device{}, i, j);
}

__tile_global__ void load_store_view(float* out, const float* in, int rows, int columns) {
  auto from = view_of(in, rows, columns);
  auto to = view_of(out, rows, columns);
  auto [i, j, k] = ct::bid();
  (void)k;
  auto x = from.atomic_load_masked(ct::view_padding_zero_t{}, ct::memory_order_acquire_t{}, Device{}, i, j);
  to.atomic_store_masked(x + 1.0f, ct::memory_order_release_t{}, Device{}, i, j);
}

// Windows of eight elements at every fourth: most elements belong to two windows.
__tile_global__ void add_windows(int* out, int n) {
  auto windows = ct::strided_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<8>{}, ct::strides{4_ic}};
  windows.atomic_add_masked(ct::ones<ct::tile<int, ct::shape<8>>>(), Relaxed{}, Device{}, ct::bid().x);
}

template __tile_global__ void add_ragged<int>(int*, int, int);
template __tile_global__ void add_ragged<float>(float*, int, int);
template __tile_global__ void add_ragged<double>(double*, int, int);
template __tile_global__ void update_matrix<int, kAdd>(int*, const int*, int, int);
template __tile_global__ void update_matrix<int, kSub>(int*, const int*, int, int);
template __tile_global__ void update_matrix<int, kMax>(int*, const int*, int, int);
template __tile_global__ void update_matrix<unsigned long, kXor>(unsigned long*, const unsigned long*, int, int);
template __tile_global__ void update_matrix<unsigned long, kMin>(unsigned long*, const unsigned long*, int, int);
template __tile_global__ void update_matrix<float, kSub>(float*, const float*, int, int);
