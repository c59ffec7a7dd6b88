// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An autotuner over template parameters with tuples of integral constants and lambdas.
#include <algorithm>
#include <cfloat>
#include <cstdio>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int BM, int BN, int BK, int Occ>
[[using cutile : hint(0, occupancy = Occ)]] __tile_global__ void hgemm(const __half* a, const __half* b, __half* c, int m, int n, int k) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
  auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
  for (auto i : ct::irange(0, ct::ceildiv(k, BK))) acc = ct::mma(A.load_masked(ct::bid().y, i), B.load_masked(i, ct::bid().x), acc);
  C.store_masked(ct::element_cast<__half>(acc), ct::bid().y, ct::bid().x);
}
template <int M, int N, int K, int O> struct Config { static constexpr int bm = M, bn = N, bk = K, occ = O; };
using Configs = std::tuple<Config<64, 64, 32, 1>, Config<128, 64, 32, 2>, Config<64, 128, 64, 1>>;
template <class F, class... C> void for_each_config(std::tuple<C...>, F&& f) { (f(C{}), ...); }

int main() {
  __half *a, *b, *c;
  int m = 512, n = 512, k = 512;
  cudaMalloc(&a, m * k * 2); cudaMalloc(&b, k * n * 2); cudaMalloc(&c, m * n * 2);
  float best = FLT_MAX;
  std::string winner;
  cudaEvent_t t0, t1;
  cudaEventCreate(&t0); cudaEventCreate(&t1);
  for_each_config(Configs{}, [&](auto config) {
    using C = decltype(config);
    const dim3 grid((n + C::bn - 1) / C::bn, (m + C::bm - 1) / C::bm);
    auto launch = [&] { hgemm<C::bm, C::bn, C::bk, C::occ><<<grid, 1>>>(a, b, c, m, n, k); };
    launch();
    cudaEventRecord(t0);
    for (int i = 0; i < 5; ++i) launch();
    cudaEventRecord(t1);
    cudaEventSynchronize(t1);
    float ms = 0;
    cudaEventElapsedTime(&ms, t0, t1);
    if (std::exchange(best, std::min(best, ms)) > ms) winner = std::to_string(C::bm) + "x" + std::to_string(C::bn);
  });
  std::printf("%s %.3f\n", winner.c_str(), best);
}
