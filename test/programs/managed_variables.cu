// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed variables: host code reads and writes them, tile kernels get their addresses.
// RUN: %programs %s --folder %t
// REQUIRES: cuda-headers
#include "Inputs/program.h"
#include "Inputs/vectors.h"

__managed__ int total = 5;
namespace settings {
__managed__ float values[256] = {1, 2, 3};
struct Range {
  int first, last;
};
static __managed__ Range range;
} // namespace settings

template <class T> T sumOf(int count) {
  T sum = 0;
  for (int i = 0; i < count; ++i)
    sum += T(settings::values[i]);
  return sum;
}

__tile_global__ void set_range(settings::Range *range, int first) {
  range->first = first;
  range->last = first + 9;
}

int main() {
  using namespace settings;
  std::printf("%d %.0f %.0f\n", total, values[2], sumOf<double>(256));
  total += 2;
  for (float &value : values)
    value = 2;
  affine<<<2, 1>>>(values, 3.0f, 1.0f, 256);
  Array<int> ones(100, 1);
  add_up<<<1, 1>>>(&total, ones.data, 100);
  set_range<<<1, 1>>>(&range, 40);
  CHECK(cudaDeviceSynchronize());
  auto show = [] {
    std::printf("%d %.0f, %d to %d, %zu bytes\n", total, sumOf<float>(256), range.first, range.last, sizeof values);
  };
  show();
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, &total));
  std::printf("%s\n", attributes.type == cudaMemoryTypeManaged ? "managed" : "other");
  int seven = 7;
  CHECK(cudaMemcpy(&::total, &seven, sizeof seven, cudaMemcpyDefault));
  std::printf("%d\n", total);
}
