// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: check-source -DN=16 -include %S/Inputs/settings.h %s
static_assert(from_settings == 16);
__tile_global__ void k(int *p) { p[0] = from_settings; }
