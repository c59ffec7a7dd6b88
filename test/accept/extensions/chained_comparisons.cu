// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class... T> bool sorted(T... x) { return (... < x); }
__tile_global__ void k(int *p, int a, int b) { if (0 < a < b) p[0] = 1; auto i = ct::iota<ct::tile<int, ct::shape<8>>>(); ct::store(p + i, ct::element_cast<int>(0 < i < 5)); }
int main(int c, char **) { return sorted(1, 2, 3) + (0 < c < 3); }
