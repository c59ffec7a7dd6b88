// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -o /dev/null 2>&1 | FileCheck %s
// A function that uses tiles and is no tile code is named at its line, with how to mend it; nothing else is said.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<8>>;

// CHECK: [[@LINE+1]]:3: warning: 'helper' uses tiles and is a host function, which cannot compute with them; a function that tile code calls is declared __tile__
T helper(T a) { return a + a; }
// CHECK: [[@LINE-1]]:26: note: tiles are used here

struct Scale {
  // CHECK: [[@LINE+1]]:5: warning: 'Scale::apply' uses tiles and is a host function,
  T apply(T a) { return a * 2.0f; }
};

template <class U> U generic(U a) { return -a; }
// CHECK: [[@LINE-1]]:22: warning: 'generic<{{.*}}>' uses tiles and is a host function,
template T generic(T);

// CHECK: [[@LINE+1]]:17: warning: 'forgotten' uses tiles and is a __global__ function, which cannot compute with them; a kernel of tile code is declared __tile_global__
__global__ void forgotten(float *p) { ct::store(p, 1.0f); }
// CHECK: [[@LINE+1]]:17: warning: 'device' uses tiles and is a __device__ function, which cannot compute with them; a function that tile code calls is declared __tile__
__device__ void device(float *p) { cuda::tiles::store(p, 1.0f); }

// What computes no tiles is host code as any other.
// CHECK-NOT: {{warning|error}}
__global__ void simt(float *p) { p[threadIdx.x] = 1; }
__device__ float declared(float *p);
__tile__ T called(T a) { return a + a; }
auto unused = [](auto a) { return a + a; };
void host(float *p) {
  constexpr int rank = ct::shape<8, 4>::rank();
  ct::extents extents{3, 4};
  auto later = [](T a) { return a + a; };
  (void)extents, (void)later, (void)rank;
}
__tile_global__ void kernel(float *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(p + i, [](auto a) { return a + a; }(called(ct::load(p + i))));
}
