// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One stream per thread, futures, a mutex.
#include <atomic>
#include <future>
#include <mutex>
#include <thread>
#include <vector>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void work(float* p, int rounds) {
  auto i = ct::iota<ct::tile<int, ct::shape<1024>>>();
  auto x = ct::load(p + i);
  for (int r = 0; r < rounds; ++r) x = ct::fma(x, ct::full<decltype(x)>(1.0001f), ct::full<decltype(x)>(0.5f));
  ct::store(p + i, x);
}

std::mutex m;
std::atomic<int> done{0};

void worker(int id) {
  cudaSetDevice(0);
  cudaStream_t s;
  cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 0);
  float* p;
  cudaMallocAsync(&p, 4096, s);
  cudaMemsetAsync(p, 0, 4096, s);
  work<<<1, 1, 0, s>>>(p, id);
  cudaFreeAsync(p, s);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  std::lock_guard<std::mutex> lock(m);
  ++done;
}

int main() {
  std::vector<std::thread> pool;
  for (int i = 0; i < 4; ++i) pool.emplace_back(worker, i);
  for (auto& t : pool) t.join();
  auto f = std::async(std::launch::async, [] { worker(9); return done.load(); });
  return f.get() == 5 ? 0 : 1;
}
