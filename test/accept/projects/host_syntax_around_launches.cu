// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches in odd places of host code, and texts that look like launches and are none.
#include <cstdio>
#include <string>
#include <thread>
#include <vector>
#include <memory>
#include <source_location>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#define TILE_KERNEL(name, ...) __tile_global__ void name(__VA_ARGS__)
#define LAUNCH(kernel, n, ...) kernel<<<((n) + 63) / 64, 1>>>(__VA_ARGS__)
#define RETURN_IF(e) do { if (auto r_ = (e); r_ != cudaSuccess) return r_; } while (0)
/* k<<<1, 1>>>(p); in a comment */
static const char *raw = R"cu(k<<<1, 1>>>(p); "quoted" )cu";
static const char *esc = "a <<< b >>> c \" <<<1,1>>>";

TILE_KERNEL(inc, int *p, int n, int by) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>() + int(ct::bid().x) * 64;
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) + by, i < n);
}
struct Owner {
  int *p = [] { int *q; cudaMallocManaged(&q, 400); for (int i = 0; i < 100; ++i) q[i] = 0; return q; }();
  int started = (inc<<<2, 1>>>(p, 100, 1), 1);
  Owner() : Owner(7) { LAUNCH(inc, 100, p, 100, 10); }
  explicit Owner(int by) try : again((inc<<<2, 1>>>(p, 100, by), by)) {
    if (by > 100) throw by;
  } catch (int) { std::puts("thrown"); }
  ~Owner() { cudaFree(p); }
  int again;
  cudaError_t run(int by = 1) & { inc<<<2, 1>>>(p, 100, by); return cudaGetLastError(); }
  friend void operator<<(Owner &o, int by) { inc<<<2, 1>>>(o.p, 100, by); }
};
cudaError_t all(Owner &o) { RETURN_IF(o.run()); RETURN_IF(o.run(2)); return cudaSuccess; }
template <int... By> void many(int *p) { (inc<<<2, 1>>>(p, 100, By), ...); }
int shifts(int a, int b) { return a << 2 >> 1 << (b >> 1); }
template <class T> struct box { T t; };
int main() {
  Owner o;
  cudaDeviceSynchronize();
  int want = 1 + 7 + 10;
  o << 5, want += 5;
  if (all(o) != cudaSuccess) return 1;
  want += 3;
  many<1, 2, 3>(o.p), want += 6;
  for (int k = 0; k < 3; inc<<<2, 1>>>(o.p, 100, ++k)) ;
  want += 6;
  auto f = [p = o.p](auto... by) mutable -> cudaError_t { (inc<<<2, 1>>>(p, 100, by), ...); return cudaPeekAtLastError(); };
  f(1, 1), want += 2;
  std::thread worker([&] { inc<<<2, 1>>>(o.p, 100, 4); cudaDeviceSynchronize(); });
  worker.join(), want += 4;
  switch (want) { case 0: inc<<<2, 1>>>(o.p, 100, 100); break; default: inc<<<2, 1>>>(o.p, 100, 1); }
  want += 1;
  do inc<<<2, 1>>>(o.p, 100, 1); while (false);
  want += 1;
  if (bool yes = want > 0; yes) inc<<<2, 1>>>(o.p, 100, 1); else inc<<<2, 1>>>(o.p, 100, 50);
  want += 1;
  goto end;
end:
  inc<<<box<box<int>>{{2}}.t.t, 1>>>(o.p, 100, shifts(1, 1)), want += 2;
  inc<<<
    dim3 { 2 }, // the grid
    dim3(1)     /* the block */
  >>>(o.p, 100, /* by */ 1), want += 1;
  cudaDeviceSynchronize();
  auto where = std::source_location::current();
  bool ok = o.p[0] == want && o.p[99] == want && std::string(raw).find("<<<") == 1 && std::string(esc).size() == 25 && where.line() > 60;
  std::printf("%d %d\n%s\n", o.p[0], want, ok ? "PASS" : "FAIL");
  return !ok;
}
