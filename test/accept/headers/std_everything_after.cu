// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tile header in front of the standard library.
#include <cuda_tile.h>
#include <cmath>
#include <complex>
#include <cstring>
#include <iostream>
#include <memory>
#include <numeric>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

using namespace cuda::tiles;
__tile_global__ void k(float* p) { auto i = iota<tile<int, shape<16>>>(); store(p + i, pow(load(p + i), 2.f)); }
int main() { std::vector<int> v(3); std::iota(v.begin(), v.end(), 0); std::cout << std::pow(2.0, 3) << std::sqrt(2.f); return v[2]; }
