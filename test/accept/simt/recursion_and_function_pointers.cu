// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device recursion, function pointers, virtual functions: refused in tile code but fine here.
#include <cuda_tile.h>

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
typedef float (*op_t)(float, float);
__device__ float add_op(float a, float b) { return a + b; }
__device__ op_t device_op = add_op;
struct Shape { __device__ virtual ~Shape() {} __device__ virtual float area() const = 0; };
struct Sq : Shape { float a; __device__ Sq(float x) : a(x) {} __device__ float area() const override { return a * a; } };
__global__ void simt(float* p) {
  Sq s(2.f);
  const Shape* q = &s;
  p[0] = fib(5) + device_op(1.f, 2.f) + q->area();
  goto end;
end:
  p[1] = 0;
}
__tile_global__ void k(float* p) { p[0] = 1; }
