// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No tile header.
__tile_global__ void k(float* p) { auto i = cuda::tiles::bid(); p[0] = i.x; }
