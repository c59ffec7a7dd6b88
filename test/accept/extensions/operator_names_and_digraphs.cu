// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
__tile_global__ void k(int *p, bool a, bool b) <% p<:0:> = a and not b or (a xor b); p[1] = compl 5 bitand 3; %>
