// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of kernel pointers chosen at run time.
#include <array>
#include <functional>
#include <unordered_map>
#include <string>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <int N> __tile_global__ void fill(float* p, float v) { ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::full<ct::tile<float, ct::shape<N>>>(v)); }

using kernel_t = void (*)(float*, float);
static const std::array<kernel_t, 4> table = {fill<32>, fill<64>, &fill<128>, &fill<256>};
static const std::unordered_map<std::string, kernel_t> by_name = {{"small", fill<32>}, {"large", fill<256>}};

void run(int log, float* p) {
  kernel_t k = table[log - 5];
  k<<<1, 1>>>(p, 1.f);
  by_name.at("large")<<<1, 1>>>(p, 2.f);
  (log > 6 ? fill<256> : fill<32>)<<<1, 1>>>(p, 3.f);
  auto bound = [k](float* q) { k<<<dim3(2), dim3(1)>>>(q, 4.f); };
  std::function<void(float*)> f = bound;
  f(p);
}
