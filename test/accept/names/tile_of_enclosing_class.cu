// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel is declared inside of a namespace with the name of the API's namespace's last part.
#include <cuda_tile.h>

namespace tiles {
using namespace cuda::tiles;
using fvec = tile<float, shape<64>>;
__tile__ fvec twice(fvec x) { return add(x, x); }
__tile_global__ void k(float* p) {
  auto i = iota<tile<int, shape<64>>>();
  store(p + i, twice(load(p + i)));
}
}  // namespace tiles

namespace app { namespace cuda { __tile__ int answer() { return 42; } }
__tile_global__ void j(int* p) { *p = cuda::answer() + ::cuda::tiles::bid().x; } }
