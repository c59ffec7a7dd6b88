// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <chrono>
#include <cstdio>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
namespace ct = cuda::tiles;
#define CUDA_CHECK(call)                                                                                       \
  do {                                                                                                         \
    cudaError_t status_ = (call);                                                                              \
    if (status_ != cudaSuccess) {                                                                              \
      std::fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_), cudaGetErrorName(status_)); \
      throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status_));                            \
    }                                                                                                          \
  } while (0)
template <typename T> class DeviceBuffer {
public:
  explicit DeviceBuffer(size_t n) : size_(n) { CUDA_CHECK(cudaMalloc(&data_, n * sizeof(T))); }
  explicit DeviceBuffer(const std::vector<T> &h) : DeviceBuffer(h.size()) { CUDA_CHECK(cudaMemcpy(data_, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice)); }
  DeviceBuffer(DeviceBuffer &&o) noexcept : data_(std::exchange(o.data_, nullptr)), size_(o.size_) {}
  DeviceBuffer(const DeviceBuffer &) = delete;
  ~DeviceBuffer() { if (data_) cudaFree(data_); }
  T *get() const { return data_; }
  operator T *() const { return data_; }
  std::vector<T> host() const { std::vector<T> h(size_); CUDA_CHECK(cudaMemcpy(h.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost)); return h; }
private:
  T *data_ = nullptr;
  size_t size_;
};
struct StreamDeleter { using pointer = cudaStream_t; void operator()(cudaStream_t s) const { cudaStreamDestroy(s); } };
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, StreamDeleter>;
Stream makeStream() { cudaStream_t s; CUDA_CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)); return Stream{s}; }
struct Timer {
  cudaEvent_t a, b;
  Timer() { CUDA_CHECK(cudaEventCreate(&a)); CUDA_CHECK(cudaEventCreateWithFlags(&b, cudaEventDefault)); }
  ~Timer() { cudaEventDestroy(a), cudaEventDestroy(b); }
  template <class F> float ms(cudaStream_t s, F &&f) { cudaEventRecord(a, s); f(); cudaEventRecord(b, s); CUDA_CHECK(cudaEventSynchronize(b)); float t = -1; CUDA_CHECK(cudaEventElapsedTime(&t, a, b)); return t; }
};
template <int N> __tile_global__ void saxpy(float a, const float *__restrict__ x, float *__restrict__ y, size_t n) {
  auto i = (long)ct::bid().x * N + ct::iota<ct::tile<long, ct::shape<N>>>();
  auto in = i < (long)n;
  ct::store_masked(y + i, a * ct::load_masked(x + i, in, 0.f) + ct::load_masked(y + i, in, 0.f), in);
}
int main() try {
  const size_t n = 10'000;
  std::vector<float> x(n), y(n, 1.f);
  std::iota(x.begin(), x.end(), 0.f);
  DeviceBuffer<float> dx(x), dy(y);
  auto stream = makeStream();
  constexpr int N = 256;
  int blocks = (n + N - 1) / N;
  dim3 grid{blocks};
  Timer t;
  auto start = std::chrono::steady_clock::now();
  float ms = t.ms(stream.get(), [&] { saxpy<N><<<grid, 1, 0, stream.get()>>>(2.f, dx, dy.get(), n); CUDA_CHECK(cudaGetLastError()); });
  std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
  auto r = dy.host();
  size_t bad = 0;
  for (size_t i = 0; i < n; ++i) bad += r[i] != 2.f * x[i] + 1;
  std::printf("%zu wrong, timed %d\n", bad, ms >= 0 && wall.count() >= 0);
  return bad != 0;
} catch (const std::exception &e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
