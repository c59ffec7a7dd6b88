// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of a class of the C++ library one error says that tile code cannot have it; functions of the library that get tiles are
// refused where they are called.
// RUN: not check-source %s 2>&1 | FileCheck %s --implicit-check-not="stl_algobase.h"
#include <algorithm>
#include <cstdio>
#include <cuda_tile.h>
#include <string>
namespace ct = cuda::tiles;

__tile_global__ void k(float *p) {
  puts("x");
  // CHECK-DAG: library-classes.cu:[[#@LINE-1]]:3: error: library function 'puts' cannot be used in tile code: it is the host's
  auto x = ct::zeros<ct::tile<float, ct::shape<8>>>();
  x = std::max(x, -x);
  // CHECK-DAG: library-classes.cu:[[#@LINE-1]]:{{[0-9]+}}: error: 'std::max<tile<float, shape<8>>>' takes no tiles; use cuda::tiles::max
  std::string text;
  // CHECK-DAG: library-classes.cu:[[#@LINE-1]]:15: error: library class 'std::basic_string<char>' cannot be used in tile code: there is no heap; use a tile, or an array of constant size
  text.clear();
}
