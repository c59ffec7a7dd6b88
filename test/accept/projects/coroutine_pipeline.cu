// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code with coroutines that feed a stream of launches.
#include <coroutine>
#include <cstdio>
#include <exception>
#include <optional>
#include <ranges>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> class generator {
public:
  struct promise_type {
    std::optional<T> value;
    generator get_return_object() { return generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T v) { value = std::move(v); return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  explicit generator(std::coroutine_handle<promise_type> h) : h(h) {}
  generator(generator &&o) noexcept : h(std::exchange(o.h, {})) {}
  ~generator() { if (h) h.destroy(); }
  bool next() { h.resume(); return !h.done(); }
  const T &value() const { return *h.promise().value; }
private:
  std::coroutine_handle<promise_type> h;
};
template <int N> __tile_global__ void halve(const float *in, float *out, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto a = ct::load_masked(in + 2 * i, 2 * i < n, 0.0f), b = ct::load_masked(in + (2 * i + 1), 2 * i + 1 < n, 0.0f);
  ct::store_masked(out + i, a + b, 2 * i < n);
}
generator<int> levels(float *a, float *b, int n) {
  while (n > 1) {
    halve<64><<<1, 1>>>(a, b, n);
    std::swap(a, b);
    n = (n + 1) / 2;
    co_yield n;
  }
}
int main() {
  float *a, *b;
  cudaMallocManaged(&a, 400), cudaMallocManaged(&b, 400);
  for (int i : std::views::iota(0, 100)) a[i] = float(i);
  auto g = levels(a, b, 100);
  std::vector<int> sizes;
  while (g.next()) sizes.push_back(g.value());
  cudaDeviceSynchronize();
  float result = sizes.size() % 2 ? b[0] : a[0];
  auto even = sizes | std::views::filter([](int n) { return n % 2 == 0; }) | std::views::transform([](int n) { return n * n; });
  int total = 0;
  for (int e : even) total += e;
  bool ok = result == 4950 && sizes.size() == 7 && total == 50 * 50 + 4 * 4 + 2 * 2;
  std::printf("%g %zu %d\n%s\n", result, sizes.size(), total, ok ? "PASS" : "FAIL");
  return !ok;
}
