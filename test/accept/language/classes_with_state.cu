// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors, destructors, copy and move, static members, operators, inheritance.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
class Counter {
 public:
  __tile__ Counter() = default;
  __tile__ explicit Counter(int v) : v_(v) {}
  __tile__ Counter(const Counter& o) : v_(o.v_ + 1) {}
  __tile__ Counter(Counter&& o) : v_(o.v_) { o.v_ = 0; }
  __tile__ Counter& operator=(const Counter& o) { v_ = o.v_; return *this; }
  __tile__ ~Counter() { v_ = -1; }
  __tile__ Counter& operator++() { ++v_; return *this; }
  __tile__ Counter operator++(int) { Counter c(v_); ++v_; return c; }
  __tile__ int operator()(int a) const { return v_ * a; }
  __tile__ int& operator[](int) { return v_; }
  __tile__ operator int() const { return v_; }
  __tile__ static int twice(int a) { return 2 * a; }
  static constexpr int limit = 10;
 protected:
  int v_ = 3;
};
class Named : public Counter { int id_; public: __tile__ Named(int i) : Counter(i), id_(i) {} __tile__ int id() const { return id_ + v_; } };
__tile_global__ void k(int* p) {
  Counter a, b(2), c = b;
  ++a; a++; c = a; b[0] = 7;
  Named n(4);
  p[0] = a + b + c(3) + n.id() + Counter::twice(Counter::limit);
  Counter d(static_cast<Counter&&>(a));
  p[1] = d;
}
