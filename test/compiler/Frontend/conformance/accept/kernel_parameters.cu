// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// accepted kernel parameter types
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

#include <cuda_fp16.h>
#include <cuda_fp8.h>
enum class E { a, b }; struct S { int a; float b; };
__tile_global__ void k(bool b, char c, short s, unsigned long long l, double d, E e, __half h, __nv_fp8_e4m3 f8, S* ps, void* pv, int** pp,
                       const __grid_constant__ int gc, int& ref, Tile<float, 8>* pt, float* __restrict__ out, int dflt = 3) {
  out[0] = (float)(b + c + s) + (float)d + (float)h + (float)f8 + ps->b + *(int*)pv + pp[0][0] + gc + ref + (int)e + l + dflt;
  *pt = *pt + 1.0f;
}
template <class... A> __tile_global__ void pack(int* q, A... a) { q[0] = (a + ...); }
template __tile_global__ void pack<int, int>(int*, int, int);
__tile_global__ void generic(auto* q) { q[0] = 1; }
template __tile_global__ void generic<int>(int*);
namespace { __tile_global__ void hidden(int* q) { q[0] = 1; } }
extern "C" __tile_global__ void cname(int* q) { q[0] = 1; }
void host(int* q) { k<<<1, 1>>>(0, 0, 0, 0, 0, E::a, 0, __nv_fp8_e4m3{}, 0, 0, 0, 1, *q, 0, 0); hidden<<<1>>>(q); cname<<<dim3(1, 2, 3), 1, 0, 0>>>(q); }
