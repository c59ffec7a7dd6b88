// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device-side classes with bases and operators: iterators, strided ranges, optional-like results, a small string view.
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
#define HD __host__ __device__ __tile__
template <class T> class strided_iterator {
public:
  using value_type = T; using difference_type = std::ptrdiff_t;
  HD strided_iterator(T *p, std::ptrdiff_t s) : p(p), s(s) {}
  HD T &operator*() const { return *p; }
  HD T &operator[](difference_type i) const { return p[i * s]; }
  HD strided_iterator &operator++() { p += s; return *this; }
  HD strided_iterator operator++(int) { auto o = *this; ++*this; return o; }
  HD friend bool operator!=(const strided_iterator &a, const strided_iterator &b) { return a.p != b.p; }
  HD friend difference_type operator-(const strided_iterator &a, const strided_iterator &b) { return (a.p - b.p) / a.s; }
  HD friend strided_iterator operator+(strided_iterator a, difference_type n) { a.p += n * a.s; return a; }
private:
  T *p; std::ptrdiff_t s;
};
template <class T> struct range_base { HD int size() const { return n; } protected: HD explicit range_base(int n) : n(n) {} int n; };
template <class T> struct strided_range : private range_base<T> {
  using range_base<T>::size;
  HD strided_range(T *p, int n, int s) : range_base<T>(n), p(p), s(s) {}
  HD auto begin() const { return strided_iterator<T>(p, s); }
  HD auto end() const { return begin() + this->n; }
private:
  T *p; int s;
};
template <class T> struct maybe { T value{}; bool has = false; HD explicit operator bool() const { return has; } HD const T &operator*() const { return value; } HD T value_or(T o) const { return has ? value : o; } };
template <class R, class P> __tile__ maybe<int> find_if(const R &r, P pred) { int i = 0; maybe<int> found; for (auto it = r.begin(); it != r.end(); ++it, ++i) if (!found && pred(*it)) found = {i, true}; return found; }
__tile_global__ void k(int *out, int *data, int n) {
  strided_range<int> odd(data + 1, n / 2, 2);
  int s = 0;
  for (auto &v : odd) s += v, v = -v;
  out[0] = s, out[1] = odd.size();
  out[2] = find_if(odd, [](int v) { return v < -10; }).value_or(-1);
  auto none = find_if(odd, [](int v) { return v > 0; });
  out[3] = none ? *none : -7;
  out[4] = int(odd.end() - odd.begin());
  auto it = odd.begin();
  out[5] = *it++ + it[2];
}
int main() {
  int *o, *d;
  cudaMallocManaged(&o, 64), cudaMallocManaged(&d, 80);
  for (int i = 0; i < 20; ++i) d[i] = i;
  k<<<1, 1>>>(o, d, 20);
  cudaDeviceSynchronize();
  bool ok = o[0] == 100 && o[1] == 10 && o[2] == 5 && o[3] == -7 && o[4] == 10 && o[5] == -1 - 7 && d[3] == -3 && d[2] == 2;
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
