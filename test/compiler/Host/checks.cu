// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `--check` reports of C++ kernels: the user's line and column, block and element; and that right kernels pass. The module runs
// as it was before anything was folded, else overflow, false assumptions and unspecified values would be gone.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// RUN: not tilec %s --run overflow --arg out:i32[1] --arg 2147483647 --check 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: tilec %s --run overflow --arg out:i32[1] --arg 5 --check
// OVERFLOW: checks.cu:[[#@LINE+2]]:13: signed overflow: arith.addi of 2147483647 and 1, element 0, in block (0, 0, 0)
__tile_global__ void overflow(int *out, int n) {
  *out = (n + 1 > n);
}

// RUN: not tilec %s --run narrow --arg out:i8[4] --arg 100 --check 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: checks.cu:[[#@LINE+4]]:24: signed overflow: arith.addi of 100 and 100, element 0
__tile_global__ void narrow(signed char *out, signed char n) {
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  auto t = ct::full<ct::tile<signed char, ct::shape<4>>>(n);
  ct::store(out + i, t + t);
}

// RUN: not tilec %s --run assumption --arg out:i32[1] --arg 12 --check 2>&1 | FileCheck %s --check-prefix=ASSUMPTION
// RUN: tilec %s --run assumption --arg out:i32[1] --arg 16 --check
// ASSUMPTION: checks.cu:[[#@LINE+2]]:10: false assumption: element 0 is 12, expected a multiple of 8
__tile_global__ void assumption(int *out, int n) {
  *out = ct::assume_divisible<8>(n) % 8;
}

// RUN: not tilec %s --run divide --arg out:i32[1] --arg 0 --check 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: checks.cu:[[#@LINE+2]]:13: division by zero: arith.divsi of 10 and 0
__tile_global__ void divide(int *out, int n) {
  *out = 10 / n;
}

// Every element of a tile is divided; those that the select leaves out are nobody's.
// RUN: tilec %s --run guarded --arg out:i32[8] --arg i32[8]=iota --arg 0 --check 2>&1 | FileCheck %s --check-prefix=GUARDED
// RUN: not tilec %s --run guarded --arg out:i32[8] --arg i32[8]=iota --arg 1 --check 2>&1 | FileCheck %s --check-prefix=UNGUARDED
// GUARDED: out: 7 100 50 33 25 20 16 14
// UNGUARDED: checks.cu:[[#@LINE+4]]:3: unspecified value used as value of a store, element 0
__tile_global__ void guarded(int *out, const int *in, int without) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::load(in + i);
  ct::store(out + i, ct::select(x != without, 100 / x, 7 + 0 * x));
}

// And those that only a load's mask leaves out.
// RUN: tilec %s --run looked_up --arg out:i32[8] --arg i32[8]=iota --check 2>&1 | FileCheck %s --check-prefix=LOOKEDUP
// LOOKEDUP: out: 9 0 0 2 0 3 2 1
__tile_global__ void looked_up(int *out, const int *in) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(out + i, ct::load_masked(in + 8 % i, i != 0, 9));
}

// RUN: not tilec %s --run shift --arg out:i32[1] --arg 32 --check 2>&1 | FileCheck %s --check-prefix=SHIFT
// SHIFT: checks.cu:[[#@LINE+2]]:13: shift count out of range: arith.shli of 10 and 32
__tile_global__ void shift(int *out, int n) {
  *out = 10 << n;
}

// RUN: not tilec %s --run uninitialised --arg out:i32[1] --arg 1 --check 2>&1 | FileCheck %s --check-prefix=UNINITIALISED
// RUN: tilec %s --run uninitialised --arg out:i32[1] --arg 4 --check
// UNINITIALISED: checks.cu:[[#@LINE+5]]:8: unspecified value used as value of a store, element 0
__tile_global__ void uninitialised(int *out, int n) {
  int x;
  if (n > 3)
    x = 1;
  *out = x;
}

// RUN: not tilec %s --run masked --arg out:f32[8] --arg f32[8]=iota --arg 5 --check 2>&1 | FileCheck %s --check-prefix=MASKED
// RUN: tilec %s --run masked --arg out:f32[8] --arg f32[8]=iota --arg 8 --check
// MASKED: checks.cu:[[#@LINE+4]]:3: unspecified value used as value of a store, element 5
__tile_global__ void masked(float *out, const float *in, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::load_masked(in + i, i < n);
  ct::store(out + i, x + 1);
}

// RUN: not tilec %s --run outside --grid 2 --arg out:f32[12] --arg 12 --check 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: checks.cu:[[#@LINE+5]]:3: element 4 of a view's store is outside the tensor of an unmasked access, in block (1, 0, 0)
// RUN: not tilec %s --run outside --grid 3 --arg out:f32[24] --arg 16 --check 2>&1 | FileCheck %s --check-prefix=WHOLLY
// WHOLLY: checks.cu:[[#@LINE+3]]:3: tile of a view's store is wholly outside the tensor, in block (2, 0, 0)
__tile_global__ void outside(float *out, int n) {
  auto view = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<8>{}};
  view.store(ct::full<ct::tile<float, ct::shape<8>>>(1.0f), ct::bid().x);
}

// RUN: not tilec %s --run past --arg out:f32[6] --check 2>&1 | FileCheck %s --check-prefix=PAST
// PAST: checks.cu:[[#@LINE+3]]:3: out-of-bounds store: element 6 is 0 bytes past the end of {{.*}}, which has 24 bytes
// PAST: and 1 more there
__tile_global__ void past(float *out) {
  ct::store(out + ct::iota<ct::tile<int, ct::shape<8>>>(), ct::ones<ct::tile<float, ct::shape<8>>>());
}

// RUN: not tilec %s --run local --arg out:i32[1] --arg 4 --check 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: tilec %s --run local --arg out:i32[1] --arg 3 --check
// LOCAL: checks.cu:[[#@LINE+3]]:{{[0-9]+}}: out-of-bounds load: element 0 is outside any local object
__tile_global__ void local(int *out, int n) {
  int list[4] = {1, 2, 3, 4};
  *out = list[n];
}

// RUN: not tilec %s --run duplicate --arg out:i32[8] --check 2>&1 | FileCheck %s --check-prefix=DUPLICATE
// DUPLICATE: checks.cu:[[#@LINE+3]]:3: elements 0 and 1 are stored to one address
__tile_global__ void duplicate(int *out) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(out + i / 2, i);
}

// RUN: not tilec %s --run race --grid 4 --arg out:i32[1] --check 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: tilec %s --run race --arg out:i32[1] --check
// RACE: checks.cu:[[#@LINE+2]]:8: data race: write of byte 0 of {{.*}} is not ordered with the write at {{.*}}checks.cu:[[#@LINE+2]]:8 in block
__tile_global__ void race(int *out) {
  *out = ct::bid().x;
}

// A range that would never end, or run away from its end.
// RUN: not tilec %s --run range --arg out:i32[1] --arg 0 --check 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tilec %s --run range --arg out:i32[1] --arg -2 --check 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: tilec %s --run range --arg out:i32[1] --arg 3 --check
// RANGE: checks.cu:[[#@LINE+3]]:{{[0-9]+}}: assertion `step > 0` failed in irange, in block (0, 0, 0)
__tile_global__ void range(int *out, int step) {
  int sum = 0;
  for (auto i : ct::irange(0, 9, step))
    sum += i;
  *out = sum;
}

// RUN: not tilec %s --run left --arg out:i32[1] --arg 0 --check 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: checks.cu:[[#@LINE+2]]:{{[0-9]+}}: assertion `step > 0` failed in irange
__tile_global__ void left(unsigned *out, unsigned step) {
  for (auto i : ct::irange(0u, 9u, step))
    if (i > 5)
      break;
    else
      *out = i;
}
