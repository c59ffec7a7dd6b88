// options: -use_fast_math
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What -use_fast_math makes of float arithmetic: CUDA's intrinsics.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void fast_functions(float* out, const float* a, const float* b) {
  auto at = ct::iota<ct::tile<int, ct::shape<64>>>() + int(ct::bid().x) * 64;
  int n = int(ct::num_blocks().x) * 64;
  auto x = ct::load(a + at), y = ct::load(b + at);
  ct::store(out + at, ct::sin(x));
  ct::store(out + (at + n), ct::cos(x));
  ct::store(out + (at + 2 * n), ct::tan(x));
  ct::store(out + (at + 3 * n), ct::log(y));
  ct::store(out + (at + 4 * n), ct::log2(y));
  ct::store(out + (at + 5 * n), ct::exp(x));
  ct::store(out + (at + 6 * n), ct::pow(y, x));
  ct::store(out + (at + 7 * n), x / y);
  ct::store(out + (at + 8 * n), ct::sqrt(y));
  ct::store(out + (at + 9 * n), ct::tanh(x));
}
