// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables with static storage are module variables; constants are not.
// RUN: tilec --emit=tile %s -o - | FileCheck %s
#include <cuda_tile.h>

// CHECK-DAG: tile.global @counter 4 bytes align 4 = [5, 0, 0, 0]
// CHECK-DAG: tile.global @table 512 bytes align 4{{$}}
// CHECK-DAG: tile.global "private" @{{.*}}calls{{.*}} 4 bytes align 4 = [3, 0, 0, 0]
// CHECK-DAG: tile.global "private" constant @{{.*}}values{{.*}} = [7, 0, 0, 0, 8, 0, 0, 0]
__tile__ int counter = 5;
__tile__ float table[128];
constexpr struct { int a, b; } pair{1, 2};
// Nothing runs for a constant that is made by default, whatever its constructor's space.
struct Ramp {
  int values[2];
  constexpr Ramp() : values{} { values[1] = 6; }
};
// CHECK-DAG: tile.global "private" constant @{{.*}}ramp{{.*}} = [0, 0, 0, 0, 6, 0, 0, 0]

// CHECK-LABEL: @k
// CHECK-DAG: tile.address_of @counter
// CHECK-DAG: tile.address_of @table
extern "C" __tile_global__ void k(int *q, int n) {
  static int calls = 3;
  static constexpr int values[2] = {7, 8};
  q[0] = counter++;
  q[1] = calls++;
  q[2] = values[n];
  static constexpr Ramp ramp;
  constexpr Ramp local;
  q[4] = ramp.values[n] + local.values[1];
  q[3] = values[1] + pair.b;
  table[n] = 1;
}
