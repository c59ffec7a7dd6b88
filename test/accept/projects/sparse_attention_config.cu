// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dispatch of run-time values to template parameters by nested lambdas, switches by macros, and exhaustive tables.
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#define BOOL_SWITCH(COND, NAME, ...)            \
  [&] {                                         \
    if (COND) {                                 \
      static constexpr bool NAME = true;        \
      return __VA_ARGS__();                     \
    } else {                                    \
      static constexpr bool NAME = false;       \
      return __VA_ARGS__();                     \
    }                                           \
  }()
#define HEADDIM_SWITCH(D, ...)                            \
  [&] {                                                   \
    if (D <= 16) { constexpr static int kHeadDim = 16; return __VA_ARGS__(); } \
    else if (D <= 32) { constexpr static int kHeadDim = 32; return __VA_ARGS__(); } \
    throw std::invalid_argument("head dim " + std::to_string(D)); \
  }()
template <class F, auto... V> decltype(auto) dispatch(auto value, std::integer_sequence<decltype(value), V...>, F &&f) {
  std::optional<decltype(f(std::integral_constant<decltype(value), 0>{}))> r;
  ((value == V && (r.emplace(f(std::integral_constant<decltype(value), V>{})), true)) || ...);
  return r.value();
}
struct params_t { void *q, *o; int n, d; float scale; bool is_causal, is_bf16; };
template <typename T, int kHeadDim, bool Is_causal, int kStages>
__tile_global__ void weigh(const T *__restrict__ q, T *__restrict__ o, const int n, const int d, const float scale) {
  auto r = ct::iota<ct::tile<int, ct::shape<8, 1>>>() + int(ct::bid().x) * 8;
  auto c = ct::iota<ct::tile<int, ct::shape<1, kHeadDim>>>();
  auto m = (r < n) & (c < d);
  auto v = ct::element_cast<float>(ct::load_masked(q + (r * d + c), m, T(0.f))) * scale;
  if constexpr (Is_causal) v = ct::select(c <= r, v, ct::zeros<decltype(v)>());
  v = v * float(kStages);
  ct::store_masked(o + (r * d + c), ct::element_cast<T>(v), m);
}
template <typename T> void run(const params_t &p, int stages) {
  BOOL_SWITCH(p.is_causal, Is_causal, [&] {
    HEADDIM_SWITCH(p.d, [&] {
      dispatch(stages, std::integer_sequence<int, 1, 2, 3>{}, [&](auto s) {
        auto kernel = &weigh<T, kHeadDim, Is_causal, s()>;
        kernel<<<(p.n + 7) / 8, 1>>>(static_cast<const T *>(p.q), static_cast<T *>(p.o), p.n, p.d, p.scale);
        return cudaGetLastError();
      });
    });
  });
}
template <class T> int check(int n, int d, bool causal, int stages) {
  T *q, *o;
  cudaMallocManaged(&q, n * d * sizeof(T)), cudaMallocManaged(&o, n * d * sizeof(T));
  for (int i = 0; i < n * d; ++i) q[i] = T(float(i % 9)), o[i] = T(-1.f);
  params_t p{.q = q, .o = o, .n = n, .d = d, .scale = 0.5f, .is_causal = causal};
  run<T>(p, stages);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int r = 0; r < n; ++r) for (int c = 0; c < d; ++c) wrong += float(o[r * d + c]) != (causal && c > r ? 0 : (r * d + c) % 9 * 0.5f * stages);
  cudaFree(q), cudaFree(o);
  return wrong;
}
int main() {
  int wrong = 0;
  for (bool causal : {false, true}) for (int d : {12, 16, 30}) for (int s : {1, 3}) wrong += check<__half>(10, d, causal, s) + check<__nv_bfloat16>(17, d, causal, s);
  try { check<__half>(4, 64, false, 1); ++wrong; } catch (const std::invalid_argument &e) { std::puts(e.what()); }
  std::printf("%d wrong\n%s\n", wrong, wrong ? "FAIL" : "PASS");
  return wrong != 0;
}
