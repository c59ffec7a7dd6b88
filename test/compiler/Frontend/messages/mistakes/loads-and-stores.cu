#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a mask for load
__tile_global__ void maskForLoad(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p + i, i < n);
#else
  auto x = ct::load_masked(p + i, i < n);
#endif
  ct::store_masked(p + i, x * 2.0f, i < n);
}

//--- a mask and a padding for load
__tile_global__ void maskAndPaddingForLoad(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p + i, i < n, 0.0f);
#else
  auto x = ct::load_masked(p + i, i < n, 0.0f);
#endif
  ct::store_masked(p + i, x * 2.0f, i < n);
}

//--- a mask for store
__tile_global__ void maskForStore(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load_masked(p + i, i < n, 0.0f);
#ifndef MENDED
  ct::store(p + i, x, i < n);
#else
  ct::store_masked(p + i, x, i < n);
#endif
}

//--- a scalar for a tile of pointers
__tile_global__ void scalarForPointers(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, 1.0f);
#else
  ct::store(p + i, ct::full<Tile<float, 8>>(1.0f));
#endif
}

//--- a narrowing store of float
__tile_global__ void narrowingStore(int *q, float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(q + i, x);
#else
  ct::store(q + i, ct::element_cast<int>(x));
#endif
}

//--- a store of double to float
__tile_global__ void storeOfDouble(float *p, double *d) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(d + i);
#ifndef MENDED
  ct::store(p + i, x);
#else
  ct::store(p + i, ct::element_cast<float>(x));
#endif
}

//--- a store of int to float
__tile_global__ void storeOfInt(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, i);
#else
  ct::store(p + i, ct::element_cast<float>(i));
#endif
}

//--- the value before the pointers
__tile_global__ void valueFirst(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(x, p + i);
#else
  ct::store(p + i, x);
#endif
}

//--- a pointer and indices
__tile_global__ void pointerAndIndices(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load(p, i);
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- a pointer indexed by a tile
__tile_global__ void pointerIndexedByTile(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = p[i];
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- a tile of pointers dereferenced
__tile_global__ void dereferenced(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = *(p + i);
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- an assignment through a tile of pointers
__tile_global__ void assignedThrough(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  *(p + i) = x + 1.0f;
#else
  ct::store(p + i, x + 1.0f);
#endif
}

//--- an integer as padding
__tile_global__ void integerPadding(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load_masked(p + i, i < n, 0);
#else
  auto x = ct::load_masked(p + i, i < n, 0.0f);
#endif
  ct::store_masked(p + i, x, i < n);
}

//--- a mask of another shape
__tile_global__ void maskOfOtherShape(float *p, int n) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto mask = ct::iota<Tile<int, 16>>() < n;
#else
  auto mask = ct::iota<Tile<int, 8>>() < n;
#endif
  auto x = ct::load_masked(p + i, mask, 0.0f);
  ct::store_masked(p + i, x, i < n);
}

//--- a value of another shape
__tile_global__ void valueOfOtherShape(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::ones<Tile<float, 16>>());
#else
  ct::store(p + i, ct::ones<Tile<float, 8>>());
#endif
}

//--- a store to const
#ifndef MENDED
__tile_global__ void storeToConst(const float *p) {
#else
__tile_global__ void storeToConst(float *p) {
#endif
  auto i = ct::iota<Tile<int, 8>>();
  ct::store(p + i, ct::load(p + i) * 2.0f);
}

//--- a tile from one pointer
__tile_global__ void tileFromOnePointer(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  Tile<float, 8> x = ct::load(p);
#else
  Tile<float, 8> x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- the type of the tile named for load
__tile_global__ void typeNamedForLoad(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = ct::load<Tile<float, 8>>(p + i);
#else
  auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}
