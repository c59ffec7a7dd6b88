// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both namespaces are opened wide; qualified names where they meet.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>
#include <cuda_tile.h>
using namespace std;
using namespace cuda::tiles;

__tile_global__ void scale_rows(float* p, int n) {
  auto i = cuda::tiles::iota<tile<int, shape<128>>>();
  auto x = load_masked(p + i, i < n, 0.f);
  auto top = reduce_max<0>(x);
  store_masked(p + i, x / top, i < n);
}
int main() { vector<float> v(128, 2.f); cout << *max_element(v.begin(), v.end()) << endl; }
