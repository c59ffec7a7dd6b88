// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: --extended-lambda --expt-relaxed-constexpr
// Extended lambdas inside member functions, and constexpr functions of std in SIMT code.
#include <algorithm>
#include <array>
#include <cuda_tile.h>

template <class F> __global__ void apply(F f, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) f(i); }
class Solver {
 public:
  void step(float dt) {
    float* x = x_;
    apply<<<1, 64>>>([=] __device__(int i) { x[i] = std::max(x[i] + dt, 0.f); }, n_);
    auto g = [x, dt] __host__ __device__(int i) -> float { return x[i] * dt; };
    apply<<<1, 64>>>([=] __device__(int i) { x[i] = g(i); }, n_);
  }
 private:
  float* x_ = nullptr;
  int n_ = 10;
};
__global__ void arr(float* p) { std::array<float, 4> a{1, 2, 3, 4}; p[0] = a[threadIdx.x & 3] + std::min(1, 2); }
__tile_global__ void k(float* p) { p[0] = 1; }
int main() { Solver{}.step(0.1f); }
