// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
#include <vector>
namespace nn {
class Layer { public: virtual ~Layer() = default; virtual void forward(const float *x, float *y, cudaStream_t s) = 0; };
template <int D> __tile_global__ void linearKernel(const float *w, const float *b, const float *x, float *y) {
  auto r = ct::iota<ct::tile<int, ct::shape<D, 1>>>();
  auto c = ct::iota<ct::tile<int, ct::shape<1, D>>>();
  auto xv = ct::load(x + c + int(ct::bid().x) * D);
  auto s = ct::sum(ct::load(w + (r * D + c)) * xv, 1_ic) + ct::load(b + r);
  ct::store(y + r + int(ct::bid().x) * D, s);
}
template <int D> __tile_global__ void reluKernel(const float *x, float *y) { auto i = int(ct::bid().x) * D + ct::iota<ct::tile<int, ct::shape<D>>>(); ct::store(y + i, ct::max(ct::load(x + i), 0.f)); }
template <int D> class Linear final : public Layer {
  float *w, *b; int batch;
public:
  Linear(int n) : w(managed<float>(D * D)), b(managed<float>(D)), batch(n) { for (int i = 0; i < D * D; ++i) w[i] = i % 5 - 2; for (int i = 0; i < D; ++i) b[i] = i; }
  ~Linear() override { cudaFree(w); cudaFree(b); }
  void forward(const float *x, float *y, cudaStream_t s) override { linearKernel<D><<<batch, 1, 0, s>>>(w, b, x, y); }
  friend void reference(const Linear &l, const float *x, double *y) { for (int i = 0; i < D; ++i) { y[i] = l.b[i]; for (int j = 0; j < D; ++j) y[i] += l.w[i * D + j] * x[j]; } }
};
template <int D> struct Relu : Layer { int batch; explicit Relu(int n) : batch{n} {} void forward(const float *x, float *y, cudaStream_t s) override { nn::reluKernel<D><<<batch, 1, 0, s>>>(x, y); } };
}
int main() {
  constexpr int D = 16;
  const int n = 3;
  nn::Linear<D> l(n);
  nn::Relu<D> r(n);
  std::vector<nn::Layer *> net{&l, &r};
  float *x = managed<float>(n * D), *y = managed<float>(n * D), *in = x, *out = y;
  double want[D];
  std::vector<float> first;
  for (int i = 0; i < n * D; ++i) x[i] = i % 7 - 3, first.push_back(x[i]);
  for (auto *layer : net) layer->forward(in, out, nullptr), std::swap(in, out);
  cudaDeviceSynchronize();
  for (int k = 0; k < n; ++k) { reference(l, &first[k * D], want); for (int i = 0; i < D; ++i) expect("y", k * D + i, in[k * D + i], want[i] > 0 ? want[i] : 0); }
  return done();
}
