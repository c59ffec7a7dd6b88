// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T();
  return p;
}
int failures = 0;
void expect(const char *what, int i, double got, double want, double tolerance = 1e-4) {
  if (!(std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) && failures++ < 5)
    std::printf("%s[%d]: %g, not %g\n", what, i, got, want);
}
int done() {
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  std::printf(failures || e != cudaSuccess ? "FAILED\n" : "passed\n");
  return failures != 0 || e != cudaSuccess;
}
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
template <class T, int N> __tile_global__ void fill(T *p, T v) { ct::store(p + int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::full<ct::tile<T, ct::shape<N>>>(v)); }
using Array = std::variant<float *, int *, double *>;
template <class... F> struct Overload : F... { using F::operator()...; };
template <class... F> Overload(F...) -> Overload<F...>;
template <class T> using Launcher = void (*)(int, T *, T);
template <class T, int N> void launch(int blocks, T *p, T v) { fill<T, N><<<blocks, 1>>>(p, v); }
template <class T> const std::map<int, Launcher<T>> launchers{{16, launch<T, 16>}, {32, launch<T, 32>}};
int main() {
  std::unordered_map<std::string, Array> arrays{{"f", managed<float>(64)}, {"i", managed<int>(64)}, {"d", managed<double>(64)}};
  std::function<void(std::string_view, int)> run = [&](std::string_view name, int n) {
    std::visit(Overload{[&]<class T>(T *p) { launchers<T>.at(n)(64 / n, p, T(n)); }}, arrays.at(std::string(name)));
  };
  run("f", 16), run("i", 32), run("d", 16);
  void (*kernel)(float *, float) = fill<float, 32>;
  cudaDeviceSynchronize();
  kernel<<<1, 1>>>(std::get<float *>(arrays["f"]), 5.f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) expect("f", i, std::get<0>(arrays["f"])[i], i < 32 ? 5 : 16), expect("i", i, std::get<1>(arrays["i"])[i], 32), expect("d", i, std::get<double *>(arrays["d"])[i], 16);
  return done();
}
