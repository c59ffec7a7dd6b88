// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plugin's table of operators behind extern "C", created by macros, with shapes checked on the host and exceptions.
#include <cstdarg>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
struct TensorDesc { void *data; int64_t shape[4]; int rank; int dtype; };
using OpFn = int (*)(const TensorDesc *in, int nin, TensorDesc *out, void *stream);
struct OpEntry { const char *name; OpFn fn; int inputs; };
static std::string format(const char *f, ...) { char b[256]; va_list a; va_start(a, f); std::vsnprintf(b, sizeof b, f, a); va_end(a); return b; }
struct op_error : std::invalid_argument { using invalid_argument::invalid_argument; };
static int64_t numel(const TensorDesc &t) { return std::accumulate(t.shape, t.shape + t.rank, int64_t{1}, std::multiplies<int64_t>()); }
#define EACH int64_t base = int64_t(ct::bid().x) * 128; auto i = ct::iota<ct::tile<int64_t, ct::shape<128>>>() + base; auto m = i < n
#define UNARY_OP(NAME, EXPR)                                                                                           namespace NAME##_impl {                                                                                              template <class T> __tile_global__ void kernel(T *y, const T *x_, int64_t n) { EACH; auto x = ct::load_masked(x_ + i, m, T(1)); ct::store_masked(y + i, (EXPR), m); }   int launch(const TensorDesc *in, int nin, TensorDesc *out, void *s) {                                                  if (nin != 1) throw op_error(format("%s takes %d input, got %d", #NAME, 1, nin));                                   const int64_t n = numel(*in);                                                                                        if (n != numel(*out)) throw op_error(format("%s: %lld elements into %lld", #NAME, (long long)n, (long long)numel(*out)));     const auto grid = unsigned((n + 127) / 128);                                                                         if (in->dtype == 0) kernel<<<grid, 1, 0, static_cast<cudaStream_t>(s)>>>((float *)out->data, (const float *)in->data, n);     else kernel<<<grid, 1, 0, static_cast<cudaStream_t>(s)>>>((double *)out->data, (const double *)in->data, n);        return cudaGetLastError();                                                                                         }                                                                                                                    }
UNARY_OP(softplus, ct::log(T(1) + ct::exp(-ct::abs(x))) + ct::max(x, ct::zeros<decltype(x)>()))
UNARY_OP(sigmoid, T(1) / (T(1) + ct::exp(-x)))
UNARY_OP(rsqrt, ct::rsqrt(x))
extern "C" __attribute__((visibility("default"))) const OpEntry *plugin_ops(int *count) {
  static constexpr OpEntry table[] = {{"softplus", softplus_impl::launch, 1}, {"sigmoid", &sigmoid_impl::launch, 1}, {.name = "rsqrt", .fn = rsqrt_impl::launch, .inputs = 1}};
  *count = int(sizeof table / sizeof *table);
  return table;
}
int main() {
  int count;
  std::unordered_map<std::string, OpEntry> ops;
  for (auto *e = plugin_ops(&count), *end = e + count; e != end; ++e) ops.emplace(e->name, *e);
  double *x, *y; float *f;
  cudaMallocManaged(&x, 2400), cudaMallocManaged(&y, 2400), cudaMallocManaged(&f, 1200);
  for (int i = 0; i < 300; ++i) x[i] = 0.05 * (i + 1), f[i] = float(i - 150) * 0.1f;
  TensorDesc tx{x, {3, 100}, 2, 1}, ty{y, {300}, 1, 1}, tf{f, {10, 10, 3}, 3, 0};
  bool ok = ops.at("rsqrt").fn(&tx, 1, &ty, nullptr) == 0 && ops["sigmoid"].fn(&tf, 1, &tf, nullptr) == 0;
  cudaDeviceSynchronize();
  ok &= std::abs(y[299] - 1 / std::sqrt(15.0)) < 1e-12 && std::abs(f[160] - 1 / (1 + std::exp(-1.0f))) < 1e-6f;
  try { ty.shape[0] = 200; ops["softplus"].fn(&tx, 1, &ty, nullptr); ok = false; } catch (const op_error &e) { ok &= std::string(e.what()) == "softplus: 300 elements into 200"; }
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
