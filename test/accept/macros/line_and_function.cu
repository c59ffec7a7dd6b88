// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __func__, __LINE__, __FILE__, __COUNTER__, __PRETTY_FUNCTION__.
#include <cstdio>
#include <cuda_tile.h>
#define LOG(m) printf("%s:%d " m "\n", __FILE__, __LINE__)
__tile_global__ void k(int* p) { LOG("here"); *p = __LINE__ + __COUNTER__ + sizeof(__func__) + sizeof(__PRETTY_FUNCTION__); printf("%s\n", __func__); }
int main() { std::printf("%s %s\n", __func__, __TIME__); }
