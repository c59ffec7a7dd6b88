// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints in the wrong place, or with wrong names and values.
// With -DMENDED the advice is followed.
// RUN: not check-source -ferror-limit=0 %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=candidate
// RUN: check-source -DMENDED %s 2>&1 | count 0
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class E, int... N> using Tile = ct::tile<E, ct::shape<N...>>;

//--- a hint without architecture
__tile_global__ void withoutArchitecture(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
#ifndef MENDED
  [[cutile::hint(latency = 4)]] auto x = ct::load(p + i);
  // CHECK-DAG: hints.cu:[[#@LINE-1]]:18: error: the first argument of a hint is an architecture (0 for all, 900 for sm_90, ...)
#else
  [[cutile::hint(0, latency = 4)]] auto x = ct::load(p + i);
#endif
  ct::store(p + i, x);
}

//--- a hint with an unknown key
#ifndef MENDED
[[cutile::hint(0, num_ctas = 2)]]
// CHECK-DAG: hints.cu:[[#@LINE-1]]:19: warning: unknown hint 'num_ctas' is ignored; hints are num_cta_in_cga, occupancy, num_worker_warps_per_cta, latency, allow_tma
#else
[[cutile::hint(0, num_cta_in_cga = 2)]]
#endif
__tile_global__ void unknownKey(float *p) { p[0] = 0; }

//--- a hint on a loop
__tile_global__ void hintOnLoop(float *p) {
  auto i = ct::iota<Tile<int, 8>>();
  auto sums = ct::zeros<Tile<float, 8>>();
#ifndef MENDED
  [[cutile::hint(0, latency = 4)]]
  // CHECK-DAG: hints.cu:[[#@LINE-1]]:5: warning: a hint on this statement is ignored: hints belong on expressions, initialised declarations and 'return', with a load or store in them
  for (int j = 0; j < 8; ++j)
    sums = sums + ct::load(p + j * 8 + i);
#else
  for (int j = 0; j < 8; ++j)
    [[cutile::hint(0, latency = 4)]] sums = sums + ct::load(p + j * 8 + i);
#endif
  ct::store(p + i, sums);
}

//--- a hint with a value that is too large
#ifndef MENDED
[[cutile::hint(0, occupancy = 64)]]
// CHECK-DAG: hints.cu:[[#@LINE-1]]:31: warning: hint 'occupancy' is ignored: expected 1 to 32, got 64
#else
[[cutile::hint(0, occupancy = 32)]]
#endif
__tile_global__ void tooLargeValue(float *p) { p[0] = 0; }
