// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single-pass prefix sum with decoupled look-back: status words in one 64-bit atomic.
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T();
  return p;
}
int failures = 0;
void expect(const char *what, int i, double got, double want, double tolerance = 1e-4) {
  if (!(std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) && failures++ < 5)
    std::printf("%s[%d]: %g, not %g\n", what, i, got, want);
}
int done() {
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::printf("%s\n", cudaGetErrorString(e));
  std::printf(failures || e != cudaSuccess ? "FAILED\n" : "passed\n");
  return failures != 0 || e != cudaSuccess;
}
#include <cstdint>
enum class Status : uint32_t { Empty = 0, Partial = 1, Total = 2 };
__tile__ constexpr uint64_t pack(Status s, uint32_t v) { return (uint64_t(static_cast<uint32_t>(s)) << 32) | v; }
template <int B> __tile_global__ void scan(const uint32_t *in, uint32_t *out, uint64_t *state, uint32_t *ticket, int n) {
  uint32_t me = ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(ticket, 1u);
  auto i = int(me) * B + ct::iota<ct::tile<int, ct::shape<B>>>();
  auto v = ct::load_masked(in + i, i < n, 0u);
  auto s = ct::partial_sum(v, 0_ic);
  uint32_t total = (uint32_t)ct::sum(v, 0_ic), before = 0;
  if (me == 0) {
    ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(state, pack(Status::Total, total));
  } else {
    ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(state + me, pack(Status::Partial, total));
    for (uint32_t j = me; j-- > 0;) {
      uint64_t w;
      do
        w = ct::atomic_load<ct::memory_order::acquire, ct::thread_scope::device>(state + j);
      while (Status(uint32_t(w >> 32)) == Status::Empty);
      before += uint32_t(w);
      if (Status(w >> 32) == Status::Total) break;
    }
    ct::atomic_store(state + me, pack(Status::Total, before + total), ct::memory_order_release_t{}, ct::thread_scope_device_t{});
  }
  ct::store_masked(out + i, s + before, i < n);
}
int main() {
  int n = 1000;
  auto *in = managed<uint32_t>(n), *out = managed<uint32_t>(n), *ticket = managed<uint32_t>(1);
  auto *state = managed<uint64_t>(64);
  for (int i = 0; i < n; ++i) in[i] = i * 7 % 11;
  scan<64><<<(n + 63) / 64, 1>>>(in, out, state, ticket, n);
  cudaDeviceSynchronize();
  uint32_t s = 0;
  for (int i = 0; i < n; ++i) expect("scan", i, out[i], s += in[i]);
  return done();
}
