// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of a 7-point stencil in 3-D, each operand a strided view with its own base.
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
template <int X, int Y, int Z> struct Box { using shape = ct::shape<Z, Y, X>; };
template <class B> __tile_global__ void heat(const double *in, double *out, int nx, int ny, int nz, double c) {
  using S = typename B::shape;
  auto idx = ct::bid();
  long plane = long(nx) * ny;
  auto view = [&](long offset) {
    return ct::partition_view{ct::tensor_span{in + plane + nx + 1 + offset,
        ct::layout_strided_mapping{ct::extents{nz - 2, ny - 2, nx - 2}, ct::strides{plane, long(nx), 1_ic}}}, S{}};
  };
  auto at = [&](long o) { return view(o).load_masked(idx.z, idx.y, idx.x); };
  auto u = at(0);
  auto lap = at(-1) + at(1) + at(-nx) + at(nx) + at(-plane) + at(plane) - 6 * u;
  auto dst = ct::partition_view{ct::tensor_span{out + plane + nx + 1,
      ct::layout_strided_mapping{ct::extents{nz - 2, ny - 2, nx - 2}, ct::strides{plane, long(nx), 1_ic}}}, S{}};
  dst.store_masked(u + c * lap, idx.z, idx.y, idx.x);
}
int main() {
  int nx = 21, ny = 10, nz = 7;
  double *a = managed<double>(nx * ny * nz), *b = managed<double>(nx * ny * nz);
  for (int i = 0; i < nx * ny * nz; ++i) a[i] = i * i % 19;
  using B = Box<16, 4, 2>;
  heat<B><<<dim3(2, 2, 3), 1>>>(a, b, nx, ny, nz, .1);
  cudaDeviceSynchronize();
  for (int z = 1; z < nz - 1; ++z)
    for (int y = 1; y < ny - 1; ++y)
      for (int x = 1; x < nx - 1; ++x) {
        int i = (z * ny + y) * nx + x;
        expect("heat", i, b[i], a[i] + .1 * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - nx * ny] + a[i + nx * ny] - 6 * a[i]));
      }
  return done();
}
