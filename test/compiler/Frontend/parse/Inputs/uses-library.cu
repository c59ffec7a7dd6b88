// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <library.h>

__tile_global__ void k(int *p) {
  constexpr int three = library::three();
  p[0] = library::twice(three) + library::Counter{}.one();
}

double onHost() { return library::quarter() + library::sizeOf(1.0) + library::Counter{}.next(); }
