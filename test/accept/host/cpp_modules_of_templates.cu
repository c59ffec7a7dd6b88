// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <array>
#include <cstdio>
namespace ct = cuda::tiles;
template <class T, size_t N> struct Tensor { T *data; std::array<int, N> shape; std::array<int, N> strides() const { std::array<int, N> s{}; int acc = 1; for (int i = N - 1; i >= 0; --i) { s[i] = acc; acc *= shape[i]; } return s; } size_t size() const { size_t n = 1; for (int e : shape) n *= e; return n; } };
template <class T, int B> __tile_global__ void addKernel(const T *a, const T *b, T *c, size_t n) { auto i = size_t(ct::bid().x) * B + ct::iota<ct::tile<size_t, ct::shape<B>>>(); auto m = i < n; ct::store_masked(c + i, ct::load_masked(a + i, m, T(0)) + ct::load_masked(b + i, m, T(0)), m); }
template <class T, size_t N> Tensor<T, N> operator+(const Tensor<T, N> &a, const Tensor<T, N> &b) { Tensor<T, N> c{nullptr, a.shape}; cudaMallocManaged(&c.data, a.size() * sizeof(T)); constexpr int B = 64; addKernel<T, B><<<(a.size() + B - 1) / B, 1>>>(a.data, b.data, c.data, a.size()); return c; }
template <class T, size_t N> Tensor<T, N> make(std::array<int, N> s, T v) { Tensor<T, N> t{nullptr, s}; cudaMallocManaged(&t.data, t.size() * sizeof(T)); for (size_t i = 0; i < t.size(); ++i) t.data[i] = v; return t; }
int main() { auto a = make<float, 3>({3, 5, 7}, 2), b = make<float, 3>({3, 5, 7}, 3); auto c = a + b; cudaDeviceSynchronize(); std::printf("%g %d\n", c.data[104], c.strides()[0]); return c.data[104] != 5; }
