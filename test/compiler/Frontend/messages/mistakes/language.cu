// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What C++ has and tile code has not.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cstdio>
#include <string>
#include <vector>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- new
__tile_global__ void allocation(float *p) {
#ifndef MENDED
  float *buffer = new float[8];
  // CHECK-DAG: language.cu:[[#@LINE-1]]:19: error: 'new' is not allowed in tile code: there is no heap; use a tile, or an array of constant size
  buffer[0] = p[0];
#else
  float buffer[8];
  buffer[0] = p[0];
#endif
}

//--- malloc
__tile_global__ void heap(float *p) {
#ifndef MENDED
  float *buffer = (float *)malloc(32);
  // CHECK-DAG: language.cu:[[#@LINE-1]]:28: error: 'malloc' cannot be called in tile code: there is no heap; use a tile, or an array of constant size
#else
  float buffer[8];
#endif
  buffer[0] = p[0];
}

//--- an exception
__tile_global__ void exception(int *q) {
  if (q[0] < 0)
#ifndef MENDED
    throw 1;
    // CHECK-DAG: language.cu:[[#@LINE-1]]:5: error: 'throw' is not allowed in tile code: there are no exceptions; return, or assert(condition), takes their place
#else
    return;
#endif
  q[0] = 1;
}

//--- recursion
#ifndef MENDED
__tile__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
// CHECK-DAG: language.cu:[[#@LINE-1]]:56: error: recursive call of 'factorial': recursion is not allowed in tile code, where calls are inlined; write a loop
#else
__tile__ int factorial(int n) {
  int product = 1;
  for (int i = 2; i <= n; ++i)
    product *= i;
  return product;
}
#endif
__tile_global__ void recursion(int *q) { q[0] = factorial(q[1]); }

//--- a virtual function
struct Operation {
#ifndef MENDED
  __tile__ virtual int apply(int x) const { return x; }
  // CHECK-DAG: language.cu:[[#@LINE-1]]:24: error: tile function 'Operation::apply' is virtual: there are no virtual functions in tile code; pass the class as a template argument
#else
  __tile__ int apply(int x) const { return x; }
#endif
};
__tile_global__ void virtualFunction(int *q) {
  Operation operation;
  q[0] = operation.apply(q[0]);
}

//--- a function pointer
__tile__ int successor(int x) { return x + 1; }
__tile_global__ void functionPointer(int *q) {
#ifndef MENDED
  int (*function)(int) = successor;
  // CHECK-DAG: language.cu:[[#@LINE-1]]:26: error: function pointers are not allowed in tile code: 'successor' can only be called; pass a lambda, as a template argument
#else
  auto function = [](int x) { return successor(x); };
#endif
  q[0] = function(q[0]);
}

//--- goto
__tile_global__ void jump(int *q) {
  int i = 0;
#ifndef MENDED
again:
  q[i] = 0;
  if (++i < 8)
    goto again;
    // CHECK-DAG: language.cu:[[#@LINE-1]]:5: error: 'goto' is not allowed in tile code: control flow has to be structured, by loops and if
#else
  do
    q[i] = 0;
  while (++i < 8);
#endif
}

//--- inline assembly
__tile_global__ void assembly(int *q) {
#ifndef MENDED
  asm volatile("membar.gl;");
  // CHECK-DAG: language.cu:[[#@LINE-1]]:3: error: inline assembly is not allowed in tile code; the functions of cuda::tiles stand for instructions
#endif
  q[0] = 1;
}

//--- std::vector
__tile_global__ void vector(float *p) {
#ifndef MENDED
  std::vector<float> buffer(8);
  // CHECK-DAG: language.cu:[[#@LINE-1]]:22: error: library class 'std::vector<float>' cannot be used in tile code: there is no heap; use a tile, or an array of constant size
#else
  float buffer[8] = {};
#endif
  p[0] = buffer[0];
}

//--- std::cout and the like
__tile_global__ void output(float *p) {
#ifndef MENDED
  puts("done");
  // CHECK-DAG: language.cu:[[#@LINE-1]]:3: error: library function 'puts' cannot be used in tile code: it is the host's; printf prints scalars and tiles
#else
  printf("done\n");
#endif
  p[0] = 0;
}

//--- a wrong conversion of printf
__tile_global__ void printed(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  printf("%f %d\n", x);
  // CHECK-DAG: language.cu:[[#@LINE-1]]:3: error: the format of 'printf' has 2 conversions, got 1 argument
#else
  printf("%f\n", x);
#endif
}

//--- a conversion of printf for other elements
__tile_global__ void printedOtherwise(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  printf("%d\n", x);
  // CHECK-DAG: language.cu:[[#@LINE-1]]:18: warning: argument of type 'tile<float, shape<8>>' does not fit the conversion '%d'
#else
  printf("%f\n", x);
#endif
}

//--- a lambda as function pointer
__tile_global__ void lambdaPointer(int *q) {
#ifndef MENDED
  int (*function)(int) = [](int x) { return x + 1; };
  // CHECK-DAG: language.cu:[[#@LINE-1]]:26: error: a lambda cannot become a function pointer in tile code: pass the lambda itself, as a template argument
#else
  auto function = [](int x) { return x + 1; };
#endif
  q[0] = function(q[0]);
  // CHECK-DAG: language.cu:[[#@LINE-1]]:10: error: a call through a function pointer is not allowed in tile code
}

//--- a host variable
int factor = 2;
// CHECK-DAG: language.cu:[[#@LINE-1]]:5: note: 'factor' is declared here
constexpr int constantFactor = 2;
__tile_global__ void hostVariable(int *q) {
#ifndef MENDED
  q[0] = q[0] * factor;
  // CHECK-DAG: language.cu:[[#@LINE-1]]:17: error: host variable 'factor' cannot be used in tile code: only constants can; declare it __tile__, or pass it to the kernel
#else
  q[0] = q[0] * constantFactor;
#endif
}

//--- a struct as parameter
struct Sizes {
  int m, n;
};
#ifndef MENDED
__tile_global__ void structParameter(float *p, Sizes sizes) { p[sizes.m] = 0; }
// CHECK-DAG: language.cu:[[#@LINE-1]]:54: error: parameter 'sizes' of kernel 'structParameter' has class type 'Sizes': a kernel takes scalars, enums, pointers and references; pass its members, or a pointer to it
#else
__tile_global__ void structParameter(float *p, const Sizes *sizes) { p[sizes->m] = 0; }
#endif

//--- a tile as parameter
#ifndef MENDED
__tile_global__ void tileParameter(float *p, Tile<float, 8> x) {
// CHECK-DAG: language.cu:[[#@LINE-1]]:61: error: parameter 'x' of kernel 'tileParameter' is a tile: a kernel takes scalars, enums, pointers and references; pass a pointer and load the tile in the kernel
#else
__tile_global__ void tileParameter(float *p, const float *values) {
  auto x = ct::load(values + ct::iota<Tile<int, 8>>());
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- a kernel that returns
#ifndef MENDED
__tile_global__ int returns(int *q) { return q[0]; }
// CHECK-DAG: language.cu:[[#@LINE-1]]:17: error: a kernel returns nothing: expected return type 'void'; results are stored through pointers
#else
__tile_global__ void returns(int *q, int *result) { result[0] = q[0]; }
#endif

//--- a kernel that is a member
struct Solver {
#ifndef MENDED
  __tile_global__ void run(int *q) { q[0] = 1; }
  // CHECK-DAG: language.cu:[[#@LINE-1]]:3: error: kernel 'run' is a class member: a kernel is a function at namespace scope
#else
  static __tile__ void run(int *q) { q[0] = 1; }
#endif
};

//--- a kernel called by a kernel
__tile_global__ void callee(int *q) { q[0] = 1; }
__tile__ void calleeOfTiles(int *q) { q[0] = 1; }
__tile_global__ void caller(int *q) {
#ifndef MENDED
  callee(q);
  // CHECK-DAG: language.cu:[[#@LINE-1]]:9: error: kernel 'callee' cannot be called: kernels are launched by the host, as in callee<<<grid, 1>>>(...), and tile code calls __tile__ functions
#else
  calleeOfTiles(q);
#endif
}

//--- an array of variable size
__tile_global__ void variableArray(int *q, int n) {
#ifndef MENDED
  int buffer[n];
  // CHECK-DAG: language.cu:[[#@LINE-1]]:7: error: array 'buffer' has no constant size, which tile code needs: take a constant or a template parameter
#else
  int buffer[16];
#endif
  buffer[0] = q[0];
  q[1] = buffer[0];
}

//--- a constant array with an index of run time
constexpr int primes[4] = {2, 3, 5, 7};
// CHECK-DAG: language.cu:[[#@LINE-1]]:15: note: 'primes' is declared here
__tile__ int primesOfTiles[4] = {2, 3, 5, 7};
__tile_global__ void constantArray(int *q) {
#ifndef MENDED
  q[0] = primes[q[1]];
  // CHECK-DAG: language.cu:[[#@LINE-1]]:10: error: host constant 'primes' has no storage in tile code: its elements can be read with constant indices only; declare it __tile__, or make it a static constexpr local
#else
  q[0] = primesOfTiles[q[1]];
#endif
}
