#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a sum without axis
__tile_global__ void sumWithoutAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum(x));
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- the axis as argument
__tile_global__ void axisAsArgument(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum(x, 0));
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- the last axis as argument
__tile_global__ void lastAxisAsArgument(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum(x, -1));
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- a negative axis
__tile_global__ void negativeAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum<-1>(x));
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- an axis behind the last
__tile_global__ void axisBehindLast(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::sum<1>(x));
#else
  p[0] = float(ct::sum<0>(x));
#endif
}

//--- max with an axis
__tile_global__ void maxWithAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::max<0>(x));
#else
  p[0] = float(ct::reduce_max<0>(x));
#endif
}

//--- max of one tile
__tile_global__ void maxOfOne(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::max(x));
#else
  p[0] = float(ct::reduce_max<0>(x));
#endif
}

//--- argmax
__tile_global__ void argmax(float *p, int *q) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  q[0] = int(ct::argmax(x, 0));
#else
  q[0] = int(ct::max_element<0>(x));
#endif
}

//--- any of numbers
__tile_global__ void anyOfNumbers(int *q) {
  auto x = ct::load(q + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  q[0] = int(ct::any_of<0>(x));
#else
  q[0] = int(ct::any_of<0>(x != 0));
#endif
}

//--- a generic reduction
__tile_global__ void genericReduction(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = float(ct::reduce(x, 0, [](auto a, auto b) { return a + b; }));
#else
  p[0] = float(ct::sum<0>(x));
#endif
}
