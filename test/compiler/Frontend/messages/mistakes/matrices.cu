#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- the operator @
__tile_global__ void operatorAt(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>(), b = a;
#ifndef MENDED
  auto c = a @ b;
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
  p[0] = float(ct::sum<0>(ct::sum<1>(c)));
}

//--- operands of two elements
__tile_global__ void twoElements(float *p) {
  auto a = ct::zeros<Tile<__half, 16, 16>>();
  auto b = ct::zeros<Tile<float, 16, 16>>();
#ifndef MENDED
  auto c = ct::mma(a, b, ct::zeros<Tile<float, 16, 16>>());
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
  q[0] = int(ct::sum<0>(ct::sum<1>(c)));
}
