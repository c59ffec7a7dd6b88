// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an extension looks like with the framework's classes reduced to stubs.
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace at {
enum class ScalarType { Float, Half, BFloat16 };
struct Tensor {
  std::shared_ptr<void> storage; std::vector<int64_t> sizes_; ScalarType dtype_ = ScalarType::Float;
  int64_t size(int d) const { return sizes_.at(d < 0 ? sizes_.size() + d : d); }
  int64_t numel() const { int64_t n = 1; for (auto s : sizes_) n *= s; return n; }
  ScalarType scalar_type() const { return dtype_; }
  template <class T> T* data_ptr() const { return static_cast<T*>(storage.get()); }
};
inline Tensor empty_like(const Tensor& t) { return t; }
namespace cuda { inline cudaStream_t getCurrentCUDAStream() { return nullptr; } }
}  // namespace at

#define TORCH_CHECK(cond, ...) do { if (!(cond)) throw std::runtime_error(std::string("check failed: " #cond)); } while (0)
#define DISPATCH(type, name, ...)                                                              \
  [&] {                                                                                        \
    switch (type) {                                                                            \
      case at::ScalarType::Float: { using scalar_t = float; return __VA_ARGS__(); }            \
      case at::ScalarType::Half: { using scalar_t = __half; return __VA_ARGS__(); }            \
      case at::ScalarType::BFloat16: { using scalar_t = __nv_bfloat16; return __VA_ARGS__(); } \
      default: throw std::runtime_error(name);                                                 \
    }                                                                                          \
  }()

namespace ct = cuda::tiles;
namespace {
template <class T, int BLOCK> __tile_global__ void silu_and_mul_kernel(T* __restrict__ out, const T* __restrict__ in, int d) {
  int64_t row = ct::bid().x;
  auto i = ct::iota<ct::tile<int, ct::shape<BLOCK>>>() + static_cast<int>(ct::bid().y) * BLOCK;
  auto ok = i < d;
  auto x = ct::element_cast<float>(ct::load_masked(in + row * 2 * d + i, ok, T(0.f)));
  auto y = ct::element_cast<float>(ct::load_masked(in + row * 2 * d + d + i, ok, T(0.f)));
  ct::store_masked(out + row * d + i, ct::element_cast<T>(x / (1.f + ct::exp(-x)) * y), ok);
}
}  // namespace

at::Tensor silu_and_mul(const at::Tensor& input, std::optional<at::Tensor> out_ = std::nullopt) {
  TORCH_CHECK(input.size(-1) % 2 == 0, "last dimension must be even");
  int d = static_cast<int>(input.size(-1) / 2);
  int64_t rows = input.numel() / input.size(-1);
  auto out = out_.value_or(at::empty_like(input));
  DISPATCH(input.scalar_type(), "silu_and_mul", [&] {
    constexpr int BLOCK = 1024;
    dim3 grid(rows, (d + BLOCK - 1) / BLOCK);
    silu_and_mul_kernel<scalar_t, BLOCK><<<grid, 1, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<scalar_t>(), input.data_ptr<scalar_t>(), d);
  });
  return out;
}
