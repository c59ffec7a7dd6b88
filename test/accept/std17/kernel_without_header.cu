// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// options: -std=c++17
// A scalar kernel in C++17; the tile header is not included.
__tile_global__ void k(float* p, int n) { for (int i = 0; i < n; ++i) p[i] *= 2.f; }
int main() { k<<<1, 1>>>(nullptr, 0); }
