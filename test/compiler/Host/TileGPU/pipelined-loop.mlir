// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --pass-pipeline="builtin.module(func.func(tile-gpu-pipeline-loops{stages=4},cse,tile-gpu-allocate-shared-memory,tile-gpu-place-memory-barriers))" -o %t
// RUN: tile-gpu-run %t --bytes 12288 --print 4 --orders 8 | FileCheck %s
// RUN: sed "s/pending 2/pending 3/" %t > %t.early && tile-gpu-run %t.early --bytes 12288 --orders 8 | FileCheck %s --check-prefix=EARLY
// RUN: sed "s/arith.constant 4 : i32/arith.constant 3 : i32/" %t > %t.turn && tile-gpu-run %t.turn --bytes 12288 --orders 8 | FileCheck %s --check-prefix=TURN
// A ring of four slots under orders that complete copies late or at once; a wait that is one group short, and slots that turn
// around too early, are found.

// CHECK: sum: ok
// CHECK: arg0: 7680 7686 7692 7698
// EARLY: data race: read of byte {{.*}} of shared memory {{.*}} is not ordered with the asynchronous copy
// TURN: data race: write of byte {{.*}} of shared memory {{.*}} is not ordered with the asynchronous copy
#l = #tile_gpu.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]]>
func.func @sum(%p: !tile.ptr<i32>) attributes {tile.kernel, tile_gpu.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 6 : i32
  %c512 = arith.constant 512 : i32
  %zero = arith.constant dense<0> : tensor<512xi32, #l>
  %at = tile_gpu.coordinate 0 : tensor<512xi32, #l>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<512xi32, #l> : i32 {
    %o = arith.muli %i, %c512 : i32
    %pi = tile.offset %p, %o : !tile.ptr<i32>, i32
    %ps = tile.splat %pi : tensor<512x!tile.ptr<i32>, #l>
    %pp = tile.offset %ps, %at : tensor<512x!tile.ptr<i32>, #l>, tensor<512xi32, #l>
    %x = tile_gpu.load %pp vector 4 : tensor<512x!tile.ptr<i32>, #l>
    %s = arith.addi %acc, %x : tensor<512xi32, #l>
    scf.yield %s : tensor<512xi32, #l>
  }
  %ps = tile.splat %p : tensor<512x!tile.ptr<i32>, #l>
  %pp = tile.offset %ps, %at : tensor<512x!tile.ptr<i32>, #l>, tensor<512xi32, #l>
  tile_gpu.store %pp, %sum vector 4 : tensor<512x!tile.ptr<i32>, #l>
  return
}
