// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A template that names something undeclared is instantiated.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> __tile__ auto f(T x) { return no_such_function(x); }
__tile_global__ void k(float* p) { p[0] = f(p[1]); }
