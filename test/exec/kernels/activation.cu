// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Activation functions of neural networks, forward and backward: ReLU, SiLU, and GELU by its tanh formula. 16-bit data is
// computed in float.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

constexpr int kTile = 1024;
using Floats = ct::tile<float, ct::shape<kTile>>;

struct Slice {
  ct::tile<int, ct::shape<kTile>> index;
  ct::tile<bool, ct::shape<kTile>> inside;
};

__tile__ Slice slice_of(int n) {
  auto index = (int)ct::bid().x * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  return {index, index < n};
}

template <class T> __tile__ Floats load_floats(const T* p, const Slice& s) {
  return ct::element_cast<float>(ct::load_masked(p + s.index, s.inside, T(0)));
}
template <class T> __tile__ void store_floats(T* p, const Floats& values, const Slice& s) {
  ct::store_masked(p + s.index, ct::element_cast<T>(values), s.inside);
}

__tile__ Floats sigmoid(const Floats& x) { return 1.0f / (1.0f + ct::exp(-x)); }

__tile__ Floats gelu_inner(const Floats& x) { return 0.7978845608f * (x + 0.044715f * x * x * x); }

template <class T> __tile_global__ void relu_forward(T* out, const T* in, int n) {
  auto s = slice_of(n);
  store_floats(out, ct::max(load_floats(in, s), 0.0f), s);
}

// Unlike relu_forward, which turns a NaN into zero, this one hands it on.
template <class T> __tile_global__ void relu_forward_nan(T* out, const T* in, int n) {
  auto s = slice_of(n);
  store_floats(out, ct::max(load_floats(in, s), 0.0f, ct::propagate_nan_t{}), s);
}

template <class T> __tile_global__ void relu_backward(T* din, const T* dout, const T* in, int n) {
  auto s = slice_of(n);
  auto x = load_floats(in, s), dy = load_floats(dout, s);
  store_floats(din, ct::select(x > 0.0f, dy, ct::zeros<Floats>()), s);
}

template <class T> __tile_global__ void silu_forward(T* out, const T* in, int n) {
  auto s = slice_of(n);
  auto x = load_floats(in, s);
  store_floats(out, x * sigmoid(x), s);
}

template <class T> __tile_global__ void silu_backward(T* din, const T* dout, const T* in, int n) {
  auto s = slice_of(n);
  auto x = load_floats(in, s), dy = load_floats(dout, s);
  auto g = sigmoid(x);
  store_floats(din, dy * g * (1.0f + x * (1.0f - g)), s);
}

template <class T> __tile_global__ void gelu_forward(T* out, const T* in, int n) {
  auto s = slice_of(n);
  auto x = load_floats(in, s);
  store_floats(out, 0.5f * x * (1.0f + ct::tanh(gelu_inner(x))), s);
}

template <class T> __tile_global__ void gelu_backward(T* din, const T* dout, const T* in, int n) {
  auto s = slice_of(n);
  auto x = load_floats(in, s), dy = load_floats(dout, s);
  auto t = ct::tanh(gelu_inner(x));
  auto inner_slope = 0.7978845608f * (1.0f + 0.134145f * x * x);
  store_floats(din, dy * (0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * inner_slope), s);
}

#define ACTIVATION(T)                                                                                                          \
  template __tile_global__ void relu_forward<T>(T*, const T*, int);                                                            \
  template __tile_global__ void relu_forward_nan<T>(T*, const T*, int);                                                        \
  template __tile_global__ void relu_backward<T>(T*, const T*, const T*, int);                                                 \
  template __tile_global__ void silu_forward<T>(T*, const T*, int);                                                            \
  template __tile_global__ void silu_backward<T>(T*, const T*, const T*, int);                                                 \
  template __tile_global__ void gelu_forward<T>(T*, const T*, int);                                                            \
  template __tile_global__ void gelu_backward<T>(T*, const T*, const T*, int);
ACTIVATION(float)
ACTIVATION(__half)
ACTIVATION(__nv_bfloat16)
