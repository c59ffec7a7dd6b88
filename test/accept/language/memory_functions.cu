// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy and memset in tile code, casts of pointers, placement new.
#include <cstring>
#include <new>
#include <cuda_tile.h>
struct P { int a; float b; };
__tile_global__ void k(char* buf, P* out) {
  P p{1, 2.f}, q;
  memcpy(&q, &p, sizeof p);
  memset(buf, 0, 16);
  std::memcpy(buf + 16, &q, sizeof(P));
  unsigned u;
  float f = q.b;
  memcpy(&u, &f, 4);
  auto* n = new (buf + 32) P{3, 4.f};
  out[0] = *n;
  out[1].a = reinterpret_cast<P*>(buf)->a + u;
}
