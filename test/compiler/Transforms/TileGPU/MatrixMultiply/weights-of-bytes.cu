// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tilec %s -arch=sm_90a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_90a --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS
// REQUIRES: ptxas
// A second operand that the loop makes of bytes is the first one of a transposed MMA: lanes keep it in registers.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// PTXAS-NOT: (C75
template <int Rows, int Columns, class P, class Layout = ct::layout_right> __tile__ auto tiles(P* p, int rows, int columns, Layout layout = {}) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{rows, columns}, layout}, ct::shape<Rows, Columns>{}};
}

// Neighbours lie along K: lanes load them as the fragment has them, without a conflict.
// REMARK: the MMA is computed transposed: the loop computes b, which lanes keep in registers as the first operand
// CHECK-LABEL: func @_Z7along_kB2v0
// CHECK: %[[W:.*]] = tile_gpu.buffer_load {{.*}} -> tensor<128x64xi8,
// CHECK: scf.for
// CHECK-NOT: tile_gpu.buffer_store
// CHECK: tile.itof
// CHECK: tile_gpu.warpgroup_mma {{.*}} : tensor<128x64xf16, {{.*}}>, !tile_gpu.buffer<64x128xf16,
// PTX-LABEL: .entry _Z7along_kB2v0
// PTX-NOT: cvt.rn.f16
// PTX: wgmma.mma_async
__tile_global__ void along_k(__half* __restrict__ c, const __half* __restrict__ a, const signed char* __restrict__ b, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 64)))
    sum = ct::mma(tiles<128, 64>(a, m, k).load_masked(i, t),
                  ct::element_cast<__half>(ct::transpose(tiles<128, 64>(b, n, k).load_masked(j, t))), sum);
  tiles<128, 128>(c, m, n).store_masked(ct::element_cast<__half>(sum), i, j);
}

// Neighbours lie along N. Transposed matrices of pairs give words of two rows, rows of the accumulators are in their
// order, and a permutation makes halves of a word's bytes. Scales of columns come with them.
// REMARK: the MMA is computed transposed: the loop computes b, which lanes keep in registers as the first operand
// CHECK-LABEL: func @_Z8across_kB2v0
// CHECK-NOT: tile_gpu.convert_layout {{.*}} shared_offset
// CHECK: tile_gpu.warpgroup_mma {{.*}} : tensor<128x128xf16, {{.*}}>, !tile_gpu.buffer<128x64xf16,
// PTX-LABEL: .entry _Z8across_kB2v0
// PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// PTX-NOT: cvt.rn.f16
// PTX: prmt.b32 {{.*}}, 1684300900, 0x4240U
// PTX: prmt.b32 {{.*}}, 1684300900, 0x4341U
__tile_global__ void across_k(__half* __restrict__ c, const __half* __restrict__ a, const signed char* __restrict__ b,
                              const __half* __restrict__ scale, int m, int n, int k) {
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 128>>>();
  for (int t : ct::irange(0, ct::ceildiv(k, 128))) {
    auto weights = ct::element_cast<__half>(tiles<128, 128>(b, k, n).load_masked(t, j));
    sum = ct::mma(tiles<64, 128>(a, m, k).load_masked(i, t), weights * tiles<1, 128>(scale, k / 128, n).load_masked(t, j), sum);
  }
  tiles<64, 128>(c, m, n).store_masked(ct::element_cast<__half>(sum), i, j);
}
