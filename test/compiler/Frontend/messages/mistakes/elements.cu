// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements and scalars that do not fit each other.
// With -DMENDED the advice is followed.
// REQUIRES: cuda-headers
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a double literal
__tile_global__ void doubleLiteral(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p + i) * 0.5;
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:28: error: invalid operands to binary expression ('tile<float, shape<8>>' and 'double'); rule: if one operand is a scalar and the other a tile, the scalar fits the tile's elements without narrowing; a literal of type float ends in f, as 0.5f
#else
  auto x = ct::load(p + i) * 0.5f;
#endif
  ct::store(p + i, x);
}

//--- an unsigned block index with int
__tile_global__ void unsignedBlock(float *p) {
#ifndef MENDED
  auto i = ct::bid().x * 8 + ct::iota<Tile<int, 8>>();
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:28: error: invalid operands to binary expression ('unsigned int' and 'tile<int, shape<8>>'); rule: the element types have a common type that both convert to without narrowing; convert the scalar, as in int(x)
#else
  auto i = int(ct::bid().x) * 8 + ct::iota<Tile<int, 8>>();
#endif
  ct::store(p + i, ct::load(p + i) + 1.0f);
}

//--- int compared to unsigned
__tile_global__ void mixedComparison(float *p, unsigned n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto mask = i < n;
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:17: error: invalid operands to binary expression ('tile<int, shape<8>>' and 'unsigned int'); rule: the element types have a common type that both convert to without narrowing; convert the scalar, as in int(x)
#else
  auto mask = i < int(n);
#endif
  ct::store_masked(p + i, ct::ones<Tile<float, 8>>(), mask);
}

//--- a scalar from a tile
__tile_global__ void scalarFromTile(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  float total = ct::sum<0>(x);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:9: error: no viable conversion from 'tile<float, shape<1>>' to 'float'; rule: a tile becomes a scalar only if it has one element, and by an explicit cast, as in float(tile)
#else
  float total = float(ct::sum<0>(x));
#endif
  p[0] = total;
}

//--- a scalar from a tile of many
__tile_global__ void scalarFromMany(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  float total = x;
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:9: error: no viable conversion from 'tile<float, shape<8>>' to 'float'; rule: a tile becomes a scalar only if it has one element, and by an explicit cast, as in float(tile); sum<0>(tile) and the like leave one, and element_cast<float>(tile) converts each element
#else
  float total = float(ct::sum<0>(x));
#endif
  p[0] = total;
}

//--- a tile from a tile of another element
__tile_global__ void tileOfInt(float *p, int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  Tile<int, 8> x = ct::load(p + i);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:16: error: no viable conversion from 'tile<float, shape<8>>' to 'tile<int, ct::shape<8>>'; rule: elements convert implicitly only without narrowing; element_cast<int>(x) converts them
#else
  Tile<int, 8> x = ct::element_cast<int>(ct::load(p + i));
#endif
  ct::store(q + i, x);
}

//--- a tile from a scalar
__tile_global__ void tileFromScalar(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  Tile<float, 8> sums = 0.0f;
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:18: error: no viable conversion from 'float' to 'Tile<float, 8>' (aka 'ct::tile<float, shape<8>>'); rule: a scalar is no tile: full<tile<float, shape<8>>>(x) makes one
#else
  Tile<float, 8> sums = ct::full<Tile<float, 8>>(0.0f);
#endif
  ct::store(p + i, sums + ct::load(p + i));
}

//--- a member that converts
__tile_global__ void memberConverts(float *p, int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(q + i).to<float>();
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:28: error: no member named 'to' in 'tile<int, shape<8>>'; a tile has no members: operations are functions, as in element_cast<float>(tile)
#else
  auto x = ct::element_cast<float>(ct::load(q + i));
#endif
  ct::store(p + i, x);
}

//--- a cast to an element type
__tile_global__ void castToElement(float *p, int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = (float)ct::load(q + i);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:12: error: no matching conversion for C-style cast from 'tile<int, shape<8>>' to 'float'; rule: a tile becomes a scalar only if it has one element, and by an explicit cast, as in float(tile); sum<0>(tile) and the like leave one, and element_cast<float>(tile) converts each element
#else
  auto x = ct::element_cast<float>(ct::load(q + i));
#endif
  ct::store(p + i, x);
}

//--- the remainder of floats
__tile_global__ void remainderOfFloats(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p + i) % 2.0f;
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:28: error: invalid operands to binary expression ('tile<float, shape<8>>' and 'float'); rule: both operands have integral elements; remainder(a, b) is for floating-point elements
#else
  auto x = ct::remainder(ct::load(p + i), 2.0f);
#endif
  ct::store(p + i, x);
}

//--- a mask applied to floats
__tile_global__ void maskedFloats(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, x & (x > 0.0f));
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:22: error: invalid operands to binary expression ('tile<float, shape<8>>' and 'tile<bool, shape<8>>'); rule: both operands have integral elements; select(mask, x, y) has x where the mask is true
#else
  ct::store(p + i, ct::select(x > 0.0f, x, ct::zeros<Tile<float, 8>>()));
#endif
}

//--- select with a scalar
__tile_global__ void selectWithScalar(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, ct::select(x > 0.0f, x, 0.0f));
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:20: error: no matching function for call to 'select'; rule: these arguments have the same type, got 'tile<float, shape<8>>' and 'float'; full<...>(x) makes a tile of a scalar
#else
  ct::store(p + i, ct::select(x > 0.0f, x, ct::full<Tile<float, 8>>(0.0f)));
#endif
}

//--- operands of two shapes
__tile_global__ void twoShapes(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 16>>());
#ifndef MENDED
  auto bias = ct::load(p + ct::iota<Tile<int, 8>>());
#else
  auto bias = ct::load(p + ct::iota<Tile<int, 16>>());
#endif
  ct::store(p + ct::iota<Tile<int, 16>>(), x + bias);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:46: error: invalid operands to binary expression ('tile<float, shape<16>>' and 'tile<float, shape<8>>'); rule: the shapes broadcast: aligned at the last dimension, extents are equal or one of them is 1; reshape adds dimensions of 1, as in reshape(x, shape<8, 1>{})
}

//--- the exponential of integers
__tile_global__ void exponentialOfIntegers(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::exp(i));
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:20: error: no matching function for call to 'exp'; rule: double, float, __half or __nv_bfloat16: the floating-point types with arithmetic, got 'tile<int, shape<8>>'; element_cast<float>(x) converts a tile
#else
  ct::store(p + i, ct::exp(ct::element_cast<float>(i)));
#endif
}

//--- a type that is no element
struct Pair {
  float first, second;
};
__tile_global__ void structElements(Pair *pairs, float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(pairs + i);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:27: error: invalid operands to binary expression ('Pair *' and 'tile<int, shape<8>>'); rule: a tile, or a scalar, which counts as a tile of rank 0: a number, or a pointer to a number or void; pointers to other types are read as pointers to numbers, as in reinterpret_cast<float *>(pointer)
#else
  auto x = ct::load(reinterpret_cast<float *>(pairs) + i);
#endif
  ct::store(p + i, ct::load(p + i));
}

//--- a half tile times a float
__tile_global__ void halfTimesFloat(__half *h) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(h + i, ct::load(h + i) * 0.5f);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:36: error: invalid operands to binary expression ('tile<__half, shape<8>>' and 'float'); rule: if one operand is a scalar and the other a tile, the scalar fits the tile's elements without narrowing; convert the scalar, as in __half(x)
#else
  ct::store(h + i, ct::load(h + i) * __half(0.5f));
#endif
}

//--- half and bfloat16
__tile_global__ void halfAndBfloat(__half *h, __nv_bfloat16 *b) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(h + i) + ct::load(b + i);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:28: error: invalid operands to binary expression ('tile<__half, shape<8>>' and 'tile<__nv_bfloat16, shape<8>>'); rule: the element types have a common type that both convert to without narrowing; element_cast<__half>(x) makes the elements equal
#else
  auto x = ct::load(h + i) + ct::element_cast<__half>(ct::load(b + i));
#endif
  ct::store(h + i, x);
}

//--- int and unsigned tiles
__tile_global__ void intAndUnsigned(int *q, unsigned *u) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(q + i) + ct::load(u + i);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:28: error: invalid operands to binary expression ('tile<int, shape<8>>' and 'tile<unsigned int, shape<8>>'); rule: the element types have a common type that both convert to without narrowing; element_cast<int>(x) makes the elements equal
#else
  auto x = ct::load(q + i) + ct::element_cast<int>(ct::load(u + i));
#endif
  ct::store(q + i, x);
}

//--- the elements of a tile in braces
__tile_global__ void elementsInBraces(float *p) {
#ifndef MENDED
  Tile<float, 4> x{1.0f, 2.0f, 3.0f, 4.0f};
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:18: error: no matching constructor for initialization of 'Tile<float, 4>' (aka 'ct::tile<float, shape<4>>'); rule: a tile is not made of a list of elements; full<tile<float, shape<8>>>(value), iota and load make tiles
#else
  Tile<float, 4> x = ct::element_cast<float>(ct::iota<Tile<int, 4>>() + 1);
#endif
  ct::store(p + ct::iota<Tile<int, 4>>(), x);
}

//--- a tile constructed from a scalar
__tile_global__ void constructedFromScalar(float *p) {
#ifndef MENDED
  auto x = Tile<float, 8>(1.0f);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:12: error: no matching conversion for functional-style cast from 'float' to 'Tile<float, 8>' (aka 'ct::tile<float, shape<8>>'); rule: a scalar is no tile: full<tile<float, shape<8>>>(x) makes one
#else
  auto x = ct::full<Tile<float, 8>>(1.0f);
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- a power by **
__tile_global__ void powerOfPython(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, x ** 2.0f);
  // CHECK-DAG: elements.cu:[[#@LINE-1]]:23: error: C++ has no operator '**'; pow(a, b) is a power
#else
  ct::store(p + i, ct::pow(x, 2.0f));
#endif
}
