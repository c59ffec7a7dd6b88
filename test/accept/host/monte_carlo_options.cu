// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A research program: option pricing with a counter-based generator in tile code and a check on the host.
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <int N> using F = ct::tile<float, ct::shape<N>>;
template <int N> using U = ct::tile<unsigned, ct::shape<N>>;

template <int N> __tile__ U<N> mix(U<N> x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
template <int N> __tile__ F<N> uniform(U<N> x) { return ct::element_cast<float>(x >> 8) * 5.9604645e-8f + 2.9802322e-8f; }

template <int N> __tile_global__ void price(float* payoff, float s0, float k, float r, float sigma, float t, unsigned seed) {
  auto id = ct::iota<U<N>>() + ct::bid().x * unsigned(N);
  auto u1 = uniform<N>(mix<N>(id * 2u + seed)), u2 = uniform<N>(mix<N>(id * 2u + 1u + seed));
  auto z = ct::sqrt(ct::log(u1) * -2.f) * ct::cos(u2 * 6.2831853f);
  auto s = s0 * ct::exp(z * (sigma * ct::sqrt(t)) + (r - 0.5f * sigma * sigma) * t);
  payoff[ct::bid().x] = static_cast<float>(ct::sum(ct::max(s - k, 0.f), 0_ic)) / float(N);
}

int main() {
  constexpr int blocks = 256, N = 1024;
  float* d = nullptr;
  if (auto e = cudaMalloc(&d, blocks * sizeof(float)); e != cudaSuccess) { std::printf("%s\n", cudaGetErrorString(e)); return 1; }
  price<N><<<blocks, 1>>>(d, 100.f, 105.f, 0.05f, 0.2f, 1.f, 42u);
  std::vector<float> h(blocks);
  cudaMemcpy(h.data(), d, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  double mean = std::accumulate(h.begin(), h.end(), 0.0) / blocks * std::exp(-0.05);
  std::printf("%.4f\n", mean);
  return std::fabs(mean - 8.02) < 0.2 ? 0 : 1;
}
