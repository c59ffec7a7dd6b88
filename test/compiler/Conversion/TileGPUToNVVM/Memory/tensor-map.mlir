// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90.ptx && FileCheck %s < %t.90.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_100a | tile-translate -arch=sm_100a -o %t.100.ptx && %ptxas -arch=sm_100a -o /dev/null %t.100.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_120a | tile-translate -arch=sm_120a -o %t.120.ptx && %ptxas -arch=sm_120a -o /dev/null %t.120.ptx
// RUN: not tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_90 2>&1 | FileCheck %s --check-prefix=ERROR
// REQUIRES: ptxas
// A tensor map of what the kernel has loaded: put together in shared memory, copied to the CTA's place in the workspace,
// fenced; only where it is another one than before. Tiles that are fetched into the L2 cache: an instruction for each box.

#map = #tile_gpu.tensor_map<f16, base = ()[s0, s1] -> (s0), extents = ()[s0, s1] -> (128, s1), strides = ()[s0, s1] -> (s1 * 256), box = [64, 8], order = [1, 0], swizzle = 128>
#boxes = #tile_gpu.shared<[[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], [2, 16], [4, 32], [0, 64]]>
!tile = !tile_gpu.buffer<8x128xf16, #boxes, align = 1024>
!place = !tile_gpu.buffer<128xi8, #tile_gpu.shared<[[1], [2], [4], [8], [16], [32], [64]]>>

// ERROR: error: 'tile_gpu.build_tensor_map' op expected a target that can make tensor maps, got compute_90
// The workspace comes behind the source's parameters.
// CHECK-LABEL: .visible .entry built(
// CHECK: .param .u64 .ptr .align 1 built_param_3
// CHECK-DAG: ld.param.b64 %rd{{[0-9]+}}, [built_param_3];
// There is no map at first.
// CHECK: st.shared.b32 [%rd{{[0-9]+}}+112], 0;
// Where all values are those of the last map, it stands.
// CHECK: st.shared.b32 [%rd[[AT:[0-9]+]]+120], 0;
// CHECK-SAME: ld.shared.b32 c, [%rd[[AT]]+112]; setp.eq.b32 q, c, 0;
// CHECK-SAME: ld.shared.b64 a, [%rd[[AT]]+0]; setp.ne.or.b64 q, a, %rd{{[0-9]+}}, q;
// CHECK-SAME: ld.shared.b64 a, [%rd[[AT]]+8]; setp.ne.or.b64 q, a, %rd{{[0-9]+}}, q; @!q bra LEAVE;
// CHECK-SAME: st.shared.b64 [%rd[[AT]]+120], 0;
// CHECK-SAME: tensormap.replace.tile.rank.shared::cta.b1024.b32 [%rd[[AT]]], 1;
// CHECK-SAME: tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%rd[[AT]]], 6;
// CHECK-SAME: tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%rd[[AT]]], 3;
// CHECK-SAME: tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%rd[[AT]]], %rd
// CHECK-SAME: tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd[[AT]]], 0, 64;
// CHECK-SAME: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd[[AT]]], 0, %r
// CHECK-SAME: tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%rd[[AT]]], 0, %rd
// CHECK-SAME: tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd[[AT]]], 1, 8;
// CHECK-SAME: setp.gt.u64 q, %rd{{[0-9]+}}, 2147418112; @q trap; tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd[[AT]]], 1, %r
// CHECK-SAME: ld.shared.v2.b64 {a, b}, [%rd[[AT]]+0];
// CHECK-SAME: st.global.v2.b64 [%rd[[MAP:[0-9]+]]+112], {a, b};
// CHECK-SAME: fence.proxy.tensormap::generic.release.gpu;
// CHECK-SAME: st.shared.b32 [%rd[[AT]]+112], 1; st.shared.b32 [%rd[[AT]]+120], 1;
// CHECK: ld.shared.b32 c, [%rd[[AT]]+120]; setp.ne.b32 q, c, 0; @!q bra LEAVE;
// CHECK-SAME: fence.proxy.tensormap::generic.acquire.gpu [%rd{{[0-9]+}}], 128;
// CHECK: cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd[[HANDLE:[0-9]+]], {%r{{[0-9]+}}, %r{{[0-9]+}}}];
// CHECK: cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd[[HANDLE]], {%r{{[0-9]+}}, %r{{[0-9]+}}}];
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%rd{{[0-9]+}}], [%rd[[HANDLE]],
func.func @built(%p: !tile.ptr<f16>, %n: i32, %x: i32) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32, tile_gpu.shared_bytes = 4096 : i64} {
  %zero = arith.constant 0 : i32
  %place = tile_gpu.alloc_buffer {shared_offset = 128 : i64} : !place
  %b = tile_gpu.alloc_buffer {shared_offset = 1024 : i64} : !tile
  %m = tile_gpu.alloc_mbarriers {shared_offset = 0 : i64} : !tile_gpu.mbarriers<1>
  %map = tile_gpu.build_tensor_map #map(%p, %n) in %place : (!tile.ptr<f16>, i32) in !place
  tile_gpu.tensor_map_fence %map
  tile_gpu.tma_prefetch %map[%x, %zero] shape [8, 128]
  tile_gpu.tma_load %map[%x, %zero] into %b, %m[%zero] : !tile, !tile_gpu.mbarriers<1>
  return
}
