#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- load without ct::
__tile_global__ void loadWithoutNamespace(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = load(p + 1);
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- iota without ct::
__tile_global__ void iotaWithoutNamespace(float *p) {
#ifndef MENDED
  auto i = iota<Tile<int, 8>>();
#else
  auto i = ct::iota<Tile<int, 8>>();
#endif
  ct::store(p + i, ct::zeros<Tile<float, 8>>());
}

//--- bid without ct::
__tile_global__ void bidWithoutNamespace(float *p) {
#ifndef MENDED
  int block = bid().x;
#else
  int block = ct::bid().x;
#endif
  p[block] = 0;
}

//--- tile and shape without ct::
#ifndef MENDED
using Values = tile<float, ct::shape<8>>;
#else
using Values = ct::tile<float, ct::shape<8>>;
#endif
__tile_global__ void tileWithoutNamespace(float *p) {
  ct::store(p + ct::iota<Tile<int, 8>>(), ct::zeros<Tile<float, 8>>());
}

//--- shape without ct::
__tile_global__ void shapeWithoutNamespace(float *p, int n) {
  ct::tensor_span span{p, ct::extents{n}};
#ifndef MENDED
  ct::partition_view view{span, shape<8>{}};
#else
  ct::partition_view view{span, ct::shape<8>{}};
#endif
  p[0] = 0;
}

//--- a misspelt function
__tile_global__ void misspeltFunction(float *p) {
#ifndef MENDED
  auto x = ct::laod(p + 1);
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- a misspelt memory order
__tile_global__ void misspeltOrder(int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::atomic_add<ct::memory_order::relax>(q + i, i);
#else
  ct::atomic_add<ct::memory_order::relaxed>(q + i, i);
#endif
}

//--- a memory order that tiles lack
__tile_global__ void sequentiallyConsistent(int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::atomic_add<ct::memory_order::seq_cst>(q + i, i);
#else
  ct::atomic_add<ct::memory_order::acq_rel>(q + i, i);
#endif
}

//--- an atomic update without order
__tile_global__ void withoutOrder(int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::atomic_add(q + i, i);
#else
  ct::atomic_add<ct::memory_order::relaxed>(q + i, i);
#endif
}

//--- where
__tile_global__ void where(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, ct::where(x > 0.0f, x, -x));
#else
  ct::store(p + i, ct::select(x > 0.0f, x, -x));
#endif
}

//--- sigmoid
__tile_global__ void sigmoid(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto x = ct::load(p + i);
#ifndef MENDED
  ct::store(p + i, ct::sigmoid(x));
#else
  ct::store(p + i, 1.0f / (1.0f + ct::exp(-x)));
#endif
}

//--- cdiv
__tile_global__ void cdiv(float *p, int n) {
#ifndef MENDED
  for (int j = 0; j < ct::cdiv(n, 8); ++j)
#else
  for (int j = 0; j < ct::ceildiv(n, 8); ++j)
#endif
    p[j] = 0;
}

//--- program_id
__tile_global__ void programId(float *p) {
#ifndef MENDED
  int block = ct::program_id(0);
#else
  int block = ct::bid().x;
#endif
  p[block] = 0;
}

//--- tl as an object
__tile_global__ void tritonLoad(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = tl.load(p + 1);
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- tl as a namespace
__tile_global__ void tritonNamespace(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  auto x = tl::load(p + 1);
#else
  auto x = ct::load(p + 1);
#endif
  ct::store(p, x);
}

//--- a cast by name
__tile_global__ void castByName(float *p, int *q) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  ct::store(p + i, ct::cast<float>(ct::load(q + i)));
#else
  ct::store(p + i, ct::element_cast<float>(ct::load(q + i)));
#endif
}

//--- a misspelt variable
__tile_global__ void misspeltVariable(float *pointer) {
#ifndef MENDED
  ct::store(pointre, 1.0f);
#else
  ct::store(pointer, 1.0f);
#endif
}
