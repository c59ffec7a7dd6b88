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
#else
    return;
#endif
  q[0] = 1;
}

//--- recursion
#ifndef MENDED
__tile__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
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
#endif
  q[0] = 1;
}

//--- std::vector
__tile_global__ void vector(float *p) {
#ifndef MENDED
  std::vector<float> buffer(8);
#else
  float buffer[8] = {};
#endif
  p[0] = buffer[0];
}

//--- std::cout and the like
__tile_global__ void output(float *p) {
#ifndef MENDED
  puts("done");
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
#else
  printf("%f\n", x);
#endif
}

//--- a host variable
int factor = 2;
constexpr int constantFactor = 2;
__tile_global__ void hostVariable(int *q) {
#ifndef MENDED
  q[0] = q[0] * factor;
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
#else
__tile_global__ void structParameter(float *p, const Sizes *sizes) { p[sizes->m] = 0; }
#endif

//--- a tile as parameter
#ifndef MENDED
__tile_global__ void tileParameter(float *p, Tile<float, 8> x) {
#else
__tile_global__ void tileParameter(float *p, const float *values) {
  auto x = ct::load(values + ct::iota<Tile<int, 8>>());
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- a kernel that returns
#ifndef MENDED
__tile_global__ int returns(int *q) { return q[0]; }
#else
__tile_global__ void returns(int *q, int *result) { result[0] = q[0]; }
#endif

//--- a kernel that is a member
struct Solver {
#ifndef MENDED
  __tile_global__ void run(int *q) { q[0] = 1; }
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
#else
  calleeOfTiles(q);
#endif
}

//--- an array of variable size
__tile_global__ void variableArray(int *q, int n) {
#ifndef MENDED
  int buffer[n];
#else
  int buffer[16];
#endif
  buffer[0] = q[0];
  q[1] = buffer[0];
}

//--- a constant array with an index of run time
constexpr int primes[4] = {2, 3, 5, 7};
__tile__ int primesOfTiles[4] = {2, 3, 5, 7};
__tile_global__ void constantArray(int *q) {
#ifndef MENDED
  q[0] = primes[q[1]];
#else
  q[0] = primesOfTiles[q[1]];
#endif
}
