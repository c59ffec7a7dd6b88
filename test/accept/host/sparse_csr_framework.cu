// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CSR matrices with a class hierarchy, std::unique_ptr with a deleter, and a kernel chosen by row length.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>
#include <cuda_tile.h>

namespace sparse {
namespace ct = cuda::tiles;
struct CudaFree { void operator()(void* p) const noexcept { cudaFree(p); } };
template <class T> using device_ptr = std::unique_ptr<T[], CudaFree>;
template <class T> device_ptr<T> to_device(std::span<const T> s) {
  T* p = nullptr;
  cudaMalloc(&p, s.size_bytes());
  cudaMemcpy(p, s.data(), s.size_bytes(), cudaMemcpyHostToDevice);
  return device_ptr<T>(p);
}
struct Csr { device_ptr<int> rows, cols; device_ptr<double> values; int n; };

template <int Width> __tile_global__ void spmv(const int* rows, const int* cols, const double* values, const double* x, double* y) {
  int row = ct::bid().x, first = rows[row], last = rows[row + 1];
  double total = 0;
  for (int b = first; b < last; b += Width) {
    auto i = ct::iota<ct::tile<int, ct::shape<Width>>>() + b;
    auto ok = i < last;
    auto c = ct::load_masked(cols + i, ok, 0);
    total += static_cast<double>(ct::sum<0>(ct::load_masked(values + i, ok, 0.0) * ct::load_masked(x + c, ok, 0.0)));
  }
  y[row] = total;
}
class Operator { public: virtual ~Operator() = default; virtual void apply(const double* x, double* y, cudaStream_t) const = 0; };
class CsrOperator final : public Operator {
 public:
  explicit CsrOperator(Csr m, double mean) : m_(std::move(m)), kernel_(mean > 32 ? &spmv<128> : &spmv<16>) {}
  void apply(const double* x, double* y, cudaStream_t s) const override { kernel_<<<m_.n, 1, 0, s>>>(m_.rows.get(), m_.cols.get(), m_.values.get(), x, y); }
 private:
  Csr m_;
  void (*kernel_)(const int*, const int*, const double*, const double*, double*);
};
}  // namespace sparse

int main() {
  std::vector<int> r{0, 1, 2}, c{0, 1};
  std::vector<double> v{1., 2.};
  sparse::CsrOperator op({sparse::to_device<int>(r), sparse::to_device<int>(c), sparse::to_device<double>(v), 2}, 1.0);
  double *x, *y;
  cudaMalloc(&x, 16); cudaMalloc(&y, 16);
  op.apply(x, y, nullptr);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
