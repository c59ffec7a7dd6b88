// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A name of both namespaces after two using directives.
#include <type_traits>
#include <cuda_tile.h>
using namespace std;
using namespace cuda::tiles;
__tile_global__ void k(float* p) { p[0] = (float)sum(ones<tile<float, shape<8>>>(), integral_constant<0>{}); }
