// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Top-k of gates by repeated maxima.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int E, int K> __tile_global__ void topk(const float* logits, int* ids, float* weights) {
  int t = ct::bid().x;
  auto e = ct::iota<ct::tile<int, ct::shape<E>>>();
  auto x = ct::load(logits + t * E + e);
  float total = 0;
  for (int k = 0; k < K; ++k) {
    auto best = ct::reduce_max(x, 0_ic);
    int id = static_cast<int>(static_cast<unsigned>(ct::max_element(x, 0_ic)));
    float w = ct::exp(static_cast<float>(best));
    ids[t * K + k] = id;
    weights[t * K + k] = w;
    total += w;
    x = ct::select(e == id, ct::full<decltype(x)>(-1e30f), x);
  }
  for (int k = 0; k < K; ++k) weights[t * K + k] /= total;
}
template __tile_global__ void topk<64, 4>(const float*, int*, float*);
