// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// functions of other spaces, of the heap, virtual ones, ellipses, launches, addresses
#include <cstdlib>
struct V { virtual void f(); int a; };
struct HostConstructed { HostConstructed() {} };
struct HostDestroyed { ~HostDestroyed() {} };
struct Implicit { HostConstructed member; };
struct Operators { int x; Operators operator+(Operators o) const { return {x + o.x}; } operator int() const { return x; } };
__tile__ int variadic(int a, ...) { return a; }
__tile__ int deep(int x) { if (x > 2) throw x; return x; } // expected: throw
template <class T> __tile__ T unseen(T x);
__tile_global__ void other(int *q) { q[0] = 1; }
__tile_global__ void k(int *q, int n) {
  V v; v.f();              // expected: virtual
  HostConstructed h;       // expected: host constructor
  HostDestroyed d;         // expected: host destructor
  Implicit i;              // expected: host constructor of a member
  Operators o{1}; q[0] = (o + o).x; // expected: host operator
  q[1] = o;                // expected: host conversion
  q[2] = variadic(1, 2);   // expected: ellipsis
  q[3] = deep(n);
  q[4] = unseen(n);        // expected: no body
  other<<<1>>>(q);         // expected: launch
  delete q;                // expected: heap
  free(q);                 // expected: heap
  q = (int *)operator new(3);      // expected: heap
  q = (int *)__builtin_alloca(3);  // expected: heap
  auto pointer = &deep;    // expected: function pointer
  auto member = &V::f;     // expected: function pointer
  auto invoked = [](int a) { return a; };
  int (*converted)(int) = invoked; // expected: lambda to pointer
  dynamic_cast<V *>(&v);   // expected: run-time type information
}
