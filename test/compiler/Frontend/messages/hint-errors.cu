// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hint that is no hint is an error, at the token that is wrong.
// RUN: not check-source %s 2>&1 | FileCheck %s
__tile_global__ void k(float *p, int n) {
  [[cutile::hint(900, latency = n)]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:33: error: architecture and values of a hint have to be constant expressions
  [[cutile::hint(900)]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:21: error: a hint needs at least one 'KEY = VALUE' after its architecture
  [[cutile::hint(900, latency = 2, )]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:34: error: expected 'KEY = VALUE' after ',' in a hint
  [[cutile::hint(latency = 2)]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:18: error: the first argument of a hint is an architecture (0 for all, 900 for sm_90, ...)
  [[cutile::hint(900, 2)]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:23: error: expected 'KEY = VALUE' in a hint
  [[cutile::hint(900, latency = )]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:31: error: expected a value after '=' in a hint
  [[cutile::hint]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:13: error: a hint needs arguments: hint(ARCHITECTURE, KEY = VALUE, ...)
  [[cutile::hint()]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:18: error: a hint needs arguments: hint(ARCHITECTURE, KEY = VALUE, ...)
  [[using cutile: hint(900, latency = 2.5)]] p[0] = 1;
  // CHECK: hint-errors.cu:[[#@LINE-1]]:39: error: the value of 'latency' in a hint has to be an integer, got type 'double'
}
// CHECK-NOT: error:
