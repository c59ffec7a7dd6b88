// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges of small integers are counted loops over ints; every range ends where a further step would leave its type.
// RUN: tilec %s --emit=tile -o - | FileCheck %s
// RUN: tilec %s --run count --grid 1 --arg 'out:[3]' --time-limit 60 | FileCheck %s --check-prefix=SUMS
// RUN: tilec %s --run count --grid 1 --arg 'out:[3]' --time-limit 60 --on tile-gpu | FileCheck %s --check-prefix=SUMS
#include <cuda_tile.h>
namespace ct = cuda::tiles;
// CHECK: scf.for {{.*}} : i32
// CHECK: scf.for {{.*}} : i32
// CHECK: scf.for unsigned {{.*}} : i32
// SUMS: o: 756 65525 3
__tile_global__ void count(int *o) {
  for (auto i : ct::irange((unsigned char)250, (unsigned char)255, (unsigned char)2))
    o[0] += i;
  for (auto i : ct::irange((short)32760, (short)32767, (short)5))
    o[1] += i;
  for (auto i : ct::irange(4294967290u, 4294967295u, 2u))
    o[2] += i != 0;
}
