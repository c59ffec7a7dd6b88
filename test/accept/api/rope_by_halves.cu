// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary embedding on halves of a row, with extract and cat.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int D> __tile_global__ void rope(__half* x, const float* cosv, const float* sinv, int heads) {
  auto pos = ct::bid().x, head = ct::bid().y;
  auto base = x + (static_cast<long>(pos) * heads + head) * D;
  auto i = ct::iota<ct::tile<int, ct::shape<D>>>();
  auto v = ct::element_cast<float>(ct::load(base + i));
  auto lo = ct::extract(v, ct::shape<D / 2>{}, 0), hi = ct::extract(v, ct::shape<D / 2>{}, 1);
  auto j = ct::iota<ct::tile<int, ct::shape<D / 2>>>() + static_cast<int>(pos) * (D / 2);
  auto c = ct::load(cosv + j), s = ct::load(sinv + j);
  auto r = ct::cat(lo * c - hi * s, lo * s + hi * c, 0_ic);
  ct::store(base + i, ct::element_cast<__half>(r));
}
template __tile_global__ void rope<128>(__half*, const float*, const float*, int);
