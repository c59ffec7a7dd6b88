// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention with masks as policies, grouped heads, a strided layout and log-sum-exp out; a fused epilogue by a functor.
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

struct NoMask { template <class Q, class K> static __tile__ auto allowed(Q, K, int) { return true; } static bool host(int, int, int) { return true; } };
struct Causal { template <class Q, class K> static __tile__ auto allowed(Q q, K k, int) { return q >= k; } static bool host(int q, int k, int) { return q >= k; } };
template <int W> struct Window { template <class Q, class K> static __tile__ auto allowed(Q q, K k, int) { return (q >= k) & (q - k < W); } static bool host(int q, int k, int) { return q >= k && q - k < W; } };
struct Alibi {
  float slope;
  template <class Q, class K> __tile__ auto bias(Q q, K k) const { return slope * ct::element_cast<float>(k - q); }
};
template <class M> concept mask_policy = requires { { M::host(0, 0, 0) } -> std::same_as<bool>; };

template <mask_policy Mask, typename T, int BM, int BN, int D, bool Bias = false>
__tile_global__ void flash(T *__restrict__ o, float *__restrict__ lse, const T *__restrict__ q, const T *__restrict__ k, const T *__restrict__ v, int len, int heads, int kv_heads, float scale) {
  auto [bx, head, batch] = ct::bid();
  const int kvh = head / (heads / kv_heads);
  auto qv = ct::partition_view{ct::tensor_span{q, ct::extents{int(ct::num_blocks().z), len, heads, ct::integral_constant<D>{}}}, ct::shape<1, BM, 1, D>{}};
  auto kv = ct::partition_view{ct::tensor_span{k, ct::extents{int(ct::num_blocks().z), len, kv_heads, ct::integral_constant<D>{}}}, ct::shape<1, BN, 1, D>{}};
  auto vv = ct::partition_view{ct::tensor_span{v, ct::extents{int(ct::num_blocks().z), len, kv_heads, ct::integral_constant<D>{}}}, ct::shape<1, BN, 1, D>{}};
  auto ov = ct::partition_view{ct::tensor_span{o, ct::extents{int(ct::num_blocks().z), len, heads, ct::integral_constant<D>{}}}, ct::shape<1, BM, 1, D>{}};
  auto qt = ct::reshape(qv.load_masked(batch, bx, head, 0), ct::shape<BM, D>{});
  using Acc = ct::tile<float, ct::shape<BM, D>>;
  using Col = ct::tile<float, ct::shape<BM, 1>>;
  Acc acc = ct::zeros<Acc>();
  Col m = ct::full<Col>(-INFINITY), l = ct::zeros<Col>();
  auto qi = ct::iota<ct::tile<int, ct::shape<BM, 1>>>() + int(bx) * BM;
  for (int b = 0; b < (len + BN - 1) / BN; ++b) {
    auto kt = ct::permute(ct::reshape(kv.load_masked(batch, b, kvh, 0), ct::shape<BN, D>{}), ct::dimension_map<1, 0>{});
    auto s = ct::mma(qt, kt, ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * scale;
    auto ki = ct::iota<ct::tile<int, ct::shape<1, BN>>>() + b * BN;
    if constexpr (Bias) s = s + Alibi{0.125f}.bias(qi, ki);
    auto ok = (ki < len) & Mask::allowed(qi, ki, len);
    s = ct::select(ok, s, ct::full<decltype(s)>(-INFINITY));
    auto mn = ct::max(m, ct::reduce_max<1>(s));
    auto safe = ct::select(mn == -INFINITY, ct::zeros<Col>(), mn);
    auto p = ct::exp(s - safe);
    auto c = ct::exp(m - safe);
    l = l * c + ct::sum<1>(p);
    acc = ct::mma(ct::element_cast<T>(p), ct::reshape(vv.load_masked(batch, b, kvh, 0), ct::shape<BN, D>{}), acc * c);
    m = mn;
  }
  ov.store_masked(ct::reshape(ct::element_cast<T>(acc / l), ct::shape<1, BM, 1, D>{}), batch, bx, head, 0);
  ct::store_masked(lse + ((int(batch) * heads + int(head)) * len + qi), m + ct::log(l), qi < len);
}
template <class Mask, bool Bias = false> double run() {
  const int B = 2, L = 37, H = 4, KH = 2, D = 16;
  std::mt19937 g(5);
  std::normal_distribution<float> n;
  __half *q, *k, *v, *o; float *lse;
  cudaMallocManaged(&q, B * L * H * D * 2), cudaMallocManaged(&o, B * L * H * D * 2), cudaMallocManaged(&k, B * L * KH * D * 2), cudaMallocManaged(&v, B * L * KH * D * 2), cudaMallocManaged(&lse, B * H * L * 4);
  for (int i = 0; i < B * L * H * D; ++i) q[i] = __float2half(n(g));
  for (int i = 0; i < B * L * KH * D; ++i) k[i] = __float2half(n(g)), v[i] = __float2half(n(g));
  flash<Mask, __half, 16, 16, D, Bias><<<dim3((L + 15) / 16, H, B), 1>>>(o, lse, q, k, v, L, H, KH, 0.25f);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1e9;
  double worst = 0;
  for (int b = 0; b < B; ++b) for (int h = 0; h < H; ++h) for (int i = 0; i < L; ++i) {
    std::vector<double> s(L, -INFINITY);
    double t = 0;
    for (int j = 0; j < L; ++j) if (Mask::host(i, j, L)) {
      double a = 0;
      for (int d = 0; d < D; ++d) a += double(__half2float(q[((b * L + i) * H + h) * D + d])) * __half2float(k[((b * L + j) * KH + h / 2) * D + d]);
      s[j] = a * 0.25 + (Bias ? 0.125 * (j - i) : 0), t += std::exp(s[j]);
    }
    worst = std::max(worst, std::fabs(std::log(t) - lse[(b * H + h) * L + i]));
    for (int d = 0; d < D; ++d) {
      double a = 0;
      for (int j = 0; j < L; ++j) if (s[j] > -1e300) a += std::exp(s[j]) / t * __half2float(v[((b * L + j) * KH + h / 2) * D + d]);
      worst = std::max(worst, std::fabs(a - __half2float(o[((b * L + i) * H + h) * D + d])));
    }
  }
  return worst;
}
int main() {
  double w[] = {run<NoMask>(), run<Causal>(), run<Window<8>>(), run<Causal, true>()};
  bool ok = true;
  for (double x : w) std::printf("%.1e ", x), ok &= x < 6e-3;
  std::printf("\n%s\n", ok ? "PASS" : "FAIL");
  return !ok;
}
