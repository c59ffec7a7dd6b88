// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed matrices: of whole tiles, of ragged arrays, by reading through a column-major span, and of a batch.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E, int R, int C> __tile_global__ void transpose(E* out, const E* in, int rows, int columns) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<R, C>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{columns, rows}}, ct::shape<C, R>{}};
  auto [i, j, k] = ct::bid();
  (void)k;
  to.store_masked(ct::transpose(from.load_masked(i, j)), j, i);
}

// The same by description only: the input read as the column-major matrix that it is when transposed.
__tile_global__ void transpose_by_layout(float* out, const float* in, int rows, int columns) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{columns, rows}, ct::layout_left{}}, ct::shape<16, 16>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{columns, rows}}, ct::shape<16, 16>{}};
  auto [i, j, k] = ct::bid();
  (void)k;
  to.store_masked(from.load_masked(i, j), i, j);
}

// transpose() of a tile of rank 3 swaps its first two dimensions.
template <int A, int B, int C> __tile_global__ void transpose_leading(short* out, const short* in) {
  auto x = ct::load(in + ct::iota<ct::tile<int, ct::shape<A, B, C>>>());
  ct::store(out + ct::iota<ct::tile<int, ct::shape<B, A, C>>>(), ct::transpose(x));
}
template __tile_global__ void transpose_leading<4, 8, 2>(short*, const short*);
template __tile_global__ void transpose_leading<16, 2, 8>(short*, const short*);

template __tile_global__ void transpose<float, 32, 32>(float*, const float*, int, int);
template __tile_global__ void transpose<double, 8, 16>(double*, const double*, int, int);
template __tile_global__ void transpose<unsigned char, 64, 16>(unsigned char*, const unsigned char*, int, int);
template __tile_global__ void transpose<float, 64, 64>(float*, const float*, int, int);
template __tile_global__ void transpose<__nv_bfloat16, 64, 64>(__nv_bfloat16*, const __nv_bfloat16*, int, int);
// Larger than the shared memory of some targets, through which it changes lanes.
template __tile_global__ void transpose<float, 64, 512>(float*, const float*, int, int);
