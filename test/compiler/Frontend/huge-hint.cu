// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec --emit=tile %s -o /dev/null 2>&1 | FileCheck %s
// A hint's value may be any constant; one that does not fit is dropped with a warning.
#include <cuda_tile.h>
// CHECK: huge-hint.cu:[[#@LINE+1]]:{{[0-9]+}}: warning:
[[cutile::hint(900, occupancy = 0xffffffffffffffffull)]] __tile_global__ void k(int *p) { p[0] = 1; }
