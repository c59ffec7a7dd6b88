#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- an extent that is no power of two
__tile_global__ void extentOf100(float *p) {
#ifndef MENDED
  auto i = ct::iota<Tile<int, 100>>();
#else
  auto i = ct::iota<Tile<int, 128>>();
#endif
  ct::store_masked(p + i, ct::zeros<Tile<float, 128>>(), i < 100);
}

//--- an extent of run time
__tile_global__ void extentOfRunTime(float *p, int n) {
#ifndef MENDED
  auto i = ct::iota<ct::tile<int, ct::shape<n>>>();
#else
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
#endif
  ct::store_masked(p + i, ct::zeros<Tile<float, 8>>(), i < n);
}

//--- a number for the shape
__tile_global__ void numberForShape(float *p) {
#ifndef MENDED
  auto x = ct::zeros<ct::tile<float, 8>>();
#else
  auto x = ct::zeros<ct::tile<float, ct::shape<8>>>();
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- a tile that is too large
__tile_global__ void tooLarge(float *p) {
#ifndef MENDED
  auto x = ct::zeros<Tile<float, 8192, 8192>>();
#else
  auto x = ct::zeros<Tile<float, 64, 64>>();
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(x)));
}

//--- reshape to numbers
__tile_global__ void reshapeToNumbers(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 32>>());
#ifndef MENDED
  auto y = ct::reshape(x, 4, 8);
#else
  auto y = ct::reshape(x, ct::shape<4, 8>{});
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}

//--- reshape to another count
__tile_global__ void reshapeToOtherCount(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 32>>());
#ifndef MENDED
  auto y = ct::reshape(x, ct::shape<8, 8>{});
#else
  auto y = ct::reshape(x, ct::shape<4, 8>{});
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}

//--- permute by numbers
__tile_global__ void permuteByNumbers(float *p) {
  auto x = ct::zeros<Tile<float, 4, 8>>();
#ifndef MENDED
  auto y = ct::permute(x, 1, 0);
#else
  auto y = ct::permute(x, ct::dimension_map<1, 0>{});
#endif
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}

//--- the shape as a member
__tile_global__ void shapeAsMember(int *q) {
  auto x = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  q[0] = x.shape[0];
#else
  q[0] = decltype(x)::shape_type::static_extent(0);
#endif
}

//--- one element of a tile
__tile_global__ void oneElement(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  p[0] = x[3];
#else
  p[0] = float(ct::extract(x, ct::shape<1>{}, 3));
#endif
}

//--- one element assigned
__tile_global__ void oneElementAssigned(float *p) {
  auto x = ct::zeros<Tile<float, 8>>();
#ifndef MENDED
  x[3] = 1.0f;
#else
  x = ct::insert(x, ct::ones<Tile<float, 1>>(), 3);
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- zeros of an element and numbers
__tile_global__ void zerosOfNumbers(float *p) {
#ifndef MENDED
  auto x = ct::zeros<float, 8>();
#else
  auto x = ct::zeros<Tile<float, 8>>();
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- full of a shape
__tile_global__ void fullOfShape(float *p) {
#ifndef MENDED
  auto x = ct::full(ct::shape<8>{}, 1.0f);
#else
  auto x = ct::full<Tile<float, 8>>(1.0f);
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- full of an element
__tile_global__ void fullOfElement(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::full<float>(0));
#else
  ct::store(p + i, ct::full<Tile<float, 8>>(0));
#endif
}

//--- arange
__tile_global__ void arange(float *p) {
#ifndef MENDED
  auto i = ct::arange(0, 8);
#else
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
#endif
  ct::store(p + i, ct::zeros<Tile<float, 8>>());
}

//--- iota of floats
__tile_global__ void iotaOfFloats(float *p) {
#ifndef MENDED
  auto x = ct::iota<Tile<float, 8>>();
#else
  auto x = ct::element_cast<float>(ct::iota<Tile<int, 8>>());
#endif
  ct::store(p + ct::iota<Tile<int, 8>>(), x);
}

//--- cat with an axis as argument
__tile_global__ void catWithAxis(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  auto y = ct::cat(x, x, 0);
#else
  auto y = ct::cat<0>(x, x);
#endif
  ct::store(p + ct::iota<Tile<int, 16>>(), y);
}

//--- broadcast to what does not fit
__tile_global__ void broadcastDoesNotFit(float *p) {
#ifndef MENDED
  auto x = ct::load(p + ct::iota<Tile<int, 4>>());
#else
  auto x = ct::reshape(ct::load(p + ct::iota<Tile<int, 4>>()), ct::shape<4, 1>{});
#endif
  auto y = ct::broadcast(x, ct::shape<4, 8>{});
  p[0] = float(ct::sum<0>(ct::sum<1>(y)));
}
