// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CSR matrix times vector, a block per row, and the transposed product by atomics.
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
template <typename Index, typename Value, int B>
__tile_global__ void spmv(const Index *__restrict__ ptr, const Index *__restrict__ col, const Value *__restrict__ val,
                          const Value *__restrict__ x, Value *__restrict__ y) {
  const Index row = ct::bid().x, first = ptr[row], last = ptr[row + 1];
  using V = ct::tile<Value, ct::shape<B>>;
  V acc = ct::zeros<V>();
  for (Index k : ct::irange(first, last, Index(B))) {
    auto j = k + ct::iota<ct::tile<Index, ct::shape<B>>>();
    auto m = j < last;
    auto c = ct::load_masked(col + j, m, Index(0));
    acc = acc + ct::load_masked(val + j, m, Value(0)) * ct::load_masked(x + c, m, Value{});
  }
  y[row] = static_cast<Value>(ct::sum(acc, 0_ic));
}
template <typename Index, typename Value, int B>
__tile_global__ void spmvT(const Index *ptr, const Index *col, const Value *val, const Value *x, Value *y) {
  Index row = ct::bid().x;
  Value xr = x[row];
  for (Index k = ptr[row]; k < ptr[row + 1]; k += B) {
    auto j = k + ct::iota<ct::tile<Index, ct::shape<B>>>();
    auto m = j < ptr[row + 1];
    auto c = ct::load_masked(col + j, m, Index(0));
    ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(y + c, ct::load_masked(val + j, m, Value(0)) * xr, m);
  }
}
int main() {
  const int rows = 20, cols = 50;
  long *ptr = managed<long>(rows + 1), *col = managed<long>(rows * 40);
  double *val = managed<double>(rows * 40), *x = managed<double>(cols), *y = managed<double>(cols), *z = managed<double>(cols);
  long n = 0;
  for (int r = 0; r < rows; ++r) {
    ptr[r] = n;
    for (int c = r % 7; c < cols && r != 3; c += 1 + r % 5) col[n] = c, val[n++] = r - c * .5;
  }
  ptr[rows] = n;
  for (int i = 0; i < cols; ++i) x[i] = i % 9 - 4;
  spmv<long, double, 16><<<rows, 1>>>(ptr, col, val, x, y);
  spmvT<long, double, 8><<<rows, 1>>>(ptr, col, val, x, z);
  cudaDeviceSynchronize();
  double zt[cols] = {};
  for (int r = 0; r < rows; ++r) {
    double s = 0;
    for (long k = ptr[r]; k < ptr[r + 1]; ++k) s += val[k] * x[col[k]], zt[col[k]] += val[k] * x[r];
    expect("y", r, y[r], s);
  }
  for (int c = 0; c < cols; ++c) expect("z", c, z[c], zt[c]);
  return done();
}
