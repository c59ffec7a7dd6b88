// options: -Wno-array-bounds
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unmasked accesses through views of tensors whose extents the compiler knows and the tiles do not divide: zero comes in from
// outside, nothing goes out. The tensors of neighbouring blocks lie directly behind each other.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <int N> using constant = ct::integral_constant<N>;
template <class T, int... D> using Tile = ct::tile<T, ct::shape<D...>>;

// Matrix `which` of many, of Rows rows and Columns columns.
template <int Rows, int Columns, class T> __tile__ auto matrix(T* p, int which) {
  return ct::tensor_span{p + which * Rows * Columns, ct::extents{constant<Rows>{}, constant<Columns>{}}};
}
template <int TileRows, int TileColumns, class Span> __tile__ auto tiles_of(Span span) {
  return ct::partition_view{span, ct::shape<TileRows, TileColumns>{}};
}

// Each tile of matrix z, doubled; the grid may have tiles that are wholly outside.
template <class T, int Rows, int Columns, int TileRows, int TileColumns>
__tile_global__ void doubled(T* __restrict__ out, const T* __restrict__ in) {
  int z = ct::bid().z;
  auto from = tiles_of<TileRows, TileColumns>(matrix<Rows, Columns>(in, z));
  auto to = tiles_of<TileRows, TileColumns>(matrix<Rows, Columns>(out, z));
  auto x = from.load(ct::bid().x, ct::bid().y);
  to.store(x + x, ct::bid().x, ct::bid().y);
}

// Few heads in tiles of 8: the scores of each batch's queries against all keys.
template <int Heads, int Width, int Keys>
__tile_global__ void head_scores(float* __restrict__ out, const __half* __restrict__ q, const __half* __restrict__ k) {
  int batch = ct::bid().x;
  auto queries = tiles_of<8, 64>(matrix<Heads, Width>(q, batch));
  auto keys = tiles_of<16, 64>(matrix<Keys, Width>(k, batch));
  auto scores = tiles_of<8, 16>(matrix<Heads, Keys>(out, batch));
  for (int j : ct::irange(0, (Keys + 15) / 16)) {
    auto sum = ct::zeros<Tile<float, 8, 16>>();
    for (int t : ct::irange(0, (Width + 63) / 64))
      sum = ct::mma(queries.load(0, t), ct::transpose(keys.load(j, t)), sum);
    scores.store(sum, 0, j);
  }
}

// Sums of rows, whose last tile leaves the matrix in a loop.
template <int Rows, int Columns>
__tile_global__ void sums_of_rows(float* __restrict__ out, const float* __restrict__ in) {
  int block = ct::bid().x;
  auto from = tiles_of<16, 64>(matrix<Rows, Columns>(in, 0));
  auto sums = ct::zeros<Tile<float, 16, 64>>();
  for (int t : ct::irange(0, (Columns + 63) / 64)) sums = sums + from.load(block, t);
  tiles_of<16, 1>(matrix<Rows, 1>(out, 0)).store(ct::sum<1>(sums), block, 0);
}

// c = a * b, of which no extent is a multiple of the tiles'.
template <int M, int N, int K>
__tile_global__ void product(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b) {
  int i = ct::bid().x, j = ct::bid().y, z = ct::bid().z;
  auto va = tiles_of<64, 32>(matrix<M, K>(a, z));
  auto vb = tiles_of<32, 64>(matrix<K, N>(b, z));
  auto sum = ct::zeros<Tile<float, 64, 64>>();
  for (int t : ct::irange(0, (K + 31) / 32)) sum = ct::mma(va.load(i, t), vb.load(t, j), sum);
  tiles_of<64, 64>(matrix<M, N>(c, z)).store(sum, i, j);
}

// Sums of overlapping windows of 8 elements, of which the last ones leave the array.
template <int N> __tile_global__ void window_sums(int* __restrict__ out, const int* __restrict__ in) {
  int block = ct::bid().x;
  auto windows = ct::strided_view{ct::tensor_span{in, ct::extents{constant<N>{}}}, ct::shape<8>{}, ct::strides{3_ic}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{(int)ct::num_blocks().x}}, ct::shape<1>{}};
  to.store(ct::sum<0>(windows.load(block)), block);
}

// Overlapping windows of 32 x 32, whose first columns are Step apart.
template <int Step> __tile_global__ void windows_of_matrix(__half* __restrict__ out, const __half* __restrict__ in) {
  int i = ct::bid().x, j = ct::bid().y;
  auto windows = ct::strided_view{matrix<40, 96>(in, 0), ct::shape<32, 32>{}, ct::strides{16_ic, constant<Step>{}}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{(int)ct::num_blocks().x * 32, (int)ct::num_blocks().y * 32}}, ct::shape<32, 32>{}};
  to.store(windows.load(i, j), i, j);
}

// Rows that a list names, to rows that another one names; the tiles leave the matrices along the columns.
template <class T, int Columns>
__tile_global__ void moved_rows(T* __restrict__ out, const T* __restrict__ in, const int* from_row, const int* to_row, int rows) {
  int block = ct::bid().x, column = ct::bid().y;
  auto place = block * 16 + ct::iota<Tile<int, 16>>();
  auto view = [rows](auto* p) {
    return ct::gather_scatter_view{ct::tensor_span{p, ct::extents{rows, constant<Columns>{}}}, ct::shape<16, 32>{}, 0_ic};
  };
  view(out).store(view(in).load(ct::load(from_row + place), column), ct::load(to_row + place), column);
}

// Each block adds its tile to the matrix, and the largest numbers to another one; and copies a third by atomic accesses.
template <class T, int Rows, int Columns>
__tile_global__ void updated(T* __restrict__ sums, T* __restrict__ largest, T* __restrict__ copy, const T* __restrict__ in) {
  int block = ct::bid().x, i = ct::bid().y, j = ct::bid().z;
  auto view = [=](auto* p, int which) { return tiles_of<8, 16>(matrix<Rows, Columns>(p, which)); };
  auto x = view(in, block).load(i, j);
  view(sums, 0).atomic_add(x, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, i, j);
  if constexpr (sizeof(T) == 4 && T(0.5f) == 0) view(largest, 0).atomic_max(x, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, i, j);
  auto y = view(in, block).atomic_load(ct::memory_order_relaxed_t{}, i, j);
  view(copy, block).atomic_store(y, ct::memory_order_relaxed_t{}, i, j);
}

// Matrix times vector by blocks of 4 rows, of which a CTA may take several.
template <int Rows, int Columns>
__tile_global__ void rows_by_vector(float* __restrict__ y, const signed char* __restrict__ m, const float* __restrict__ x) {
  auto parts = tiles_of<4, 64>(matrix<Rows, Columns>(m, 0));
  auto vector = tiles_of<1, 64>(matrix<1, Columns>(x, 0));
  int block = ct::bid().x;
  auto sums = ct::zeros<Tile<float, 4, 64>>();
  for (int t : ct::irange(0, (Columns + 63) / 64))
    sums = ct::fma(ct::element_cast<float>(parts.load(block, t)), vector.load(0, t), sums);
  tiles_of<4, 1>(matrix<Rows, 1>(y, 0)).store(ct::sum<1>(sums), block, 0);
}

template __tile_global__ void doubled<float, 9, 64, 128, 64>(float*, const float*);
template __tile_global__ void doubled<float, 1, 128, 8, 64>(float*, const float*);
template __tile_global__ void doubled<float, 33, 72, 16, 32>(float*, const float*);
template __tile_global__ void doubled<float, 16, 40, 16, 64>(float*, const float*);
template __tile_global__ void doubled<float, 5, 7, 8, 8>(float*, const float*);
template __tile_global__ void doubled<__half, 9, 64, 128, 64>(__half*, const __half*);
template __tile_global__ void doubled<__half, 1, 128, 8, 64>(__half*, const __half*);
template __tile_global__ void doubled<__half, 33, 72, 16, 32>(__half*, const __half*);
template __tile_global__ void doubled<__half, 16, 40, 16, 64>(__half*, const __half*);
template __tile_global__ void doubled<__half, 5, 7, 8, 8>(__half*, const __half*);
template __tile_global__ void head_scores<1, 64, 40>(float*, const __half*, const __half*);
template __tile_global__ void head_scores<9, 128, 16>(float*, const __half*, const __half*);
template __tile_global__ void head_scores<5, 96, 33>(float*, const __half*, const __half*);
template __tile_global__ void sums_of_rows<9, 200>(float*, const float*);
template __tile_global__ void sums_of_rows<40, 1000>(float*, const float*);
template __tile_global__ void sums_of_rows<16, 36>(float*, const float*);
template __tile_global__ void product<100, 72, 80>(float*, const __half*, const __half*);
template __tile_global__ void product<9, 200, 40>(float*, const __half*, const __half*);
template __tile_global__ void product<64, 8, 120>(float*, const __half*, const __half*);
template __tile_global__ void window_sums<1>(int*, const int*);
template __tile_global__ void window_sums<20>(int*, const int*);
template __tile_global__ void window_sums<301>(int*, const int*);
template __tile_global__ void windows_of_matrix<8>(__half*, const __half*);
template __tile_global__ void windows_of_matrix<28>(__half*, const __half*);
template __tile_global__ void windows_of_matrix<31>(__half*, const __half*);
template __tile_global__ void moved_rows<int, 1>(int*, const int*, const int*, const int*, int);
template __tile_global__ void moved_rows<int, 33>(int*, const int*, const int*, const int*, int);
template __tile_global__ void moved_rows<int, 80>(int*, const int*, const int*, const int*, int);
template __tile_global__ void moved_rows<__half, 1>(__half*, const __half*, const int*, const int*, int);
template __tile_global__ void moved_rows<__half, 33>(__half*, const __half*, const int*, const int*, int);
template __tile_global__ void moved_rows<__half, 80>(__half*, const __half*, const int*, const int*, int);
template __tile_global__ void updated<int, 9, 20>(int*, int*, int*, const int*);
template __tile_global__ void updated<int, 3, 100>(int*, int*, int*, const int*);
template __tile_global__ void updated<int, 8, 36>(int*, int*, int*, const int*);
template __tile_global__ void updated<float, 9, 20>(float*, float*, float*, const float*);
template __tile_global__ void updated<float, 3, 100>(float*, float*, float*, const float*);
template __tile_global__ void updated<float, 8, 36>(float*, float*, float*, const float*);
template __tile_global__ void rows_by_vector<16890, 70>(float*, const signed char*, const float*);
template __tile_global__ void rows_by_vector<7, 100>(float*, const signed char*, const float*);
