// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_80 | tile-translate -arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_86 | tile-translate -arch=sm_86 -o %t.86.ptx && %ptxas -arch=sm_86 -o /dev/null %t.86.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_87 | tile-translate -arch=sm_87 -o %t.87.ptx && %ptxas -arch=sm_87 -o /dev/null %t.87.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_88 | tile-translate -arch=sm_88 -o %t.88.ptx && %ptxas -arch=sm_88 -o /dev/null %t.88.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_89 | tile-translate -arch=sm_89 -o %t.89.ptx && %ptxas -arch=sm_89 -o /dev/null %t.89.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_90a | tile-translate -arch=sm_90a -o %t.90a.ptx && %ptxas -arch=sm_90a -o /dev/null %t.90a.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_100a | tile-translate -arch=sm_100a -o %t.100a.ptx && %ptxas -arch=sm_100a -o /dev/null %t.100a.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_103a | tile-translate -arch=sm_103a -o %t.103a.ptx && %ptxas -arch=sm_103a -o /dev/null %t.103a.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_110a | tile-translate -arch=sm_110a -o %t.110a.ptx && %ptxas -arch=sm_110a -o /dev/null %t.110a.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_120a | tile-translate -arch=sm_120a -o %t.120a.ptx && %ptxas -arch=sm_120a -o /dev/null %t.120a.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=sm_121a | tile-translate -arch=sm_121a -o %t.121a.ptx && %ptxas -arch=sm_121a -o /dev/null %t.121a.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_80 | tile-translate -arch=compute_80 -o %t.c80.ptx && %ptxas -arch=sm_80 -o /dev/null %t.c80.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_89 | tile-translate -arch=compute_89 -o %t.c89.ptx && %ptxas -arch=sm_89 -o /dev/null %t.c89.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_90 | tile-translate -arch=compute_90 -o %t.c90.ptx && %ptxas -arch=sm_90 -o /dev/null %t.c90.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_100 | tile-translate -arch=compute_100 -o %t.c100.ptx && %ptxas -arch=sm_100 -o /dev/null %t.c100.ptx
// RUN: tile-opt %s --tile-gpu-to-nvvm-pipeline=arch=compute_120 | tile-translate -arch=compute_120 -o %t.c120.ptx && %ptxas -arch=sm_120 -o /dev/null %t.c120.ptx
// REQUIRES: ptxas
// Every target takes what depends on the target: narrow conversions, 16-bit arithmetic, atomics, wide loads.

#l = #tile_gpu.layout<register = [[1], [2], [4], [8]], lane = [[16], [32], [64], [128], [256]], warp = [[512]]>
#r = #tile_gpu.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0]]>

func.func @narrow(%p: !tile.ptr<f32>, %q: !tile.ptr<f8E4M3FN>, %e: f8E5M2, %f: f8E8M0FNU, %g: f4E2M1FN, %n: i64, %o: !tile.ptr<tf32>)
    attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 0 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<1024xi32, #l>
  %ps = tile.splat %p : tensor<1024x!tile.ptr<f32>, #l>
  %pp = tile.offset %ps, %i : tensor<1024x!tile.ptr<f32>, #l>, tensor<1024xi32, #l>
  %qs = tile.splat %q : tensor<1024x!tile.ptr<f8E4M3FN>, #l>
  %qp = tile.offset %qs, %i : tensor<1024x!tile.ptr<f8E4M3FN>, #l>, tensor<1024xi32, #l>
  %x = tile_gpu.load %pp vector 4 : tensor<1024x!tile.ptr<f32>, #l>
  %y = tile.ftof %x : tensor<1024xf32, #l> -> tensor<1024xf8E4M3FN, #l>
  tile_gpu.store %qp, %y vector 16 : tensor<1024x!tile.ptr<f8E4M3FN>, #l>
  %u = tile.ftof %e : f8E5M2 -> f4E2M1FN
  %v = tile.ftof %u : f4E2M1FN -> f8E8M0FNU
  %w = tile.ftof %v : f8E8M0FNU -> tf32
  tile_gpu.store %o, %w : !tile.ptr<tf32>
  %z = tile.itof %n : i64 -> tf32
  tile_gpu.store %o, %z : !tile.ptr<tf32>
  return
}

func.func @arithmetic(%b: !tile.ptr<bf16>, %h: !tile.ptr<f16>, %d: !tile.ptr<f64>)
    attributes {tile.kernel, tile_gpu.num_warps = 2 : i32, tile_gpu.shared_bytes = 16 : i64} {
  %i = tile_gpu.coordinate 0 : tensor<1024xi32, #l>
  %bs = tile.splat %b : tensor<1024x!tile.ptr<bf16>, #l>
  %bp = tile.offset %bs, %i : tensor<1024x!tile.ptr<bf16>, #l>, tensor<1024xi32, #l>
  %x = tile_gpu.load %bp vector 8 : tensor<1024x!tile.ptr<bf16>, #l>
  %y = arith.mulf %x, %x : tensor<1024xbf16, #l>
  %z = arith.addf %y, %x : tensor<1024xbf16, #l>
  %m = arith.maxnumf %z, %y : tensor<1024xbf16, #l>
  %n = arith.maximumf %m, %x : tensor<1024xbf16, #l>
  %q = arith.divf %n, %z : tensor<1024xbf16, #l>
  %f = math.fma %q, %x, %y : tensor<1024xbf16, #l>
  %e = math.exp %f : tensor<1024xbf16, #l>
  tile_gpu.store %bp, %e vector 8 : tensor<1024x!tile.ptr<bf16>, #l>
  %k = tile.ftof %x : tensor<1024xbf16, #l> -> tensor<1024xf16, #l>
  %s = tile_gpu.reduce %k axis = 0 {shared_offset = 0 : i64} : (tensor<1024xf16, #l>) -> tensor<1xf16, #r> {
  ^bb0(%a: f16, %c: f16):
    %t = arith.addf %a, %c : f16
    tile_gpu.yield %t : f16
  }
  %sum = tile.to_scalar %s : tensor<1xf16, #r>
  tile_gpu.atomic_rmw add relaxed device %h, %sum : !tile.ptr<f16>
  %wide = tile.ftof %sum : f16 -> f64
  %root = math.sqrt %wide : f64
  tile_gpu.atomic_rmw add release system %d, %root : !tile.ptr<f64>
  return
}
