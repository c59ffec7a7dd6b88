// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// typedefs for tiles at namespace scope, using declarations in classes, name hiding by members.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
typedef ct::tile<float, ct::shape<8, 8>> mat8;
using vec8 = ct::tile<float, ct::shape<8>>;
struct Kernels {
  using tile = mat8;
  using shape = ct::shape<8, 8>;
  enum { rank = 2 };
  __tile__ static tile zeros() { return ct::zeros<tile>(); }
  __tile__ static tile load(const float* p) { return ct::reshape(ct::load(p + ct::iota<ct::tile<int, ct::shape<64>>>()), shape{}); }
  __tile__ static tile mma(tile a, tile b) { return ct::mma(a, b, zeros()); }
};
struct Special : Kernels { using Kernels::load; __tile__ static tile load(const double* p) { return ct::element_cast<float>(ct::reshape(ct::load(p + ct::iota<ct::tile<int, ct::shape<64>>>()), shape{})); } };
__tile_global__ void k(const float* a, const double* b, float* c) {
  auto r = Special::mma(Special::load(a), Special::load(b));
  vec8 v = ct::reshape(ct::sum<0>(r), ct::shape<8>{});
  ct::store(c + ct::iota<ct::tile<int, ct::shape<8>>>(), v);
}
