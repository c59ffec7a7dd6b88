#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a hint without architecture
__tile_global__ void withoutArchitecture(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  [[cutile::hint(latency = 4)]] auto x = ct::load(p + i);
#else
  [[cutile::hint(0, latency = 4)]] auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- a hint with an unknown key
#ifndef MENDED
[[cutile::hint(0, num_ctas = 2)]]
#else
[[cutile::hint(0, num_cta_in_cga = 2)]]
#endif
__tile_global__ void unknownKey(float *p) { p[0] = 0; }

//--- a hint on a loop
__tile_global__ void hintOnLoop(float *p) {
#ifndef MENDED
  [[cutile::hint(0, latency = 4)]]
  for (int j = 0; j < 8; ++j)
    p[j] = p[j] + 1;
#else
  for (int j = 0; j < 8; ++j)
    [[cutile::hint(0, latency = 4)]] p[j] = p[j] + 1;
#endif
}
