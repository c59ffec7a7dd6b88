// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands and accumulators of matrix products.
// With -DMENDED the advice is followed.
// REQUIRES: cuda-headers
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- the operator @
__tile_global__ void operatorAt(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>(), b = a;
#ifndef MENDED
  auto c = a @ b;
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:13: error: C++ has no operator '@'; matmul(a, b) is the product of matrices, mma(a, b, accumulator) adds to it
#else
  auto c = ct::matmul(a, b);
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- dot
__tile_global__ void dot(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>(), b = a;
  auto c = ct::zeros<Tile<float, 16, 16>>();
#ifndef MENDED
  c = ct::dot(a, b, c);
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:7: error: no member named 'dot' in namespace 'cuda::tiles'; use mma(a, b, accumulator)
#else
  c = ct::mma(a, b, c);
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- mma without accumulator
__tile_global__ void withoutAccumulator(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>(), b = a;
#ifndef MENDED
  auto c = ct::mma(a, b);
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:12: error: no matching function for call to 'mma'; rule: 'mma' takes another number of arguments, got 2 arguments, as in mma(a, b, accumulator)
#else
  auto c = ct::mma(a, b, ct::zeros<Tile<float, 16, 16>>());
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- a scalar accumulator
__tile_global__ void scalarAccumulator(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>(), b = a;
#ifndef MENDED
  auto c = ct::mma(a, b, 0.0f);
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:12: error: no matching function for call to 'mma'; rule: the accumulator has the shape of the product; a batch of 1 broadcasts to that of the accumulator, got 'tile<__half, shape<16, 16>>', 'tile<__half, shape<16, 16>>' and 'float'; zeros<tile<float, shape<16, 16>>>() is one
#else
  auto c = ct::mma(a, b, ct::zeros<Tile<float, 16, 16>>());
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- an accumulator of another element
__tile_global__ void otherAccumulator(float *p) {
  auto a = ct::zeros<Tile<float, 16, 16>>(), b = a;
#ifndef MENDED
  auto c = ct::zeros<Tile<__half, 16, 16>>();
#else
  auto c = ct::zeros<Tile<float, 16, 16>>();
#endif
  c = ct::mma(a, b, c);
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:7: error: no matching function for call to 'mma'; rule: products are accumulated in int for 8-bit integers, in half or float for half and fp8, in double for double, else in float, got 'tile<float, shape<16, 16>>', 'tile<float, shape<16, 16>>' and 'tile<__half, shape<16, 16>>'; accumulate in tile<float, shape<16, 16>>, and element_cast the result
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- inner extents that differ
__tile_global__ void innerExtents(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 32>>();
#ifndef MENDED
  auto b = ct::zeros<Tile<__half, 16, 32>>();
#else
  auto b = ct::zeros<Tile<__half, 32, 16>>();
#endif
  auto c = ct::mma(a, b, ct::zeros<Tile<float, 16, 16>>());
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:12: error: no matching function for call to 'mma'; rule: ranks are equal and 2 or 3, the inner extents are equal, and batches broadcast, got 'tile<__half, shape<16, 32>>', 'tile<__half, shape<16, 32>>' and 'tile<float, shape<16, 16>>'; the inner extents are 32 and 16: transpose(b) has them equal
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- operands of two elements
__tile_global__ void twoElements(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>();
  auto b = ct::zeros<Tile<float, 16, 16>>();
#ifndef MENDED
  auto c = ct::mma(a, b, ct::zeros<Tile<float, 16, 16>>());
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:12: error: no matching function for call to 'mma'; rule: matrix elements are both half, bfloat16, tf32, float, double, e4m3 or e5m2, or both 8-bit integers, got 'tile<__half, shape<16, 16>>', 'tile<float, shape<16, 16>>' and 'tile<float, shape<16, 16>>'; element_cast<float>(x) makes the elements equal
#else
  auto c = ct::mma(ct::element_cast<float>(a), b, ct::zeros<Tile<float, 16, 16>>());
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- operands of rank 1
__tile_global__ void rankOne(float *p) {
  auto a = ct::zeros<Tile<float, 16>>();
#ifndef MENDED
  p[0] = float(ct::matmul(a, a));
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:16: error: no matching function for call to 'matmul'; rule: ranks are equal and 2 or 3, the inner extents are equal, and batches broadcast, got 'tile<float, shape<16>>' and 'tile<float, shape<16>>'; the product of two vectors is sum<0>(a * b), and reshape(a, shape<1, 16>{}) makes a matrix of one
#else
  p[0] = float(ct::sum<0>(a * a));
#endif
}

//--- a product assigned to another element
__tile_global__ void productOfHalf(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>();
  auto total = ct::zeros<Tile<__half, 16, 16>>();
#ifndef MENDED
  total = ct::mma(a, a, ct::zeros<Tile<float, 16, 16>>());
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:9: error: no viable overloaded '='; rule: elements convert implicitly only without narrowing, got 'tile<float, shape<16, 16>>' for 'tile<__half, shape<16, 16>>'; element_cast<__half>(x) converts them
#else
  total = ct::element_cast<__half>(ct::mma(a, a, ct::zeros<Tile<float, 16, 16>>()));
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(total)));
}

//--- integers of 32 bits
__tile_global__ void wideIntegers(int *q) {
  auto c = ct::zeros<Tile<int, 16, 16>>();
#ifndef MENDED
  auto a = ct::zeros<Tile<int, 16, 16>>();
#else
  auto a = ct::zeros<Tile<signed char, 16, 16>>();
#endif
  c = ct::mma(a, a, c);
  // CHECK-DAG: matrices.cu:[[#@LINE-1]]:7: error: no matching function for call to 'mma'; rule: matrix elements are both half, bfloat16, tf32, float, double, e4m3 or e5m2, or both 8-bit integers, got 'tile<int, shape<16, 16>>', 'tile<int, shape<16, 16>>' and 'tile<int, shape<16, 16>>'; element_cast<float>(x) makes operands of one of these types
  q[0] = int(ct::sum<0>(ct::sum<1>(c)));
}
