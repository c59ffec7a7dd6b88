// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A half with a float: two dozen operators of the language fit, and none is listed.
// REQUIRES: cuda-headers
// RUN: not check-source %s 2>&1 | FileCheck %s --implicit-check-not=candidate
#include <cuda_fp16.h>
#include <cuda_tile.h>

__tile_global__ void k(__half *p, float s) {
  p[0] = p[1] * s;
  // CHECK: half-operands.cu:[[#@LINE-1]]:15: error: use of overloaded operator '*' is ambiguous (with operand types '__half' and 'float'); convert one of them, as in float(x)
}
