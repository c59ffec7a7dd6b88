// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel with very many parameters, default arguments and comments in unusual places.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <typename scalar_t /* element */, int kBlockM, int kBlockN, bool kCausal = false, bool kHasBias = false>
__tile_global__ void  // the kernel
big(const scalar_t* __restrict__ q, const scalar_t* __restrict__ k, const scalar_t* __restrict__ v, scalar_t* __restrict__ o, const float* __restrict__ bias, int64_t q_batch_stride, int64_t k_batch_stride, int64_t v_batch_stride, int64_t o_batch_stride, int64_t q_row_stride, int64_t k_row_stride, int64_t v_row_stride, int64_t o_row_stride, int seqlen_q, int seqlen_k, int d, float softmax_scale, float softcap = 0.f, const int* cu_seqlens = nullptr)
{
  int64_t off = static_cast<int64_t>(ct::bid().z) * q_batch_stride + ct::bid().x * q_row_stride;
  if (cu_seqlens != nullptr) off += cu_seqlens[ct::bid().z];
  auto i = ct::iota<ct::tile<int, ct::shape<kBlockN>>>();
  auto x = ct::load_masked(q + off + i, i < d, scalar_t(0));
  if constexpr (kHasBias) x = x + ct::load(bias + i);
  if constexpr (kCausal) x = ct::select(i < seqlen_q, x, ct::zeros<decltype(x)>());
  ct::store_masked(o + off + i, x * softmax_scale, i < d);
}
template __tile_global__ void big<float, 64, 64, true, true>(const float*, const float*, const float*, float*, const float*, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int, int, int, float, float, const int*);
