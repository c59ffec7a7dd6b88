// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// one function for host, device and tile code
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

__host__ __device__ __tile__ inline int f(int a) { return 2 * a; }
__tile_global__ void k(int* q, int n) { q[0] = f(n); }
__global__ void s(int* q) { q[0] = f((int)threadIdx.x); }
int main() { return f(0); }
