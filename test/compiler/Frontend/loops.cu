// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting loops of every spelling become scf.for.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// CHECK-LABEL: @less
// CHECK: scf.for %{{.*}} = %c0_i32 to %arg1 step %c1_i32
extern "C" __tile_global__ void less(int *q, int n) { for (int i = 0; i < n; ++i) q[i] = i; }

// CHECK-LABEL: @turned_around
// CHECK: scf.for %{{.*}} = %c0_i32 to %arg1 step %c4_i32
extern "C" __tile_global__ void turned_around(int *q, int n) { for (int i = 0; n > i; i += 4) q[i] = i; }

// CHECK-LABEL: @less_equal
// CHECK: %[[END:.*]] = arith.addi %arg1, %c1_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %[[END]] step %c1_i32
extern "C" __tile_global__ void less_equal(int *q, int n) { for (int i = 0; i <= n; ++i) q[i] = i; }

// Steps of the number of blocks, which is positive.
// CHECK-LABEL: @by_blocks
// CHECK: scf.for %{{.*}} = %{{.*}} to %arg1 step %{{.*}} : i32
// CHECK: %[[FOUR:.*]] = arith.muli
// CHECK: scf.for %{{.*}} = %{{.*}} to %arg1 step %[[FOUR]] : i32
// CHECK-NOT: scf.while
extern "C" __tile_global__ void by_blocks(int *q, int n) {
  int first = ct::bid().x, step = ct::num_blocks().x;
  for (int i : ct::irange(first, n, step)) q[i] = i;
  for (int i = first; i < n; i += 4 * step) q[i] = i;
}

// Where the sum may wrap, the loop up to that is counted, and the test comes again behind it.
// CHECK-LABEL: @up_to_wrap
// CHECK: scf.while (%[[FIRST:.*]] = %{{.*}}) :
// CHECK: arith.cmpi slt, %[[FIRST]], %arg1
// CHECK: ^bb0(%[[NOW:.*]]: i32):
// CHECK: %[[DISTANCE:.*]] = arith.subi %arg1, %[[NOW]]
// CHECK: %[[LAST:.*]] = arith.subi %[[DISTANCE]], %c1_i32
// CHECK: %[[STEP:.*]] = arith.maxui %[[BLOCKS:.*]], %c1_i32
// CHECK: %[[BEFORE:.*]] = arith.divui %[[LAST]], %[[STEP]]
// CHECK: %[[ALL:.*]] = arith.addi %[[BEFORE]], %c1_i32
// CHECK: %[[TRIPS:.*]] = arith.minui %[[ALL]], %c2147483647_i32
// CHECK: scf.for %[[TRIP:.*]] = %c0_i32 to %[[TRIPS]] step %c1_i32
// CHECK: %[[MOVED:.*]] = arith.muli %[[TRIP]], %[[BLOCKS]]
// CHECK: arith.addi %[[NOW]], %[[MOVED]]
// CHECK: %[[PAST:.*]] = arith.muli %[[TRIPS]], %[[BLOCKS]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[NOW]], %[[PAST]]
// CHECK: scf.yield %[[NEXT]]
extern "C" __tile_global__ void up_to_wrap(int *q, int n) {
  for (int i = ct::bid().x; i < n; i += ct::num_blocks().x) q[i] = i;
}

// What might be any step, and unsigned counters. A step that the body changes is none.
// CHECK-LABEL: @any_step
// CHECK: scf.while
// CHECK: scf.for
// CHECK: scf.while
// CHECK: arith.cmpi ult
// CHECK: scf.for
// CHECK: scf.while
// CHECK-NOT: scf.for
extern "C" __tile_global__ void any_step(int *q, int n, int anything) {
  for (int i = 0; i < n; i += anything) q[i] = i;
  for (unsigned i = 0; i < (unsigned)n; i += ct::num_blocks().x) q[i] = i;
  for (int i = 0, step = anything; i < n; i += step, step += 3) q[i] = i;
}

// CHECK-LABEL: @unsigned_bound
// CHECK: scf.for unsigned %{{.*}} = %c0_i64 to %arg1 step %c1_i64
extern "C" __tile_global__ void unsigned_bound(int *q, unsigned long n) { for (unsigned long i = 0; i < n; ++i) q[i] = 1; }

// CHECK-LABEL: @not_equal
// CHECK: scf.for %{{.*}} = %c0_i32 to %arg1 step %c1_i32
extern "C" __tile_global__ void not_equal(int *q, int n) { for (int i = 0; i != n; ++i) q[i] = i; }

// The counter runs up and the source's variable is computed from it.
// CHECK-LABEL: @downwards
// CHECK: %[[ENTERS:.*]] = arith.cmpi sgt, %arg1, %c0_i32
// CHECK: %[[TRIPS:.*]] = arith.select %[[ENTERS]]
// CHECK: scf.for unsigned %[[I:.*]] = %c0_i32 to %[[TRIPS]] step %c1_i32
// CHECK: tile.offset %arg0
extern "C" __tile_global__ void downwards(int *q, int n) { for (int i = n; i > 0; --i) q[i] = i; }

// CHECK-LABEL: @ranges
// CHECK: scf.for %{{.*}} = %c0_i32 to %arg1 step %c1_i32
// CHECK: scf.for unsigned %{{.*}} = %c2_i32 to %arg1 step %c3_i32
extern "C" __tile_global__ void ranges(int *q, int n) {
  for (auto i : ct::irange(0, n)) q[i] = i;
  for (auto i : ct::irange(2u, (unsigned)n, 3u)) q[i] = 2;
}

// A tile carried around the loop, a bound computed in the test, and a continue.
// CHECK-LABEL: @carried
// CHECK: %[[END:.*]] = arith.divsi %arg1
// CHECK: scf.for {{.*}} to %[[END]] {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<8xf32>)
// CHECK: scf.if
extern "C" __tile_global__ void carried(float *p, int n) {
  using T = ct::tile<float, ct::shape<8>>;
  auto sum = ct::zeros<T>();
  for (int i = 0; i < n / 32; ++i) {
    if (i == 5) continue;
    sum = sum + ct::load(p + ct::iota<ct::tile<int, ct::shape<8>>>());
  }
  ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), sum);
}

// The value of the counter behind the loop.
// CHECK-LABEL: @behind
// CHECK: scf.for
// CHECK: arith.select
extern "C" __tile_global__ void behind(int *q, int n) {
  int i = 0;
  for (; i < n; i += 3) q[i] = 1;
  q[0] = i;
}

// With a break the number of iterations is not known.
// CHECK-LABEL: @broken
// CHECK: scf.while
extern "C" __tile_global__ void broken(int *q, int n) {
  for (int i = 0; i < n; ++i) {
    if (q[i] == 3) break;
    q[i] = 1;
  }
}

// A range left early keeps its trip count: what remains of it does nothing.
// CHECK-LABEL: @left_early
// CHECK: scf.for %{{.*}} = %c0_i32 to %arg1 step %c1_i32 iter_args(%[[EXITED:.*]] = %false, %[[SUM:.*]] = %c0_i32)
// CHECK: scf.if %[[EXITED]]
// CHECK: } else {
// CHECK: tile.load
extern "C" __tile_global__ void left_early(int *q, int n) {
  int sum = 0;
  for (auto i : ct::irange(0, n)) {
    if (q[i] == 3) break;
    sum += q[i];
  }
  q[0] = sum;
}

// Ranges of integers narrower than int, which are counted as ints.
// CHECK-LABEL: @narrow
// CHECK: %[[BYTES:.*]] = arith.extui %arg1 : i8 to i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %[[BYTES]] step %c1_i32
// CHECK: %[[HALVES:.*]] = arith.extsi %arg2 : i16 to i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %[[HALVES]] step %c3_i32
extern "C" __tile_global__ void narrow(int *q, unsigned char n, short m) {
  for (auto i : ct::irange((unsigned char)0, n)) q[i] = 1;
  for (auto i : ct::irange((short)0, m, (short)3)) q[i] = 2;
}
