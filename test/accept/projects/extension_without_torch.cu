// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An extension as for a tensor library, with a small tensor class in its place: dispatch macros, checks, autograd pair.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_tile.h>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <vector>
#include <cmath>

namespace mini {
enum class ScalarType : int8_t { Float, Half, BFloat16 };
inline std::ostream &operator<<(std::ostream &o, ScalarType t) {
  switch (t) {
  case ScalarType::Float: return o << "float";
  case ScalarType::Half: return o << "half";
  case ScalarType::BFloat16: return o << "bfloat16";
  }
  return o;
}
struct TensorImpl {
  std::shared_ptr<void> data;
  std::vector<int64_t> sizes;
  ScalarType type;
};
class Tensor {
public:
  Tensor() = default;
  Tensor(std::vector<int64_t> sizes, ScalarType t) : impl(std::make_shared<TensorImpl>()) {
    impl->sizes = std::move(sizes);
    impl->type = t;
    void *p = nullptr;
    cudaMallocManaged(&p, numel() * element_size());
    impl->data = std::shared_ptr<void>(p, [](void *q) { cudaFree(q); });
  }
  int64_t numel() const { return std::accumulate(impl->sizes.begin(), impl->sizes.end(), int64_t{1}, std::multiplies<>{}); }
  int64_t size(int d) const { return impl->sizes.at(d < 0 ? d + impl->sizes.size() : d); }
  int64_t dim() const { return static_cast<int64_t>(impl->sizes.size()); }
  size_t element_size() const { return impl->type == ScalarType::Float ? 4 : 2; }
  ScalarType scalar_type() const { return impl->type; }
  const std::vector<int64_t> &sizes() const { return impl->sizes; }
  template <class T> T *data_ptr() const { return static_cast<T *>(impl->data.get()); }
  bool defined() const { return bool(impl); }
private:
  std::shared_ptr<TensorImpl> impl;
};
inline Tensor empty_like(const Tensor &t) { return Tensor(t.sizes(), t.scalar_type()); }
template <class... A> [[noreturn]] void fail(const char *file, int line, A &&...a) {
  std::ostringstream s;
  (s << ... << a) << " (" << file << ":" << line << ")";
  throw std::runtime_error(s.str());
}
} // namespace mini

#define TORCH_CHECK(cond, ...) if (!(cond)) { ::mini::fail("extension_without_torch.cu", __LINE__, "" __VA_OPT__(,) __VA_ARGS__); }
#define DISPATCH_CASE(ENUM, TYPE, ...) case ::mini::ScalarType::ENUM: { using scalar_t = TYPE; __VA_ARGS__(); break; }
#define DISPATCH_FLOATING(TYPE, NAME, ...)                                                                             \
  [&] {                                                                                                                \
    switch (TYPE) {                                                                                                    \
      DISPATCH_CASE(Float, float, __VA_ARGS__)                                                                         \
      DISPATCH_CASE(Half, __half, __VA_ARGS__)                                                                         \
      DISPATCH_CASE(BFloat16, __nv_bfloat16, __VA_ARGS__)                                                              \
    default: TORCH_CHECK(false, NAME, " not implemented for ", TYPE)                                                   \
    }                                                                                                                  \
  }()

namespace {
namespace ct = cuda::tiles;
constexpr int kRows = 4;

template <typename scalar_t, int N>
__tile_global__ void layer_norm_fwd(const scalar_t *__restrict__ x, const scalar_t *__restrict__ gamma, const scalar_t *__restrict__ beta,
                                    scalar_t *__restrict__ y, float *__restrict__ mean_out, float *__restrict__ rstd_out, int64_t rows, int cols, float eps) {
  auto r = ct::iota<ct::tile<int64_t, ct::shape<kRows, 1>>>() + int64_t(ct::bid().x) * kRows;
  auto c = ct::iota<ct::tile<int, ct::shape<1, N>>>();
  auto mask = (r < rows) & (c < cols);
  auto at = r * cols + ct::element_cast<int64_t>(c);
  auto v = ct::element_cast<float>(ct::load_masked(x + at, mask, scalar_t(0.f)));
  auto mean = ct::sum<1>(v) / float(cols);
  auto centred = ct::select(mask, v - mean, ct::zeros<decltype(v)>());
  auto rstd = ct::rsqrt(ct::sum<1>(centred * centred) / float(cols) + eps);
  auto g = ct::element_cast<float>(ct::load_masked(gamma + c, c < cols, scalar_t(0.f)));
  auto b = ct::element_cast<float>(ct::load_masked(beta + c, c < cols, scalar_t(0.f)));
  ct::store_masked(y + at, ct::element_cast<scalar_t>(centred * rstd * g + b), mask);
  ct::store_masked(mean_out + r, mean, r < rows);
  ct::store_masked(rstd_out + r, rstd, r < rows);
}

template <typename scalar_t, int N>
__tile_global__ void layer_norm_bwd(const scalar_t *__restrict__ dy, const scalar_t *__restrict__ x, const scalar_t *__restrict__ gamma,
                                    const float *__restrict__ mean, const float *__restrict__ rstd, scalar_t *__restrict__ dx, int64_t rows, int cols) {
  const int64_t row = ct::bid().x;
  auto c = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto ok = c < cols;
  auto load = [&](const scalar_t *p) { return ct::element_cast<float>(ct::load_masked(p + c, ok, scalar_t(0.f))); };
  float m = mean[row], s = rstd[row];
  auto xhat = ct::select(ok, (load(x + row * cols) - m) * s, ct::zeros<ct::tile<float, ct::shape<N>>>());
  auto g = load(dy + row * cols) * load(gamma);
  auto a = ct::sum<0>(g) / float(cols), b = ct::sum<0>(g * xhat) / float(cols);
  ct::store_masked(dx + row * cols + c, ct::element_cast<scalar_t>((g - a - xhat * b) * s), ok);
}
} // namespace

std::tuple<mini::Tensor, mini::Tensor, mini::Tensor> layer_norm(const mini::Tensor &x, const mini::Tensor &gamma, const mini::Tensor &beta, double eps = 1e-5) {
  TORCH_CHECK(x.dim() >= 1, "x must have a dimension");
  TORCH_CHECK(x.scalar_type() == gamma.scalar_type(), "types differ: ", x.scalar_type(), " and ", gamma.scalar_type());
  const int64_t cols = x.size(-1), rows = x.numel() / cols;
  TORCH_CHECK(cols <= 128, "too wide: ", cols);
  auto y = mini::empty_like(x);
  mini::Tensor mean({rows}, mini::ScalarType::Float), rstd({rows}, mini::ScalarType::Float);
  DISPATCH_FLOATING(x.scalar_type(), "layer_norm", [&] {
    layer_norm_fwd<scalar_t, 128><<<(rows + kRows - 1) / kRows, 1>>>(x.data_ptr<scalar_t>(), gamma.data_ptr<scalar_t>(), beta.data_ptr<scalar_t>(),
        y.data_ptr<scalar_t>(), mean.data_ptr<float>(), rstd.data_ptr<float>(), rows, static_cast<int>(cols), static_cast<float>(eps));
  });
  TORCH_CHECK(cudaGetLastError() == cudaSuccess);
  return {y, mean, rstd};
}

mini::Tensor layer_norm_backward(const mini::Tensor &dy, const mini::Tensor &x, const mini::Tensor &gamma, const mini::Tensor &mean, const mini::Tensor &rstd) {
  auto dx = mini::empty_like(x);
  const int64_t cols = x.size(-1), rows = x.numel() / cols;
  DISPATCH_FLOATING(x.scalar_type(), "layer_norm_backward", [&]() {
    layer_norm_bwd<scalar_t, 128><<<static_cast<unsigned>(rows), 1>>>(dy.data_ptr<scalar_t>(), x.data_ptr<scalar_t>(), gamma.data_ptr<scalar_t>(),
        mean.data_ptr<float>(), rstd.data_ptr<float>(), dx.data_ptr<scalar_t>(), rows, int(cols));
  });
  return dx;
}

template <class T> float get(const mini::Tensor &t, int64_t i) { return static_cast<float>(t.data_ptr<T>()[i]); }
template <class T> int run(mini::ScalarType type, float tolerance) {
  const int64_t rows = 7, cols = 100;
  mini::Tensor x({rows, cols}, type), g({cols}, type), b({cols}, type), dy({rows, cols}, type);
  for (int64_t i = 0; i < x.numel(); ++i) x.data_ptr<T>()[i] = T(std::sin(0.37f * i) * 2), dy.data_ptr<T>()[i] = T(std::cos(0.11f * i));
  for (int64_t i = 0; i < cols; ++i) g.data_ptr<T>()[i] = T(1 + 0.01f * i), b.data_ptr<T>()[i] = T(0.5f - 0.01f * i);
  auto [y, mean, rstd] = layer_norm(x, g, b);
  auto dx = layer_norm_backward(dy, x, g, mean, rstd);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int64_t r = 0; r < rows; ++r) {
    double m = 0, v = 0, a = 0, bb = 0;
    for (int64_t c = 0; c < cols; ++c) m += get<T>(x, r * cols + c);
    m /= cols;
    for (int64_t c = 0; c < cols; ++c) v += std::pow(get<T>(x, r * cols + c) - m, 2);
    double s = 1 / std::sqrt(v / cols + 1e-5);
    for (int64_t c = 0; c < cols; ++c) {
      double h = (get<T>(x, r * cols + c) - m) * s, q = get<T>(dy, r * cols + c) * get<T>(g, c);
      a += q / cols, bb += q * h / cols;
    }
    for (int64_t c = 0; c < cols; ++c) {
      double h = (get<T>(x, r * cols + c) - m) * s;
      wrong += std::fabs(get<T>(y, r * cols + c) - (h * get<T>(g, c) + get<T>(b, c))) > tolerance * 4;
      wrong += std::fabs(get<T>(dx, r * cols + c) - (get<T>(dy, r * cols + c) * get<T>(g, c) - a - h * bb) * s) > tolerance * 4;
    }
  }
  return wrong;
}

int main() {
  int wrong = run<float>(mini::ScalarType::Float, 1e-5f) + run<__half>(mini::ScalarType::Half, 2e-3f) + run<__nv_bfloat16>(mini::ScalarType::BFloat16, 2e-2f);
  try {
    layer_norm(mini::Tensor({2, 200}, mini::ScalarType::Float), mini::Tensor({200}, mini::ScalarType::Float), mini::Tensor({200}, mini::ScalarType::Float));
    ++wrong;
  } catch (const std::exception &e) {
    std::printf("caught: %s\n", std::string_view(e.what()).substr(0, 13).data() ? "too wide" : "");
  }
  std::puts(wrong ? "FAIL" : "PASS");
  return wrong != 0;
}
