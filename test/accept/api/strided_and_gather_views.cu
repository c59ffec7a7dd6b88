// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overlapping windows by a strided view, rows by index from a gather view.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
__tile_global__ void window(const float* p, float* q, int n) {
  auto w = ct::strided_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}, ct::strides{32_ic}};
  auto x = w.load_masked(ct::bid().x);
  auto o = ct::partition_view{ct::tensor_span{q, ct::extents{n}}, ct::shape<64>{}};
  o.store_masked(x, ct::bid().x);
}
__tile_global__ void embedding(const int* ids, const float* table, float* out, int rows, int vocab) {
  auto t = ct::gather_scatter_view{ct::tensor_span{table, ct::extents{vocab, 128_ic}}, ct::shape<16, 128>{}, 0_ic};
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>() + (int)ct::bid().x * 16;
  auto id = ct::load_masked(ids + i, i < rows, 0);
  auto o = ct::partition_view{ct::tensor_span{out, ct::extents{rows, 128_ic}}, ct::shape<16, 128>{}};
  o.store_masked(t.load_masked(id, 0), ct::bid().x, 0);
}
