#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a double literal
__tile_global__ void doubleLiteral(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p + i) * 0.5;
#else
  auto x = ct::load(p + i) * 0.5f;
#endif
  ct::store(p + i, x);
}

//--- an unsigned block index with int
__tile_global__ void unsignedBlock(float *p) {
#ifndef MENDED
  auto i = ct::bid().x * 8 + ct::iota<Tile<int, 8>>();
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
}

//--- the exponential of integers
__tile_global__ void exponentialOfIntegers(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::exp(i));
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
#else
  auto x = ct::load(reinterpret_cast<float *>(pairs) + i);
#endif
  ct::store(p + i, ct::load(p + i));
}
