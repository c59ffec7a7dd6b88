// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unused template uses types and variables that are declared nowhere.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <class T> __tile__ void debug_dump(T t) {
  DebugWriter<T> w(g_debug_stream);
  w << t << std::endl;
}
template <int BM, int BN> __tile_global__ void experimental(float* p) {
  auto t = make_swizzled_tile<BM, BN>(p);
  t.commit();
}
__tile_global__ void ok(float* p) { p[0] = 0.f; }
