// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernels that cannot be launched
struct A { int a[3]; };
union U { int i; };
template <class T> struct Holder { T t; };
template <class T> __tile_global__ void general(T t, int *q) { q[0] = 1; } // expected: class, in one of the instances
template __tile_global__ void general<int>(int, int *);
template __tile_global__ void general<Holder<int>>(Holder<int>, int *);
__tile_global__ void byUnion(U u) {}       // expected: class
__tile_global__ void wide(__int128 i) {}   // expected: 128 bits
struct S { __tile_global__ void member(int *q) { q[0] = 1; } }; // expected: class member
__tile_global__ auto deduced(int *q) { return 1; } // expected: not void
__tile_global__ void declared(A a);
__tile_global__ void declared(A a) {}      // expected: class, once
struct Big { int a[9000]; };
__tile_global__ void fine(Big *b, const int &r, float (&array)[4], void (*unused)(), long double d) { b->a[0] = r; }
void launch(A a) { fine<<<1>>>(nullptr, 1, *(float (*)[4]) nullptr, nullptr, 1.0L); }
