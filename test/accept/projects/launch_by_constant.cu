// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launchers that take the kernel as a template argument, an address, a member of a table, and deduce its parameters.
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T> __tile_global__ void add(T *out, const T *a, const T *b) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(out + i, ct::load(a + i) + ct::load(b + i));
}
template <class T, int Shift = 1> __tile_global__ void bump(T *p, T by = T(1)) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(p + i, ct::load(p + i) + by * T(Shift));
}
extern "C" __tile_global__ void clear_c(int *p) { ct::store(p + ct::iota<ct::tile<int, ct::shape<64>>>(), ct::zeros<ct::tile<int, ct::shape<64>>>()); }

template <auto Kernel, class... A> cudaError_t launch(dim3 grid, A &&...a) {
  Kernel<<<grid, 1>>>(std::forward<A>(a)...);
  return cudaGetLastError();
}
template <class... P> struct Bound {
  void (*kernel)(P...);
  dim3 grid;
  std::tuple<P...> arguments;
  void operator()(cudaStream_t s = nullptr) const { std::apply([&](auto... a) { kernel<<<grid, dim3(1, 1, 1), 0, s>>>(a...); }, arguments); }
};
template <class... P, class... A> auto bind(void (*k)(P...), dim3 g, A... a) { return Bound<P...>{k, g, {P(a)...}}; }

template <class F> struct parameter_count;
template <class... P> struct parameter_count<void (*)(P...)> : std::integral_constant<size_t, sizeof...(P)> {};
static_assert(parameter_count<decltype(&add<float>)>::value == 3);

template <template <class> class Traits, class T> void by_traits(T *p) { Traits<T>::kernel<<<1, 1>>>(p, T(2)); }
template <class T> struct BumpTraits { static constexpr void (*kernel)(T *, T) = bump<T, 3>; };

template <class T> void raw(T *out, const T *a, const T *b) {
  void *args[] = {&out, &a, &b};
  cudaLaunchKernel(reinterpret_cast<const void *>(&add<T>), dim3(1), dim3(1), args, 0, nullptr);
  cudaLaunchKernel((const void *)add<T>, 1, 1, args, 0, 0);
}
void extended(float *p) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(1);
  cudaLaunchKernelEx(&config, bump<float, 2>, p, 1.0f);
}

int main() {
  int *a, *b, *c;
  float *f;
  cudaMallocManaged(&a, 256), cudaMallocManaged(&b, 256), cudaMallocManaged(&c, 256), cudaMallocManaged(&f, 256);
  for (int i = 0; i < 64; ++i) a[i] = i, b[i] = 100, f[i] = 0;
  bool ok = launch<&add<int>>(1, c, a, b) == cudaSuccess;
  cudaDeviceSynchronize();
  ok &= c[5] == 105;
  launch<clear_c>(dim3{1}, c);
  launch<bump<int, 4>>(1, c, 2);
  cudaDeviceSynchronize();
  ok &= c[63] == 8;
  auto later = bind(&bump<int>, 1, c, 5);
  std::array<std::function<void()>, 2> queue{later, [&] { by_traits<BumpTraits>(c); }};
  for (auto &q : queue) q();
  cudaDeviceSynchronize();
  ok &= c[0] == 8 + 5 + 6;
  raw(c, a, b);
  extended(f);
  std::map<std::string, void (*)(int *, const int *, const int *)> table{{"add", add<int>}};
  table.at("add")<<<dim3(1), 1>>>(b, a, a);
  (table["add"])<<<1, 1, 0, cudaStreamPerThread>>>(b, b, a);
  const auto pick = [](bool big) { return big ? bump<int, 10> : bump<int, 1>; };
  pick(true)<<<1, 1>>>(a, 1);
  bump<int><<<1, 1>>>(a);
  cudaDeviceSynchronize();
  ok &= c[7] == 107 && f[3] == 2.0f && b[9] == 27 && a[0] == 11;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
