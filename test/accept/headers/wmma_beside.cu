// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor core intrinsics of mma.h in a SIMT kernel and mma of tiles in the same file.
#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace nvcuda;

__global__ void simt_mma(const half* a, const half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
__tile_global__ void tile_mma(const half* a, const half* b, float* c) {
  using H = ct::tile<half, ct::shape<16, 16>>;
  auto i = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
  H x = ct::load(a + i), y = ct::load(b + i);
  ct::store(c + i, ct::mma(x, y, ct::zeros<ct::tile<float, ct::shape<16, 16>>>()));
}
