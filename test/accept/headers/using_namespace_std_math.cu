// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// using namespace std and unqualified tile mathematics.
#include <cmath>
#include <cuda_tile.h>
using namespace std;
namespace ct = cuda::tiles;

__tile_global__ void k(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto x = ct::load(p + i);
  ct::store(p + i, exp(x) + sqrt(abs(x)) + pow(x, 2.f) + max(x, 0.f) + floor(x) + tanh(x));
}
double host(double x) { return exp(x) + sqrt(abs(x)) + pow(x, 2.) + max(x, 0.) + floor(x); }
