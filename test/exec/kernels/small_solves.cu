// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many small systems of equations, several in a tile, by elimination without exchange of rows: for matrices with a heavy diagonal.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int Systems, int N, int Sides>
__tile_global__ void small_solves(T* __restrict__ x, const T* __restrict__ a, const T* __restrict__ b, int count) {
  auto view = [&](auto* p, auto columns) {
    return ct::partition_view{ct::tensor_span{p, ct::extents{count, ct::integral_constant<N>{}, columns}},
                              ct::shape<Systems, N, decltype(columns)::value>{}};
  };
  int block = ct::bid().x;
  auto matrix = view(a, ct::integral_constant<N>{}).load_masked(block, 0, 0);
  auto sides = view(b, ct::integral_constant<Sides>{}).load_masked(block, 0, 0);
  auto row = ct::iota<ct::tile<int, ct::shape<N>>>();
  auto as_row = ct::reshape(row, ct::shape<1, N, 1>{});
  auto as_column = ct::reshape(row, ct::shape<1, 1, N>{});
  auto only = [](auto tile, auto which) { return ct::select(which, tile, ct::zeros<decltype(tile)>()); };
  for (int k : ct::irange(0, N)) {
    auto pivot_row = ct::sum<1>(only(matrix, as_row == k));
    auto pivot_side = ct::sum<1>(only(sides, as_row == k));
    auto pivot = ct::sum<2>(only(pivot_row, as_column == k));
    // Systems beyond the last are all zero.
    auto inverse = T(1) / ct::select(pivot == T(0), ct::ones<decltype(pivot)>(), pivot);
    auto factor = only(ct::sum<2>(only(matrix, as_column == k)), as_row != k) * inverse;
    matrix = matrix - factor * pivot_row;
    sides = sides - factor * pivot_side;
  }
  auto diagonal = ct::sum<2>(only(matrix, as_row == as_column));
  view(x, ct::integral_constant<Sides>{}).store_masked(sides / diagonal, block, 0, 0);
}
template __tile_global__ void small_solves<float, 8, 16, 4>(float*, const float*, const float*, int);
template __tile_global__ void small_solves<double, 4, 8, 1>(double*, const double*, const double*, int);
