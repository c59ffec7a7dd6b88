// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcu++ in host code only, beside a kernel.
#include <cuda/std/array>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>
#include <cuda_tile.h>
__tile_global__ void k(float* p) { p[0] = 1; }
int main() {
  cuda::std::array<int, 3> a{1, 2, 3};
  cuda::std::optional<int> o = a[1];
  cuda::std::span<int> s(a.data(), a.size());
  auto t = cuda::std::make_tuple(1, 2.0);
  cuda::std::variant<int, float> v = 3.f;
  return s[2] + *o + cuda::std::get<0>(t) + (int)cuda::std::get<1>(v);
}
