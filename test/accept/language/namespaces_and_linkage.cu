// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested, inline and anonymous namespaces, linkage, overloads of kernels.
#include <cuda_tile.h>
namespace lib { inline namespace v2 { namespace detail { __tile__ int f() { return 1; } } } namespace v1 { __tile__ int g() { return 2; } } }
namespace { __tile__ int hidden() { return 3; } __tile_global__ void local(int* p) { *p = hidden(); } }
static __tile_global__ void stat(int* p) { *p = lib::detail::f() + lib::v1::g(); }
extern "C" { __tile_global__ void c_one(int* p) { *p = 1; } __tile_global__ void c_two(int* p); }
__tile_global__ void c_two(int* p) { *p = 2; }
__tile_global__ void over(int* p) { *p = 1; }
__tile_global__ void over(float* p) { *p = 1; }
__tile_global__ void over(int* p, int n = 3) { *p = n; }
__tile_global__ void proto(const int*, float*);
__tile_global__ void proto(const int* a, float* b) { *b = *a; }
void go(int* p, float* f) { local<<<1, 1>>>(p); stat<<<1, 1>>>(p); over<<<1, 1>>>(f); over<<<1, 1>>>(p, 4); proto<<<1, 1>>>(p, f); c_two<<<1, 1>>>(p); }
