// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++17
// A C++17 project's SIMT kernels, host code with if constexpr and structured bindings, a scalar tile kernel.
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
template <class T> __global__ void axpy(T a, const T* x, T* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }
__tile__ float half_of(float x) { return x * 0.5f; }
__tile_global__ void scalar(float* p, int n) { for (int i = 0; i < n; ++i) p[i] = half_of(p[i]); }
std::optional<int> parse(std::string_view s) { if (s.empty()) return {}; return int(s.size()); }
int main() {
  std::map<std::string, int> m{{"a", 1}};
  for (auto& [k, v] : m) std::printf("%s %d\n", k.c_str(), v);
  axpy<float><<<1, 32>>>(2.f, nullptr, nullptr, 0);
  scalar<<<1, 1>>>(nullptr, 0);
  return parse("abc").value_or(0);
}
