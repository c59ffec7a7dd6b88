// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --remarks --emit=tile-gpu -o /dev/null 2>&1 | FileCheck %s
// Two blocks of a CTA are in flight where the copy engine brings both operands, whether or not they are reshaped. Rows that a list names come by lanes:
// one block has all warps then.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using T = __nv_bfloat16;

// CHECK-DAG: make-persistent-operands.cu:[[#@LINE+1]]:{{.*}} remark: persistent: {{.*}}two in flight, which take turns on the tensor core
__tile_global__ void planes(T* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, int batch, int m, int n, int k) {
  auto tiles = [&](auto* p, int rows, int columns, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{batch, rows, columns}}, shape}; };
  auto va = tiles(a, m, k, ct::shape<1, 128, 64>{}), vb = tiles(b, n, k, ct::shape<1, 128, 64>{});
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  int z = ct::bid().z;
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(ct::reshape(va.load_masked(z, ct::bid().x, t), ct::shape<128, 64>{}),
                  ct::transpose(ct::reshape(vb.load_masked(z, ct::bid().y, t), ct::shape<128, 64>{})), sum);
  tiles(c, m, n, ct::shape<1, 128, 128>{})
      .store_masked(ct::reshape(ct::element_cast<T>(sum), ct::shape<1, 128, 128>{}), z, ct::bid().x, ct::bid().y);
}

// CHECK-DAG: make-persistent-operands.cu:[[#@LINE+2]]:{{.*}} remark: persistent: CTAs stay and loop over tile blocks, in groups of 8 along x{{$}}
// CHECK-DAG: make-persistent-operands.cu:[[#@LINE+1]]:{{.*}} remark: 8 warps
__tile_global__ void listed(T* __restrict__ c, const T* __restrict__ a, const T* __restrict__ b, const int* __restrict__ rows, int m, int n, int k) {
  auto row = ct::load(rows + (ct::bid().x * 128 + ct::iota<ct::tile<unsigned, ct::shape<128>>>()));
  auto va = ct::gather_scatter_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}, 0_ic};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64))) sum = ct::mma(va.load_masked(row, t), vb.load_masked(t, ct::bid().y), sum);
  ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}}.store_masked(ct::element_cast<T>(sum), ct::bid().x, ct::bid().y);
}
