// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -w and -Werror hold for warnings about tile code as for all others.
// RUN: check-source %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: check-source -w %s 2>&1 | count 0
// RUN: not check-source -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
[[cutile::hint(900, occupancy = 33)]] __tile_global__ void k(int *p) { p[0] = 1; }
// WARNING: warning-flags.cu:[[#@LINE-1]]:33: warning: hint 'occupancy' is ignored: expected 1 to 32, got 33
// ERROR: warning-flags.cu:[[#@LINE-2]]:33: error: hint 'occupancy' is ignored: expected 1 to 32, got 33
