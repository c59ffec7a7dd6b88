// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A decoding attention with a paged cache, as inference frameworks have.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int D, int PAGE> __tile_global__ void decode(const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ kc, const __nv_bfloat16* __restrict__ vc,
    const int* __restrict__ table, const int* __restrict__ lens, __nv_bfloat16* __restrict__ out, int maxPages, float scale) {
  int seq = ct::bid().x, head = ct::bid().y, heads = ct::num_blocks().y;
  auto d = ct::iota<ct::tile<int, ct::shape<D>>>();
  auto qv = ct::element_cast<float>(ct::load(q + ((long)seq * heads + head) * D + d));
  float m = -1e30f, l = 0.f;
  auto acc = ct::zeros<ct::tile<float, ct::shape<1, D>>>();
  int len = lens[seq];
  auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<PAGE>>>(), ct::shape<PAGE, 1>{});
  for (int page = 0; page * PAGE < len; ++page) {
    long block = table[seq * maxPages + page];
    auto offset = ct::element_cast<long>(row * D + ct::reshape(d, ct::shape<1, D>{})) + (block * heads + head) * PAGE * D;
    auto inside = row + page * PAGE < len;
    auto kt = ct::element_cast<float>(ct::load_masked(kc + offset, inside, __nv_bfloat16(0.f)));
    auto s = ct::sum(kt * ct::reshape(qv, ct::shape<1, D>{}), 1_ic) * scale;
    s = ct::select(inside, s, ct::full<decltype(s)>(-1e30f));
    float mn = ct::max(m, static_cast<float>(ct::reduce_max(s, 0_ic)));
    auto pr = ct::exp(s - mn);
    float a = ct::exp(m - mn);
    l = l * a + static_cast<float>(ct::sum(pr, 0_ic));
    auto vt = ct::element_cast<float>(ct::load_masked(vc + offset, inside, __nv_bfloat16(0.f)));
    acc = acc * a + ct::sum(vt * pr, 0_ic);
    m = mn;
  }
  ct::store(out + ((long)seq * heads + head) * D + d, ct::element_cast<__nv_bfloat16>(ct::reshape(acc / l, ct::shape<D>{})));
}
template __tile_global__ void decode<128, 16>(const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, const int*, const int*, __nv_bfloat16*, int, float);
