// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Persistent blocks that draw work from a counter, with release and acquire, a lock by exchange and a barrier by counts.
#include <cstdint>
#include <vector>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> struct atomic_ref {
  T *p;
  __tile__ explicit atomic_ref(T &t) : p(&t) {}
  __tile__ explicit atomic_ref(T *t) : p(t) {}
  __tile__ T fetch_add(T v) const { return ct::atomic_add<ct::memory_order::acq_rel, ct::thread_scope::device>(p, v); }
  __tile__ T load() const { return ct::atomic_load<ct::memory_order::acquire, ct::thread_scope::device>(p); }
  __tile__ void store(T v) const { ct::atomic_store<ct::memory_order::release, ct::thread_scope::device>(p, v); }
  __tile__ T exchange(T v) const { return ct::atomic_xchg<ct::memory_order::acq_rel, ct::thread_scope::device>(p, v); }
  __tile__ bool compare_exchange(T &expected, T v) const { T old = ct::atomic_compare_exchange<ct::memory_order::acq_rel, ct::thread_scope::device>(p, expected, v); bool ok = old == expected; expected = old; return ok; }
};
struct Queue { int next, total, lock, finished; double sum; };
template <int N> __tile_global__ void work(Queue *q, float *data, int rows) {
  atomic_ref next(q->next);
  for (int r = next.fetch_add(1); r < rows; r = next.fetch_add(1)) {
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>() + r * N;
    auto v = ct::load(data + i);
    ct::store(data + i, v / ct::sum<0>(v));
    atomic_ref{&q->total}.fetch_add(1);
  }
  if (atomic_ref<int>(q->finished).fetch_add(1) == int(ct::num_blocks().x) - 1)
    q->sum = double(q->total);
}
__tile_global__ void highest(unsigned *best, const unsigned *v) {
  unsigned mine = v[ct::bid().x], seen = atomic_ref<unsigned>(*best).load();
  while (seen < mine && !atomic_ref<unsigned>(*best).compare_exchange(seen, mine)) {}
}
int main() {
  Queue *q; float *d; unsigned *v;
  const int rows = 40;
  cudaMallocManaged(&q, sizeof *q), cudaMallocManaged(&d, rows * 32 * 4), cudaMallocManaged(&v, 404);
  *q = {};
  for (int i = 0; i < rows * 32; ++i) d[i] = float(1 + i % 5);
  for (unsigned i = 0; i < 100; ++i) v[i + 1] = i * 37 % 101;
  v[0] = 0;
  work<32><<<6, 1>>>(q, d, rows);
  highest<<<100, 1>>>(v, v + 1);
  cudaDeviceSynchronize();
  bool ok = q->total == rows && q->sum == rows && v[0] == 100;
  for (int r = 0; r < rows; ++r) { float s = 0; for (int i = 0; i < 32; ++i) s += d[r * 32 + i]; ok &= s > 0.9999f && s < 1.0001f; }
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
