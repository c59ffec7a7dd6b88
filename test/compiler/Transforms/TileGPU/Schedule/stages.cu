// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where warps multiply on a chip that has a copy engine, and no unit that reads shared memory, one lane of the consumers
// starts TMA loads into the stages of their loop: two and more where they fit, else one for each operand, else one that
// operands take in turn.
// RUN: tilec %s -arch=sm_120a --emit=tile-gpu -o - | FileCheck %s
// RUN: tilec %s -arch=sm_120a --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tilec %s -arch=sm_120a -o - | FileCheck %s --check-prefix=PTX
// RUN: tilec %s -arch=sm_89 -o - | FileCheck %s --check-prefix=LANES
// Whoever asks for no producer warps gets copies of lanes.
// RUN: tilec %s -arch=sm_120a --no-specialize-warps -o - | FileCheck %s --check-prefix=LANES
// LANES-NOT: cp.async.bulk
// LANES: cp.async.cg
// LANES-NOT: cp.async.bulk
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

// What the bytes held before is behind a fence and a barrier. A stage is filled again behind a fence and a barrier, too,
// which all have passed who read it.
// CHECK-LABEL: func.func @_Z4gemmB2v0
// CHECK: %[[A:.*]] = tile_gpu.alloc_buffer {{.*}}128x64xf16, {{.*}}, stages = 2, align = 1024>
// CHECK: %[[B:.*]] = tile_gpu.alloc_buffer {{.*}}64x128xf16, {{.*}}, stages = 2, align = 1024>
// CHECK: %[[FULL:.*]] = tile_gpu.alloc_mbarriers {{.*}}mbarriers<2>
// CHECK-NEXT: tile_gpu.mbarrier_init %[[FULL]] arrivals 1
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK: scf.if
// CHECK: tile_gpu.mbarrier_expect_tx %[[FULL]][%{{.*}}] bytes 32768
// CHECK: tile_gpu.tma_load
// CHECK: tile_gpu.tma_load
// CHECK: scf.for
// CHECK: tile_gpu.proxy_fence
// CHECK-NEXT: %[[ARRIVED:.*]] = tile_gpu.mbarrier_wait %[[FULL]][%[[READ:.*]]] parity %
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK: scf.if
// CHECK: tile_gpu.tma_load
// CHECK: tile_gpu.tma_load
// CHECK: buffer_stage %[[A]][%[[READ]]]
// CHECK: tile_gpu.buffer_load {{.*}} after %[[ARRIVED]]
// CHECK: tile_gpu.mma mma_sync
// CHECK: scf.yield
// CHECK: tile_gpu.mbarrier_inval %[[FULL]]
// REMARK: remark: pipelined: 2 loads by tensor map into 2 stages, 32768 bytes of a CTA in flight; one lane of the consumers starts them
// PTX-LABEL: .entry _Z4gemmB2v0
// PTX-NOT: cp.async.cg
// PTX: mbarrier.arrive.expect_tx
// PTX: cp.async.bulk.tensor.2d
// PTX: mbarrier.try_wait
// PTX: ldmatrix
// PTX-NOT: setmaxnreg
__tile_global__ void gemm(__half* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (auto i : ct::irange(0, (k + 63) / 64)) sum = ct::mma(va.load_masked(ct::bid().x, i), vb.load_masked(i, ct::bid().y), sum);
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  vc.store_masked(ct::element_cast<__half>(sum), ct::bid().x, ct::bid().y);
}

// What is rounded on its way is brought as it is, and rounded in registers.
// CHECK-LABEL: func.func @_Z7roundedB2v0
// CHECK: stages = 2, align
// CHECK: scf.for
// CHECK: %[[FLOATS:.*]] = tile_gpu.buffer_load {{.*}} -> tensor<128x32xf32
// CHECK: %[[ROUNDED:.*]] = tile.ftof %[[FLOATS]]
// CHECK: tile_gpu.mma mma_sync %[[ROUNDED]], %
__tile_global__ void rounded(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 32>{}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<128, 32>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (auto i : ct::irange(0, (k + 31) / 32))
    sum = ct::mma(ct::element_cast<__nv_tf32>(va.load_masked(ct::bid().x, i)), ct::transpose(ct::element_cast<__nv_tf32>(vb.load_masked(ct::bid().y, i))), sum);
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
  vc.store_masked(sum, ct::bid().x, ct::bid().y);
}

template <int Rows, int Keys, int Width>
__tile_global__ void weighted(float* __restrict__ out, const __nv_bfloat16* __restrict__ q, const __nv_bfloat16* __restrict__ k, const __nv_bfloat16* __restrict__ v, int rows, int keys) {
  auto view = [](auto* p, int n, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, ct::integral_constant<Width>{}}}, shape}; };
  auto query = view(q, rows, ct::shape<Rows, Width>{}).load_masked(ct::bid().x, 0);
  auto sum = ct::zeros<ct::tile<float, ct::shape<Rows, Width>>>();
  for (int t : ct::irange(0, ct::ceildiv(keys, Keys))) {
    auto key = view(k, keys, ct::shape<Keys, Width>{}).load_masked(t, 0);
    auto scores = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<Rows, Keys>>>());
    sum = ct::mma(ct::element_cast<__nv_bfloat16>(ct::exp2(scores)), view(v, keys, ct::shape<Keys, Width>{}).load_masked(t, 0), sum);
  }
  view(out, rows, ct::shape<Rows, Width>{}).store_masked(sum, ct::bid().x, 0);
}

// Two stages of 64 KB do not fit: the next keys come behind the scores, the next values behind the sums. Each warp has rows
// of its own, so that scores become operands in its registers.
// CHECK-LABEL: func.func @{{.*}}weightedB2v0ILi128ELi128ELi128E
// CHECK: %[[KEYS:.*]] = tile_gpu.alloc_buffer {{.*}}128x128xbf16, {{.*}}, align = 1024>
// CHECK: %[[VALUES:.*]] = tile_gpu.alloc_buffer {{.*}}128x128xbf16, {{.*}}, align = 1024>
// CHECK: scf.for
// CHECK: %[[KEYSIN:.*]] = tile_gpu.mbarrier_wait %[[FULL:.*]][%c0{{.*}}] parity %[[PARITY:.*]] :
// CHECK: tile_gpu.buffer_load %[[KEYS]] after %[[KEYSIN]]
// CHECK: tile_gpu.mma mma_sync
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK: scf.if
// CHECK: tile_gpu.tma_load {{.*}} into %[[KEYS]]
// CHECK-NOT: tile_gpu.convert_layout
// CHECK: %[[VALUESIN:.*]] = tile_gpu.mbarrier_wait %[[FULL]][%c1{{.*}}] parity %[[PARITY]]
// CHECK: tile_gpu.buffer_load %[[VALUES]] after %[[VALUESIN]]
// CHECK: tile_gpu.mma mma_sync
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK: scf.if
// CHECK: tile_gpu.tma_load {{.*}} into %[[VALUES]]
// CHECK: scf.yield
// REMARK: remark: pipelined: 2 loads by tensor map into one stage each, 65536 bytes; one lane of the consumers starts the next one behind the last MMA that reads it
template __tile_global__ void weighted<128, 128, 128>(float*, const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int);

// Beside queries of 64 KB there is room for keys or values alone.
// CHECK-LABEL: func.func @{{.*}}weightedB2v0ILi128ELi64ELi256E
// CHECK: tile_gpu.buffer_store
// CHECK: %[[SLOT:.*]] = tile_gpu.alloc_buffer {{.*}}64x256xbf16, {{.*}}, align = 1024>
// CHECK-NOT: tile_gpu.alloc_buffer
// CHECK: scf.for
// CHECK: tile_gpu.buffer_load %[[SLOT]] after
// CHECK: tile_gpu.mma mma_sync
// CHECK-NEXT: tile_gpu.proxy_fence
// CHECK-NEXT: tile_gpu.memory_barrier cta
// CHECK-NOT: scf.if
// CHECK: tile_gpu.tma_load {{.*}} into %[[SLOT]]
// CHECK: tile_gpu.buffer_load %[[SLOT]] after
// CHECK: tile_gpu.mma mma_sync
// CHECK: scf.if
// CHECK: tile_gpu.tma_load {{.*}} into %[[SLOT]]
// REMARK: remark: pipelined: 2 loads by tensor map into one stage in turn, 32768 bytes; one lane of the consumers starts the next one behind the last MMA that reads it
template __tile_global__ void weighted<128, 64, 256>(float*, const __nv_bfloat16*, const __nv_bfloat16*, const __nv_bfloat16*, int, int);
