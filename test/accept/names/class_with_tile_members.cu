// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A class whose member functions have the names of API functions.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int N> class Vec {
 public:
  using type = ct::tile<T, ct::shape<N>>;
  __tile__ explicit Vec(T v) : data_(ct::full<type>(v)) {}
  __tile__ Vec(type v) : data_(v) {}
  __tile__ static Vec load(const T* p) { return Vec(ct::load(p + ct::iota<ct::tile<int, ct::shape<N>>>())); }
  __tile__ void store(T* p) const { ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), data_); }
  __tile__ T sum() const { return static_cast<T>(ct::sum(data_, 0_ic)); }
  __tile__ Vec exp() const { return Vec(ct::exp(data_)); }
  __tile__ Vec max(const Vec& o) const { return Vec(ct::max(data_, o.data_)); }
  __tile__ friend Vec operator+(Vec a, Vec b) { return Vec(a.data_ + b.data_); }
  __tile__ friend T dot(Vec a, Vec b) { return Vec(a.data_ * b.data_).sum(); }

 private:
  type data_;
};

__tile_global__ void k(float* p) {
  auto a = Vec<float, 32>::load(p), b = Vec<float, 32>(2.f);
  (a + b).exp().max(b).store(p);
  p[0] = dot(a, b);
}
