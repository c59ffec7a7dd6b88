// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stencils: a five-point average in one dimension with zeros beyond the ends, and one step of heat conduction in two
// dimensions with fixed edges; the latter also over overlapping strided views.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 128;

__tile_global__ void average5(float* out, const float* in, int n) {
  auto i = (int)ct::bid().x * kTile + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  auto total = ct::zeros<ct::tile<float, ct::shape<kTile>>>();
  for (int d : ct::irange(-2, 3)) {
    auto at = i + d;
    total = total + ct::load_masked(in + at, at >= 0 & at < n, 0.0f);
  }
  ct::store_masked(out + i, total * 0.2f, i < n);
}

__tile_global__ void heat_step(double* out, const double* in, int rows, int columns, double rate) {
  auto row = (int)ct::bid().y * 8 + ct::reshape(ct::iota<ct::tile<int, ct::shape<8>>>(), ct::shape<8, 1>{});
  auto column = (int)ct::bid().x * 32 + ct::iota<ct::tile<int, ct::shape<32>>>();
  auto at = row * columns + column;
  auto inside = row < rows & column < columns;
  auto inner = row > 0 & row < rows - 1 & column > 0 & column < columns - 1;
  auto centre = ct::load_masked(in + at, inside);
  auto around = ct::load_masked(in + (at - 1), inner, 0.0) + ct::load_masked(in + (at + 1), inner, 0.0) +
                ct::load_masked(in + (at - columns), inner, 0.0) + ct::load_masked(in + (at + columns), inner, 0.0);
  ct::store_masked(out + at, ct::select(inner, centre + rate * (around - 4 * centre), centre), inside);
}

// Sum of each 2 x 2 neighbourhood that starts at an even row and any column.
__tile_global__ void overlapping_sums(int* out, const int* in, int rows, int columns) {
  auto windows = ct::strided_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<2, 2>{}, ct::strides{2_ic, 1_ic}};
  auto [j, i, k] = ct::bid();
  (void)k;
  auto sum = ct::sum<1>(ct::sum<0>(windows.load_masked(i, j)));
  out[i * columns + j] = static_cast<int>(sum);
}
