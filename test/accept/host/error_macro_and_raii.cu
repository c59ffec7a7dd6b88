// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The usual error macro, a move-only device buffer, a timer of events.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

#define CUDA_CHECK(expr)                                                                              \
  do {                                                                                                \
    cudaError_t err__ = (expr);                                                                       \
    if (err__ != cudaSuccess)                                                                         \
      throw std::runtime_error(std::string(__FILE__) + ":" + std::to_string(__LINE__) + ": " +        \
                               cudaGetErrorName(err__) + " " + cudaGetErrorString(err__));            \
  } while (false)

template <class T> class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t n) : n_(n) { CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&p_), n * sizeof(T))); }
  DeviceBuffer(DeviceBuffer&& o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(std::exchange(o.n_, 0)) {}
  DeviceBuffer(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { if (p_) cudaFree(p_); }
  void upload(const std::vector<T>& v) { CUDA_CHECK(cudaMemcpy(p_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); }
  std::vector<T> download() const { std::vector<T> v(n_); CUDA_CHECK(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
  T* data() { return p_; }
  size_t size() const { return n_; }
 private:
  T* p_ = nullptr;
  size_t n_ = 0;
};

struct EventTimer {
  cudaEvent_t a, b;
  EventTimer() { CUDA_CHECK(cudaEventCreate(&a)); CUDA_CHECK(cudaEventCreate(&b)); }
  ~EventTimer() { cudaEventDestroy(a); cudaEventDestroy(b); }
  void start(cudaStream_t s = nullptr) { CUDA_CHECK(cudaEventRecord(a, s)); }
  float stop(cudaStream_t s = 0) { CUDA_CHECK(cudaEventRecord(b, s)); CUDA_CHECK(cudaEventSynchronize(b)); float ms = 0; CUDA_CHECK(cudaEventElapsedTime(&ms, a, b)); return ms; }
};

__tile_global__ void square(float* p, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>() + int(ct::bid().x) * 256;
  auto x = ct::load_masked(p + i, i < n);
  ct::store_masked(p + i, x * x, i < n);
}

int main(int argc, char** argv) try {
  int n = argc > 1 ? std::atoi(argv[1]) : 1 << 16;
  std::vector<float> h(n, 3.f);
  DeviceBuffer<float> d(n);
  d.upload(h);
  EventTimer t;
  t.start();
  square<<<(n + 255) / 256, 1>>>(d.data(), n);
  CUDA_CHECK(cudaGetLastError());
  std::printf("%.3f ms\n", t.stop());
  for (float x : d.download()) if (x != 9.f) return EXIT_FAILURE;
  return EXIT_SUCCESS;
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
