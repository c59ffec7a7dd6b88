// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GEMM over all operand types by a traits table; epilogue functors with state; alpha, beta; leading dimensions.
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> struct mma_traits { using acc = float; static constexpr int k = 32; };
template <> struct mma_traits<int8_t> { using acc = int32_t; static constexpr int k = 64; };
template <> struct mma_traits<double> { using acc = double; static constexpr int k = 16; };
template <class T> T from(float f) { return T(f); }
template <class S> struct LinearCombination {
  S alpha, beta;
  template <class V, class P, class M> __tile__ auto operator()(const V &acc, P c, M mask) const {
    return alpha * ct::element_cast<S>(acc) + beta * ct::element_cast<S>(ct::load_masked(c, mask));
  }
};
template <class T, class O, int M, int N> __tile_global__ void gemm(O *c, const T *a, const T *b, int m, int n, int k, int lda, int ldb, int ldc, float alpha, float beta) {
  using traits = mma_traits<T>;
  constexpr int K = traits::k;
  auto acc = ct::zeros<ct::tile<typename traits::acc, ct::shape<M, N>>>();
  auto av = ct::partition_view{ct::tensor_span{a, ct::layout_strided_mapping{ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>{m, k}, ct::extents<int, ct::dynamic_extent, 1>{lda}}}, ct::shape<M, K>{}};
  auto bv = ct::partition_view{ct::tensor_span{b, ct::layout_strided_mapping{ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>{k, n}, ct::extents<int, ct::dynamic_extent, 1>{ldb}}}, ct::shape<K, N>{}};
  for (int i = 0; i < (k + K - 1) / K; ++i) acc = ct::mma(av.load_masked(ct::bid().x, i), bv.load_masked(i, ct::bid().y), acc);
  auto r = ct::iota<ct::tile<int, ct::shape<M, 1>>>() + int(ct::bid().x) * M;
  auto s = ct::iota<ct::tile<int, ct::shape<1, N>>>() + int(ct::bid().y) * N;
  auto mask = (r < m) & (s < n);
  LinearCombination<float> epilogue{alpha, beta};
  ct::store_masked(c + (r * ldc + s), ct::element_cast<O>(epilogue(acc, c + (r * ldc + s), mask)), mask);
}
template <class T, class O> bool run(const char *name) {
  const int m = 20, n = 25, k = 70, lda = 80, ldb = 32, ldc = 28;
  T *a, *b; O *c;
  cudaMallocManaged(&a, m * lda * sizeof(T)), cudaMallocManaged(&b, k * ldb * sizeof(T)), cudaMallocManaged(&c, m * ldc * sizeof(O));
  for (int i = 0; i < m * lda; ++i) a[i] = from<T>(float(i % 5 - 2));
  for (int i = 0; i < k * ldb; ++i) b[i] = from<T>(float(i % 3 - 1));
  for (int i = 0; i < m * ldc; ++i) c[i] = O(float(i % 4));
  gemm<T, O, 16, 16><<<dim3(2, 2), 1>>>(c, a, b, m, n, k, lda, ldb, ldc, 2.0f, 3.0f);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < m; ++i) for (int j = 0; j < ldc; ++j) {
    float s = 0;
    for (int l = 0; l < k; ++l) s += float((i * lda + l) % 5 - 2) * float((l * ldb + j) % 3 - 1);
    float old = float((i * ldc + j) % 4), want = j < n ? 2 * s + 3 * old : old;
    wrong += std::fabs(float(c[i * ldc + j]) - want) > 0.01f * (1 + std::fabs(want));
  }
  std::printf("%s %d\n", name, wrong);
  return wrong == 0;
}
int main() {
  bool ok = run<__half, float>("f16") & run<__nv_bfloat16, __nv_bfloat16>("bf16") & run<__nv_fp8_e4m3, float>("e4m3") & run<int8_t, int>("s8") & run<float, float>("f32") & run<double, double>("f64");
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
