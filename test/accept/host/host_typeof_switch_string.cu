// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_tile.h>
#include <cstring>
#include <iostream>
#include <sstream>
#include <iomanip>
__tile_global__ void k(float *p) { p[0] = 1; }
std::ostream &operator<<(std::ostream &o, const dim3 &d) { return o << d.x << 'x' << d.y << 'x' << d.z; }
int main() { std::ostringstream o; o << std::setw(4) << dim3(1, 2) << std::hex << 255 << std::fixed << std::setprecision(2) << 1.5f; __typeof__(1 + 2L) x = 3; char b[x]; memset(b, 0, sizeof(b)); std::cout << o.str() << "\n"; float4 v = make_float4(1, 2, 3, 4); int2 w{1, 2}; return int(v.w) + w.y - 6; }
