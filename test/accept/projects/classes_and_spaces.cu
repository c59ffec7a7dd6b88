// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels in namespaces, anonymous and inline namespaces, friends; classes with static tile functions; nested templates.
#include <cstdio>
#include <utility>
#include <cuda_tile.h>
namespace a::b::inline v2 {
namespace ct = ::cuda::tiles;
namespace {
template <class T> __tile_global__ void hidden(T *p, T v) { p[ct::bid().x] += v; }
}
namespace detail { struct Impl; }
template <int N> struct Engine {
  template <class T> struct State {
    using tile = ct::tile<T, ct::shape<N>>;
    tile sum = ct::zeros<tile>(), compensation = ct::zeros<tile>();
    __tile__ State &operator+=(tile v) {
      auto y = v - compensation, t = sum + y;
      compensation = (t - sum) - y;
      sum = t;
      return *this;
    }
    __tile__ explicit operator tile() const { return sum; }
    __tile__ T total() const { return T(ct::sum<0>(sum)); }
    template <class F> __tile__ decltype(auto) visit(F &&f) const & { return std::forward<F>(f)(sum); }
  };
  template <class T> static __tile__ auto index(T offset) { return ct::iota<ct::tile<T, ct::shape<N>>>() + offset; }
  static constexpr int width = N;
  template <class T> friend __tile_global__ void kahan(T *, const T *, int);
private:
  static __tile__ int secret() { return 42; }
};
template <class T> __tile_global__ void kahan(T *out, const T *in, int n) {
  using E = Engine<32>;
  typename E::template State<T> s;
  for (int b = 0; b < n; b += E::width) {
    auto i = E::index(b);
    s += ct::load_masked(in + i, i < n, T(0));
  }
  out[0] = s.total();
  out[1] = s.visit([](const auto &t) { return T(ct::reduce_max<0>(t)); });
  out[2] = T(E::secret());
}
class Api {
public:
  static bool run() {
    float *p, *q;
    cudaMallocManaged(&p, 64), cudaMallocManaged(&q, 400);
    for (int i = 0; i < 100; ++i) q[i] = 0.1f;
    kahan<<<1, 1>>>(p, q, 100);
    hidden<<<2, 1>>>(p + 4, 5.0f);
    b::hidden<float><<<1, 1>>>(p + 4, 1.0f);
    ::a::b::v2::hidden<float><<<1, 1>>>(p + 4, 1.0f);
    cudaDeviceSynchronize();
    return p[0] > 9.99f && p[0] < 10.01f && p[2] == 42 && p[4] == 7 && p[5] == 5;
  }
};
} // namespace a::b::inline v2
namespace {
struct Local {
  int value;
  __host__ __device__ __tile__ constexpr Local(int v = 3) : value(v) {}
  __tile__ friend int operator*(Local l, int r) { return l.value * r; }
  __tile__ int operator()(int x) const { return value + x; }
  __tile__ int operator[](int x) const { return value - x; }
  __tile__ operator bool() const { return value != 0; }
};
__tile_global__ void use(int *p) {
  Local l, m{4};
  Local n = l ? m : l;
  p[0] = l * 5 + m(1) + n[2];
  [[maybe_unused]] static constexpr int table[] = {1, 2, 3};
  for (auto t : table) p[1] += t;
}
} // namespace
int main() {
  int *p;
  cudaMallocManaged(&p, 8);
  p[0] = p[1] = 0;
  use<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  bool ok = a::b::Api::run() && p[0] == 15 + 5 + 2 && p[1] == 6;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
