// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function-local statics, inline variables, templates of variables and thread-local state around launches.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>
#include <cuda_runtime.h>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> inline constexpr int vector_width = 16 / sizeof(T);
template <> inline constexpr int vector_width<double> = 4;
inline std::atomic<int> launches{0};
thread_local int mine = 0;
struct Device {
  static Device &get() { static Device d = [] { Device x; cudaGetDevice(&x.id); cudaDeviceGetAttribute(&x.sms, cudaDevAttrMultiProcessorCount, x.id); return x; }(); return d; }
  int id = -1, sms = 0;
private:
  Device() = default;
};
template <class T> __tile_global__ void negate(T *p, int n) {
  constexpr int W = vector_width<T>;
  auto i = ct::iota<ct::tile<int, ct::shape<W>>>();
  for (int b = ct::bid().x; b * W < n; b += ct::num_blocks().x) {
    auto m = i + b * W < n;
    ct::store_masked(p + (b * W + i), -ct::load_masked(p + (b * W + i), m), m);
  }
}
template <class T> void run(T *p, int n) {
  static std::once_flag once;
  static int blocks;
  std::call_once(once, [] { blocks = std::max(1, Device::get().sms); });
  negate<<<blocks, 1>>>(p, n);
  ++launches, ++mine;
}
int main() {
  float *f; double *d;
  cudaMallocManaged(&f, 400), cudaMallocManaged(&d, 800);
  for (int i = 0; i < 100; ++i) f[i] = d[i] = i;
  std::vector<std::thread> t;
  t.emplace_back([=] { run(f, 100); cudaStreamSynchronize(cudaStreamPerThread); });
  t.emplace_back([=] { run(d, 100); });
  for (auto &x : t) x.join();
  run(f, 50);
  cudaDeviceSynchronize();
  bool ok = launches == 3 && mine == 1 && f[49] == 49 && f[50] == -50 && d[99] == -99 && Device::get().sms > 0;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
