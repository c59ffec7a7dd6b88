// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several devices: peer access, one stream and buffer each, events across devices.
#include <array>
#include <cstdio>
#include <vector>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void add_into(float* acc, const float* part, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<1024>>>() + static_cast<int>(ct::bid().x) * 1024;
  auto ok = i < n;
  ct::store_masked(acc + i, ct::load_masked(acc + i, ok) + ct::load_masked(part + i, ok), ok);
}
struct Device { int id; cudaStream_t stream; cudaEvent_t done; float* data; };

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) { std::puts("no device"); return 0; }
  std::vector<Device> devices(count);
  constexpr int n = 1 << 20;
  for (int i = 0; i < count; ++i) {
    auto& d = devices[i];
    d.id = i;
    cudaSetDevice(i);
    cudaStreamCreateWithFlags(&d.stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&d.done, cudaEventDisableTiming);
    cudaMallocAsync(reinterpret_cast<void**>(&d.data), n * sizeof(float), d.stream);
    for (int j = 0; j < count; ++j) { int can = 0; if (i != j && !cudaDeviceCanAccessPeer(&can, i, j) && can) cudaDeviceEnablePeerAccess(j, 0); }
    cudaEventRecord(d.done, d.stream);
  }
  cudaSetDevice(0);
  float* part;
  cudaMalloc(&part, n * sizeof(float));
  for (int i = 1; i < count; ++i) {
    cudaStreamWaitEvent(devices[0].stream, devices[i].done, 0);
    cudaMemcpyPeerAsync(part, 0, devices[i].data, i, n * sizeof(float), devices[0].stream);
    add_into<<<n / 1024, 1, 0, devices[0].stream>>>(devices[0].data, part, n);
  }
  for (auto& d : devices) { cudaSetDevice(d.id); cudaStreamSynchronize(d.stream); cudaStreamDestroy(d.stream); cudaEventDestroy(d.done); }
}
