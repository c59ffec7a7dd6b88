// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Mandelbrot set: a `while` over a tile of points that ends when all have left or the limit is reached.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

using Points = ct::tile<double, ct::shape<8, 16>>;
using Counts = ct::tile<int, ct::shape<8, 16>>;

__tile_global__ void mandelbrot(int* counts, int rows, int columns, double left, double top, double step, int limit) {
  auto row = (int)ct::bid().y * 8 + ct::iota<ct::tile<int, ct::shape<8, 1>>>();
  auto column = (int)ct::bid().x * 16 + ct::iota<ct::tile<int, ct::shape<1, 16>>>();
  auto cx = ct::broadcast(left + ct::element_cast<double>(column) * step, ct::shape<8, 16>{});
  auto cy = ct::broadcast(top - ct::element_cast<double>(row) * step, ct::shape<8, 16>{});
  auto x = ct::zeros<Points>(), y = ct::zeros<Points>();
  auto count = ct::zeros<Counts>();
  auto alive = ct::ones<ct::tile<bool, ct::shape<8, 16>>>();
  int round = 0;
  while (round < limit && static_cast<bool>(ct::any_of<0>(ct::any_of<1>(alive)))) {
    auto next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    alive = alive & x * x + y * y <= 4.0;
    count = count + ct::element_cast<int>(alive);
    ++round;
  }
  auto view = ct::partition_view{ct::tensor_span{counts, ct::extents{rows, columns}}, ct::shape{8_ic, 16_ic}};
  view.store_masked(count, ct::bid().y, ct::bid().x);
}
