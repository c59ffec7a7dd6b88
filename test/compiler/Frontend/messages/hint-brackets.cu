// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints whose brackets do not match are errors where they begin; what follows is read as it stands.
// RUN: split-file %s %t
// RUN: not check-source %t/square.cu 2>&1 | FileCheck %s --check-prefix=SQUARE
// RUN: not check-source %t/open.cu 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not check-source %t/kernel.cu 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not check-source %t/list.cu 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not check-source %t/end.cu 2>&1 | FileCheck %s --check-prefix=END

//--- square.cu
__tile_global__ void k(int *p) { [[cutile::hint(900[ latency = 2)]] p[0] = 1; }
int next = undeclared;
// SQUARE: square.cu:1:48: error: the arguments of a hint have no end: expected ')'
// SQUARE: square.cu:2:12: error: use of undeclared identifier 'undeclared'
//--- open.cu
[[cutile::hint(900, occupancy = 2]] __tile_global__ void k(int *p) {}
// OPEN: open.cu:1:15: error: the arguments of a hint have no end: expected ')'
//--- kernel.cu
__tile_global__ [[cutile::hint(900, occupancy = 2]] void k(int *p) {}
// KERNEL: kernel.cu:1:31: error: the arguments of a hint have no end: expected ')'
//--- list.cu
__tile_global__ [[cutile::hint(900, occupancy = 2)
// LIST: error: expected
//--- end.cu
__tile_global__ void k(int *p) { [[cutile::hint(900, latency = (2
// END: end.cu:1:48: error: the arguments of a hint have no end: expected ')'
