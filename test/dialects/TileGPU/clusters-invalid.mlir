// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @other_number(%a: tensor<2xf32>) attributes {tile.num_ctas = 4 : i32} {
  // expected-error @+1 {{expected one 'tensor<2xf32>' for each of 4 CTAs, got 'tensor<2x2xf32>'}}
  %c = tile.cluster_gather %a : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @other_shapes(%a: tensor<2xf32>, %b: tensor<4xf32>) attributes {tile.num_ctas = 2 : i32} {
  // expected-error @+1 {{expected operands of one shape, got 'tensor<4xf32>'}}
  %c, %d = tile.cluster_gather %a, %b : (tensor<2xf32>, tensor<4xf32>) -> (tensor<2x2xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @nothing() attributes {tile.num_ctas = 2 : i32} {
  // expected-error @+1 {{expected as many results as operands and at least one, got 0 and 0}}
  tile.cluster_gather : () -> ()
  return
}

// -----

// expected-error @+1 {{expected a power of two up to 16 as 'tile.num_ctas', got 3 : i32}}
func.func @three() attributes {tile.num_ctas = 3 : i32} {
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
#lanes = #tile_gpu.layout<lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>
#registers = #tile_gpu.layout<register = [[1, 0]], lane = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]>
func.func @layouts(%a: tensor<1xf32, #one>) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32} {
  // expected-error @+1 {{expected results of one layout}}
  %c, %d = tile_gpu.cluster_gather %a, %a : (tensor<1xf32, #one>, tensor<1xf32, #one>) -> (tensor<2x1xf32, #lanes>, tensor<2x1xf32, #registers>)
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
#rows = #tile_gpu.shared<[[1, 0]]>
!slot = !tile_gpu.buffer<2x1xbf16, #rows, align = 16>
func.func @narrow(%a: tensor<1xbf16, #one>, %box: !slot, %come: !tile_gpu.mbarriers<1>, %i: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32} {
  // expected-error @+1 {{expected elements of 4 or 8 bytes, got 'bf16'}}
  tile_gpu.cluster_send %a into %box, %come[%i] : tensor<1xbf16, #one> into !slot, !tile_gpu.mbarriers<1>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
#rows = #tile_gpu.shared<[[1, 0]]>
!box = !tile_gpu.buffer<2x1xf32, #rows, stages = 2, align = 16>
func.func @stages(%a: tensor<1xf32, #one>, %box: !box, %come: !tile_gpu.mbarriers<1>, %i: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32} {
  // expected-error @+1 {{expected one stage of a buffer, got 2 stages}}
  tile_gpu.cluster_send %a into %box, %come[%i] : tensor<1xf32, #one> into !box, !tile_gpu.mbarriers<1>
  return
}

// -----

#one = #tile_gpu.layout<lane = [[0], [0], [0], [0], [0]]>
#rows = #tile_gpu.shared<[[1, 0]]>
!slot = !tile_gpu.buffer<2x1xf32, #rows, align = 16>
func.func @shape(%a: tensor<1xf32, #one>, %box: !slot, %come: !tile_gpu.mbarriers<1>, %i: i32) attributes {tile.num_ctas = 4 : i32, tile_gpu.num_warps = 1 : i32} {
  // expected-error @+1 {{expected a buffer of 'tensor<4x1xf32>', got 'tensor<2x1xf32>'}}
  tile_gpu.cluster_send %a into %box, %come[%i] : tensor<1xf32, #one> into !slot, !tile_gpu.mbarriers<1>
  return
}

// -----

#scalar = #tile_gpu.shared<[]>
!number = !tile_gpu.buffer<1xi32, #scalar, align = 16>
func.func @outside(%i: i32, %slot: !number, %sent: !tile_gpu.mbarriers<1>) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32} {
  // expected-error @+1 {{expected to stand in the producer's region of warp_roles}}
  tile_gpu.cluster_put %i into %slot, %sent[%i] : !number, !tile_gpu.mbarriers<1>
  return
}

// -----

func.func @drawn(%i: i32) attributes {tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32} {
  // expected-error @+1 {{expected to stand in the producer's region of warp_roles, where CTAs share a block}}
  %x = tile_gpu.next_block of %i
  return
}

// -----

#scalar = #tile_gpu.shared<[]>
!number = !tile_gpu.buffer<1xi32, #scalar, align = 16>
func.func @alone(%i: i32) attributes {tile.kernel, tile_gpu.num_warps = 1 : i32} {
  %slot = tile_gpu.alloc_buffer : !number
  %sent = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<1>
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    // expected-error @+1 {{expected a kernel whose blocks are shared by the CTAs of a cluster}}
    tile_gpu.cluster_put %i into %slot, %sent[%i] : !number, !tile_gpu.mbarriers<1>
  }
  return
}

// -----

#scalar = #tile_gpu.shared<[]>
!numbers = !tile_gpu.buffer<1xi32, #scalar, stages = 2, align = 16>
func.func @slots(%i: i32) attributes {tile.kernel, tile.num_ctas = 2 : i32, tile_gpu.num_warps = 1 : i32} {
  %slots = tile_gpu.alloc_buffer : !numbers
  %sent = tile_gpu.alloc_mbarriers : !tile_gpu.mbarriers<1>
  tile_gpu.warp_roles consumers {
  } producer warps 1 {
    // expected-error @+1 {{expected one stage of 1 i32}}
    tile_gpu.cluster_put %i into %slots, %sent[%i] : !numbers, !tile_gpu.mbarriers<1>
  }
  return
}

// -----

// expected-error @+1 {{expected 'tile.num_ctas' or 'tile.multicast_ctas', got both}}
func.func private @both() attributes {tile.multicast_ctas = 2 : i32, tile.num_ctas = 2 : i32}
