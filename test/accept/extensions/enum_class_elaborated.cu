// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
enum class Mode { A, B };
__tile_global__ void k(float *p, enum Mode m) { p[0] = int(m); }
int main() { enum class Mode m = Mode::A; return int(m); }
