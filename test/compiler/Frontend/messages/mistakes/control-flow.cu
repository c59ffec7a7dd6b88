#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a tile as condition
__tile_global__ void tileAsCondition(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  if (x > 0.0f)
#else
  if (ct::any_of<0>(x > 0.0f))
#endif
    x = x * 2.0f;
  ct::store(p + i, x);
}

//--- a tile between ? and :
__tile_global__ void tileBeforeQuestionMark(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  x = x > 0.0f ? x : -x;
#else
  x = ct::select(x > 0.0f, x, -x);
#endif
  ct::store(p + i, x);
}

//--- a compound assignment
__tile_global__ void compoundAssignment(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto sums = ct::zeros<Tile<float, 8>>();
  for (int j = 0; j < 4; ++j)
#ifndef MENDED
    sums += ct::load(p + j * 8 + i);
#else
    sums = sums + ct::load(p + j * 8 + i);
#endif
  ct::store(p + i, sums);
}

//--- an increment of a tile
__tile_global__ void increment(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  i++;
#else
  i = i + 1;
#endif
  ct::store(p + i, ct::zeros<Tile<float, 8>>());
}

//--- a tile that changes its type in a loop
__tile_global__ void changesType(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = i;
  for (int j = 0; j < 4; ++j)
#ifndef MENDED
    x = x * 0.5f;
#else
    x = x / 2;
#endif
  ct::store(p + x, ct::zeros<Tile<float, 8>>());
}

//--- a range of one bound
__tile_global__ void oneBound(float *p, int n) {
#ifndef MENDED
  for (int j : ct::irange(n))
#else
  for (int j : ct::irange(0, n))
#endif
    p[j] = 0;
}

//--- a range of signed and unsigned
__tile_global__ void mixedBounds(float *p, unsigned n) {
#ifndef MENDED
  for (auto j : ct::irange(0, n))
#else
  for (auto j : ct::irange(0u, n))
#endif
    p[j] = 0;
}

//--- elements visited one by one
__tile_global__ void visited(float *p) {
  auto x = ct::load(p + ct::iota<Tile<int, 8>>());
#ifndef MENDED
  float total = 0;
  for (float element : x)
    total += element;
#else
  float total = float(ct::sum<0>(x));
#endif
  p[0] = total;
}

//--- a block index without .x
__tile_global__ void blockIndex(float *p) {
#ifndef MENDED
  int block = ct::bid();
#else
  int block = ct::bid().x;
#endif
  p[block] = 0;
}
