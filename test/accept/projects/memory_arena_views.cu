// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One allocation divided into tensors of different types; views of slices, strides, columns and transposes.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>
#include <cuda_fp16.h>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
class Arena {
public:
  explicit Arena(std::size_t bytes) : size(bytes) { void *p{}; cudaMallocManaged(&p, bytes); base = static_cast<std::byte *>(p); }
  ~Arena() { cudaFree(base); }
  template <class T> T *take(std::size_t n, std::size_t align = 256) {
    void *p = base + used; std::size_t space = size - used;
    if (!std::align(align, n * sizeof(T), p, space)) throw std::bad_alloc();
    used = size - space + n * sizeof(T);
    return static_cast<T *>(p);
  }
private:
  std::byte *base; std::size_t size, used = 0;
};
template <int M, int N> __tile_global__ void transpose(__half *out, const __half *in, int rows, int cols, int ld) {
  using S = ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>;
  auto a = ct::tensor_span{in, ct::layout_strided_mapping{S{rows, cols}, ct::extents<int, ct::dynamic_extent, 1>{ld}}};
  auto b = ct::tensor_span{out, S{rows, cols}, ct::layout_left{}};
  auto t = ct::partition_view{a, ct::shape<M, N>{}}.load_masked(ct::bid().x, ct::bid().y);
  ct::partition_view{b, ct::shape<M, N>{}}.store_masked(t, ct::bid().x, ct::bid().y);
}
template <int N> __tile_global__ void column_sums(float *out, const __half *in, int rows, int cols) {
  auto s = ct::tensor_span{in, ct::extents{rows, cols}, ct::layout_left{}};
  auto acc = ct::zeros<ct::tile<float, ct::shape<N, N>>>();
  auto view = ct::partition_view(s, ct::shape<N, N>{});
  for (auto r : ct::irange(0, (rows + N - 1) / N)) acc = acc + ct::element_cast<float>(view.load_masked(r, ct::bid().x));
  auto t = ct::reshape(ct::sum<0>(acc), ct::shape<N>{});
  ct::partition_view{ct::tensor_span{out, ct::extents{cols}}, ct::shape<N>{}}.store_masked(t, ct::bid().x);
}
int main() {
  const int rows = 19, cols = 27, ld = 32;
  Arena arena(1 << 16);
  auto *in = arena.take<__half>(rows * ld); auto *mid = arena.take<__half>(rows * cols, 64); auto *out = arena.take<float>(cols);
  for (int i = 0; i < rows * ld; ++i) in[i] = __float2half(i % ld < cols ? float(i % 13) : 1000.f);
  transpose<8, 16><<<dim3(3, 2), 1>>>(mid, in, rows, cols, ld);
  column_sums<8><<<4, 1>>>(out, mid, rows, cols);
  cudaDeviceSynchronize();
  bool ok = true;
  for (int c = 0; c < cols; ++c) { float s = 0; for (int r = 0; r < rows; ++r) s += float((r * ld + c) % 13), ok &= __half2float(mid[c * rows + r]) == float((r * ld + c) % 13); ok &= s == out[c]; }
  try { arena.take<double>(1 << 20); ok = false; } catch (const std::bad_alloc &) {}
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
