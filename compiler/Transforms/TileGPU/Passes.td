// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the `tile_gpu` dialect, in the order in which they run.
#ifndef TILEC_COMPILER_TRANSFORMS_TILEGPU_PASSES
#define TILEC_COMPILER_TRANSFORMS_TILEGPU_PASSES

include "mlir/Pass/PassBase.td"

def JoinLoads : Pass<"tile-gpu-join-loads", "::mlir::func::FuncOp"> {
  let summary = "Load all members of structs at once";
  let description = [{
    Loads through `base + stride * i + 0`, `.. + 1` up to `.. + stride - 1`, with one mask, one padding and no write between them, read one run of
    memory where `i` counts up; each by itself skips over what the others read:

    ```mlir
    %r = tile_gpu.load %rgb mask %m               // rgb + 3 * i
    %g = tile_gpu.load %rgb1 mask %m          =>  %r, %g, %b = tile_gpu.load_structs %rgb mask %m
    %b = tile_gpu.load %rgb2 mask %m
    ```

    Loads stay as they are where nothing makes two neighbours' structs one aligned run, or where one has hints. Requires layouts of any kind; those of
    the joined loads are chosen next.
  }];
  let dependentDialects = ["::tilec::tile_gpu::TileGPUDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each group of loads">];
}

def AssignLayouts : Pass<"tile-gpu-assign-layouts", "::mlir::func::FuncOp"> {
  let summary = "Choose the layout of every tile of a kernel, and how wide its memory accesses are";
  let description = [{
    Every distributed value gets the layout with which the kernel as a whole costs least. Each access of memory would like lanes along the dimension
    that is contiguous in memory, 16 bytes a lane where alignment and masks allow; a reduction few shuffles and no trip across warps; tiles pass
    between ops without changing lanes. `compiler/Strategy/LayoutCost.h` has the table of costs, `LayoutClusters.h` how the least is found,
    `LayoutRelations.h` how layouts pass through ops, `ConversionCut.h` how conversions come to stand where the fewest and cheapest do (a transposed tile
    of three uses is converted once, before them); loops and branches carry a tile in one layout. The layouts that are there before do not matter:

    ```mlir
    %x = tile_gpu.load_view %rows[..] : .. -> tensor<32x32xf32, #any>
    %t = tile_gpu.permute %x [1, 0] : tensor<32x32xf32, #any> -> ..
    %c = tile_gpu.convert_layout %t : .. -> tensor<32x32xf32, #any>
    tile_gpu.store_view %columns[..], %c : .., tensor<32x32xf32, #any>
    =>
    %x = tile_gpu.load_view %rows[..] vector 4 : .. -> tensor<32x32xf32, #along_rows>
    %t = tile_gpu.permute %x [1, 0] : tensor<32x32xf32, #along_rows> -> tensor<32x32xf32, #along_columns>
    %c = tile_gpu.convert_layout %t : .. -> tensor<32x32xf32, #along_rows>
    tile_gpu.store_view %columns[..], %c vector 4 : .., tensor<32x32xf32, #along_rows>
    ```

    Sets `vector` of loads and stores: what one instruction of a lane moves. Leaves a `convert_layout` only where layouts differ;
    `tile-gpu-remove-layout-conversions` comes next.
    Requires `tile_gpu.num_warps`. Tiles from outside of the kernel (function arguments, in tests) keep their layouts.
  }];
  let dependentDialects = ["::tilec::tile_gpu::TileGPUDialect"];
  let options = [
    Option<"target", "target", "std::string", "\"\"", "Target, whose tensor core operands are read under; without one they are not">
  ];
}

def RemoveLayoutConversions : Pass<"tile-gpu-remove-layout-conversions", "::mlir::func::FuncOp"> {
  let summary = "Compute cheap tiles in the layout that is wanted instead of converting them";
  let description = [{
    A `convert_layout` of a tile that a few elementwise ops make from constants, `iota`, splats, or tiles that exist in the wanted layout, is replaced
    by the same ops in that layout:

    ```mlir
    %i = tile.iota : tensor<64xi32, #a>                       %i = tile.iota : tensor<64xi32, #b>
    %j = arith.muli %i, %c : tensor<64xi32, #a>           =>  %j = arith.muli %i, %c2 : tensor<64xi32, #b>
    %k = tile_gpu.convert_layout %j : ... -> #b
    ```

    What is extracted from a tile that a buffer holds is loaded from there in the layout that is wanted. Otherwise
    leaves a conversion where the tile comes from memory, a reduction, a loop, or from more work than the conversion costs
    (`compiler/Strategy/LayoutCost.h`); with `remarks` each that stays in the preferred variant says what it costs, and each variant how many stay in it:
    in the pipeline `tile-gpu-spill-carried-tiles` says so, behind all that may take one away yet.
  }];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each conversion that stays">];
}

def UnrollLoops : Pass<"tile-gpu-unroll-loops", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops that load little at a time, and bring their loads together";
  let description = [{
    A counted loop whose loads bring less than 64 bytes a lane each time is unrolled 2 or 4 times, with a loop for what is left behind it. The loads
    of an unrolled body move up, over writes only where they cannot meet (`dialects/Tile/Analysis/Alias`):

    ```mlir
    scf.for %i = %c0 to %n step %c1 {                     scf.for %i = %c0 to %m step %c4 {
      %x = tile_gpu.load_view %v[%i : i32]                  %x0 = tile_gpu.load_view %v[%i : i32]
      ..                                           =>       %x1 = tile_gpu.load_view %v[%i1 : i32] ..
    }                                                     }
                                                          scf.for %i = %m to %n step %c1 { .. }
    ```

    Requires layouts. Iterations keep their order. Declines where a body has atomics, control flow or output, or where the start is no
    constant; with `remarks` it says so.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each loop that is unrolled, and why others are not">];
}

def DeferReductions : Pass<"tile-gpu-defer-reductions", "::mlir::func::FuncOp"> {
  let summary = "Add up over lanes and warps once, behind the loop, what a loop adds up";
  let description = [{
    Where a counted loop only adds the sums of tiles to what it carries, scaled or not, each lane adds up what it has itself:

    ```mlir
    scf.for ... iter_args(%t: tensor<1x1xf32>)               scf.for ... iter_args(%t: tensor<1x32xf32>)
      %s = tile_gpu.reduce %e axis = 1                         %p = what a lane has of %e, reduced in registers
      %n = math.fma %t, %scale, %s                       =>    %n = math.fma %t, broadcast %scale, %p
      scf.yield %n                                             scf.yield %n
    }                                                        }
                                                             %total = tile_gpu.reduce %t axis = 1
    ```

    Requires final layouts. Floats are added in another order, and only such as cannot overflow or become NaN by that: parts that are never negative, scaled by at most one. Declines where lanes
    would carry more registers, or data would have to change lanes, and in most kernels with MMAs; with `remarks` it reports what it did, and which sums wait for their order.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each sum that is deferred">];
}

def SelectMemoryPaths : Pass<"tile-gpu-select-memory-paths", "::mlir::func::FuncOp"> {
  let summary = "Choose how each access reaches memory";
  let description = [{
    By registers: every lane computes the addresses of its elements and loads or stores them.

    ```mlir
    %t = tile_gpu.load_view %v[%i, %j : i32, i32] : ...   =>   %t = tile_gpu.load %pointers mask %inside padding %zero : ...
    ```

    By tensor map (with `tma`, wherever one is possible; with `producers`, where MemoryPathModel.h expects it to be faster): the copy engine
    moves boxes of the tensor to or from a buffer in shared memory.

    ```mlir
    %t = tile_gpu.load_view %v[%i, %j : i32, i32] : ...
    =>
    tile_gpu.tma_load %map[%x, %y] into %buffer, %mbarrier[%zero] ...
    %arrived = tile_gpu.mbarrier_wait ...
    %t = tile_gpu.buffer_load %buffer after %arrived ...
    ```

    As a contiguous range of bytes (where tensor maps are asked for, and there can be none): tiles whose elements are consecutive in memory, from a multiple of 16 on
    and without a mask, by `bulk_load`, `bulk_store` and `bulk_reduce`. Pointer tiles, too: BulkCopies.h says which.

    Where a kernel without a stage buffer loads one row of a tensor a block, the blocks fetch the rows of later blocks into L2: PrefetchRows.h says when.

    Accesses stay as wide as `tile-gpu-assign-layouts` made them. With `remarks` each says what was chosen, why not more, and what would change it.

    An element is inside if every coordinate is below the tensor's extent; unless the access is `in_bounds`, others are masked out.
    Requires: views made by `make_view` of `make_tensor_view`, visible from the access. Leaves: no view op.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Report each choice">,
    Option<"target", "target", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">,
    Option<"tma", "tma", "bool", "false", "Use tensor maps wherever they are possible, not only where they are faster">,
    Option<"producers", "producers", "bool", "false",
           "Use tensor maps where they are faster if loops get warps of their own for them">,
    Option<"stages", "stages", "bool", "false",
           "Leave beside loads that warp MMAs read the box that a loop with stages may bring">
  ];
}

def StageMmaOperands : Pass<"tile-gpu-stage-mma-operands", "::mlir::func::FuncOp"> {
  let summary = "Bring the operands of warpgroup MMAs to where they are read, and start the MMAs";
  let description = [{
    An operand that came by tensor map into a buffer which `wgmma` can read stays there, seen through permutations and reshapes:

    ```mlir
    %a = tile_gpu.buffer_load %stage after %arrived
    tile_gpu.free_buffer %stage                             %r = tile_gpu.warpgroup_mma %stage, %stage_b plus %c after %arrived
    ..                                                =>   %d = tile_gpu.warpgroup_wait %r pending 0
    %d = tile_gpu.mma wgmma %a, %b, %c                     tile_gpu.free_buffer %stage
    ```

    Any other is stored into a buffer of its own, in the swizzle that `wgmma` wants; with `a_in_registers` a stays in registers:

    ```mlir
    %buffer = tile_gpu.alloc_buffer
    tile_gpu.buffer_store %b, %buffer
    tile_gpu.proxy_fence
    %r = tile_gpu.warpgroup_mma %a, %buffer plus %c
    ```

    Of `scaled_mma tcgen05` the scales go to tensor memory, and elements of 4 bits two to a byte:

    ```mlir
                                                           %p = tile_gpu.pack_fours %a dimension 1
                                                           tile_gpu.buffer_store %p, %buffer
    %d = tile_gpu.scaled_mma tcgen05 %a scale %s, ..  =>   tile_gpu.tensor_store_scales %s, %memory column 64
                                                           tile_gpu.tensor_mma %buffer, .. scales <f8E8M0FNU, depth = 2, ..>
    ```

    Each MMA is waited for on the spot; who can do better moves the wait. MMAs of fp8 go in steps of at most 128 along K, added up in f32.
    Requires: views expanded, nothing allocated. Leaves: no `mma wgmma`, no MMA by `tcgen05` in registers. With `remarks` MMAs say where their operands are, and why not in place.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [Option<"sharedMemory", "shared-memory", "unsigned", "::tilec::Target::defaultTarget().sharedMemoryPerCta()", "Bytes of shared memory of a CTA">,
                 Option<"remarks", "remarks", "bool", "false", "Report where operands are read">];
}

def SplitStores : Pass<"tile-gpu-split-stores", "::mlir::func::FuncOp"> {
  let summary = "Store the results of blocks by tensor map in pieces";
  let description = [{
    In a loop over blocks a tile that goes to memory by tensor map takes two stages of a few boxes each in shared memory, instead of a buffer for all of it:

    ```mlir
    tile_gpu.bulk_wait pending 0 read                         tile_gpu.bulk_wait pending 1 read
    tile_gpu.buffer_store %v, %buffer                         %p = tile_gpu.extract %v[0, 0]
    tile_gpu.proxy_fence                                      tile_gpu.buffer_store %p, %stages [0]
    tile_gpu.tma_store %buffer to %map[%x, %y]          =>    tile_gpu.proxy_fence
    tile_gpu.bulk_commit                                      tile_gpu.tma_store %stages [0] to %map[%x, %y]
                                                              tile_gpu.bulk_commit
                                                              .. the same with %v[0, 1] through %stages [1], and so on
    ```

    Pieces are of 16 KB and more. Where there are more than two along the innermost dimension, and each lane has its part of a piece in registers already. Requires:
    `tile-gpu-select-memory-paths`, nothing allocated. With `remarks` each such store says so.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report stores in pieces">];
}

def ChooseCachePolicies : Pass<"tile-gpu-choose-cache-policies", "::mlir::func::FuncOp"> {
  let summary = "Say of loads and stores how long caches should keep their lines";
  let description = [{
    What a block moves once is `streaming`, what all blocks read is `reused`, and what nothing in the kernel writes is `read_only`:

    ```mlir
    %x = tile_gpu.load %p_of_block        =>   %x = tile_gpu.load %p_of_block {cache = streaming, read_only}
    %w = tile_gpu.load %p                 =>   %w = tile_gpu.load %p {cache = reused, read_only}
    tile_gpu.store %q_of_block, %y        =>   tile_gpu.store %q_of_block, %y {cache = streaming}
    ```

    Requires: views expanded. Streaming is said of tiles whose addresses depend on the block number, that no other access of the kernel reads or writes,
    and of which no two elements share a cell. Leaves all others as they are.
  }];
  let options = [Option<"policies", "policies", "bool", "true", "Streaming and reused accesses">,
                 Option<"readOnly", "read-only", "bool", "true", "Loads of what the kernel does not write">];
}

def NarrowIntegers : Pass<"tile-gpu-narrow-integers", "::mlir::func::FuncOp"> {
  let summary = "Do 64-bit integer arithmetic in 32 bits where all values fit";
  let description = [{
    Where integer range analysis proves that operands and result of an operation fit 32 bits, it is done there:

    ```mlir
    %i = tile_gpu.coordinate 0 : tensor<256xi32, #layout>
    %x = arith.extui %i : tensor<256xi32, #layout> to tensor<256xi64, #layout>
    %y = arith.muli %x, %c1000 : tensor<256xi64, #layout>
    =>
    %n = arith.muli %i, %c1000_i32 : tensor<256xi32, #layout>
    %y = arith.extui %n : tensor<256xi32, #layout> to tensor<256xi64, #layout>
    ```

    Known are positions in tiles, block numbers, constants, counters of loops with known bounds, and what `tile.assume` promises.
    Values do not change for any input. Requires: views expanded. Leaves truncations and extensions for the canonicaliser.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ShareConversions : Pass<"tile-gpu-share-conversions", "::mlir::func::FuncOp"> {
  let summary = "Store a tile once that several MMAs of a loop want as different fragments";
  let description = [{
    ```mlir
    %a = tile_gpu.convert_layout %x           %b = tile_gpu.alloc_buffer
    .. tile_gpu.mma mma_sync %a, ..           tile_gpu.buffer_store %x, %b
    %t = tile_gpu.permute %x [1, 0]     =>    %a = tile_gpu.buffer_load %b
    %c = tile_gpu.convert_layout %t           .. tile_gpu.mma mma_sync %a, ..
    .. tile_gpu.mma mma_sync .., %c           %c = tile_gpu.permute (tile_gpu.buffer_load %b) [1, 0]
                                              .. tile_gpu.mma mma_sync .., %c
                                              tile_gpu.free_buffer %b
    ```

    Where one stage serves `ldmatrix` for all of them and there is room for it. Requires layouts; behind
    `tile-gpu-pipeline-loops`, whose stage buffers take what is loaded, and before `tile-gpu-spill-carried-tiles`.
  }];
  let options = [
    Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">,
    Option<"remarks", "remarks", "bool", "false", "Report each loop with such tiles">
  ];
}

def SpillCarriedTiles : Pass<"tile-gpu-spill-carried-tiles", "::mlir::func::FuncOp"> {
  let summary = "Keep tiles that a loop carries in shared memory where registers do not suffice";
  let description = [{
    Where launch bounds leave a lane fewer registers than the tiles that a loop carries and holds over its reductions take, carried tiles are
    read from a buffer in shared memory where they are used, and written where they are computed:

    ```mlir
    scf.for .. iter_args(%sum = %zero) {        tile_gpu.buffer_store %zero, %b
      %next = math.fma %x, %y, %sum             scf.for .. {
      scf.yield %next                     =>      %sum = tile_gpu.buffer_load %b
    }                                             %next = math.fma %x, %y, %sum
                                                  tile_gpu.buffer_store %next, %b
                                                }
    ```

    Every lane meets only what it wrote itself. Where that is not enough, what is loaded for the next iteration alone is loaded at the
    end of this one. Requires layouts; before `tile-gpu-allocate-shared-memory`.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
  let options = [
    Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">,
    Option<"remarks", "remarks", "bool", "false", "Report each loop that keeps tiles in shared memory or loads late">
  ];
}

def PipelineLoops : Pass<"tile-gpu-pipeline-loops", "::mlir::func::FuncOp"> {
  let summary = "Bring the loads of counted loops ahead of their iteration";
  let description = [{
    Loads whose address depends on the counter alone, or moves on by one step, and whose memory the loop does not write, are copied asynchronously into a multi-stage buffer in
    shared memory, some iterations ahead; loads too narrow for that are loaded to registers one iteration ahead:

    ```mlir
    scf.for %i = %a to %n step %s {        %buffer = tile_gpu.alloc_buffer : !tile_gpu.buffer<.., stages = 3>
      %x = tile_gpu.load %p(%i)            .. = scf.for .. { copies of the first two iterations }
      ..                             =>    scf.for %i = %a to %n step %s iter_args(stages, groups) {
    }                                        %arrived = tile_gpu.async_wait %group pending 1
                                             scf.if .. { tile_gpu.async_copy %p(%i + 2 * %s) into %buffer[..] }
                                             %x = tile_gpu.buffer_load %buffer[..] after %arrived
                                             ..
                                           }
                                           tile_gpu.async_wait .. pending 0
                                           tile_gpu.free_buffer %buffer
    ```

    What is only stored for MMAs of a matrix unit is copied to where they read it: the stage stands for their buffer, behind a `proxy_fence` and a
    barrier, and no `buffer_store` is left (`OperandCopies.h`).
    How many stages follows from the bytes that have to be in flight on the target, from shared memory, or from the hint `latency` (`PipelinePlan.h`).
    An address that is loaded in the loop is loaded one iteration earlier than its copy starts: two depths. A load under a condition is copied
    under the same condition. A loop with `break` reads ahead what views say there is. Right for any number of iterations, also none. Requires: views expanded, layouts. With `remarks` each loop says its schedule, or why it has none.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">,
    Option<"stages", "stages", "unsigned", "0", "Stages of each stage buffer; 0: chosen for each loop">,
    Option<"remarks", "remarks", "bool", "false", "Report each loop's schedule, and why others have none">
  ];
}

def SendGathers : Pass<"tile-gpu-send-gathers", "::mlir::func::FuncOp"> {
  let summary = "Make gathers over a cluster asynchronous stores that mbarriers count";
  let description = [{
    A `cluster_gather` makes all threads of all CTAs wait for each other. Instead each CTA sends what it has and waits for what comes to it:

    ```mlir
                                              %box = tile_gpu.alloc_buffer : <8x1xf32, .., 2 stages>
                                              %come = tile_gpu.alloc_mbarriers        // two
    scf.for .. {                              scf.for .. iter_args(%stage, %phase) {
                                                tile_gpu.mbarrier_expect_tx %come[%stage] bytes 32
      %a = tile_gpu.cluster_gather %x     =>    tile_gpu.cluster_send %x into %box[%stage], %come[%stage]
                                                %t = tile_gpu.mbarrier_wait %come[%stage] parity %phase
                                                %a = tile_gpu.buffer_load %box[%stage] after %t
    }                                         }
    ```

    The two stages take turns: who has got all that was sent to one may send to the other, of which all have read what was there. So warps of other roles
    have no part in it. In any structured control flow that all CTAs go through alike. Gathers of elements of less than 4 bytes stay. Requires: `cluster_gather`s whose
    reductions stand behind them. Leaves: `tile-gpu-place-memory-barriers` puts the barrier of the CTA between reading and the next sending.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Report what is sent">
  ];
}

def SpecializeWarps : Pass<"tile-gpu-specialize-warps", "::mlir::func::FuncOp"> {
  let summary = "Give loads by tensor map a warp of their own, which runs ahead";
  let description = [{
    A producer warp computes where the tiles of loads start, with the control flow around them, and copies them into multi-stage buffers; the warps that were
    there, the consumers, wait for stages and release them:

    ```mlir
    scf.for %i = %a to %n step %s {           tile_gpu.warp_roles consumers {
      load of %map[%i] into %b, in place        scf.for %i = %a to %n step %s iter_args(%stage, %phase) {
      %x = tile_gpu.buffer_load %b                tile_gpu.mbarrier_wait %full[%stage] parity %phase
      tile_gpu.free_buffer %b             =>      %x = tile_gpu.buffer_load %buffer[%stage]
      ..                                          tile_gpu.mbarrier_arrive %empty[%stage] by warps
    }                                             ..
                                                }
                                              } producer {
                                                scf.for %i = %a to %n step %s iter_args(%stage, %phase) {
                                                  tile_gpu.mbarrier_wait %empty[%stage] parity 1 - %phase
                                                  tile_gpu.mbarrier_expect_tx %full[%stage] bytes ..
                                                  tile_gpu.tma_load %map[%i] into %buffer[%stage], %full[%stage]
                                                }
                                              }
    ```

    Where CTAs of a cluster have blocks of their own (`tile.multicast_ctas`), what is the same for all of them is brought once: each loads a part for all (`multicast`), and stages are
    free again when the consumers of all have released them.

    Where a CTA has several blocks in flight (`tile.block_groups`), each is one group's of the consumers: group g of G takes blocks g, g + G, ... of the CTA's, in
    order, and counts past the stages of the others' blocks, so all blocks have as many iterations with loads. The producer fills stages as for one group; each stage is released by the
    group that read it. What a group keeps in shared memory besides stages it has for itself. Where that is not possible there is one group.

    Rows that a cluster shares, whose CTAs send each other something for each, are drawn from a counter instead of dealt out (`ClusterTileScheduler.h`): the first CTA's producer draws
    the next one once there is room for this one, and puts its number into every CTA's shared memory (`cluster_put`).

    Any structured control flow, any number of iterations. Declines loads whose place depends on tiles, on memory that the kernel writes, or on effects, and
    kernels without a loop that loads for some time. Which loads, and how many stages: `WarpRolePlan.h`. Requires: views expanded, nothing
    allocated. With `remarks` each load says who brings it and how, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_90, ...">,
    Option<"stages", "stages", "unsigned", "0", "Stages of each stage buffer in a loop; 0: chosen">,
    Option<"remarks", "remarks", "bool", "false", "Report each load's producer, and why others have none">
  ];
}

def IssueTcgen05 : Pass<"tile-gpu-issue-tcgen05", "::mlir::func::FuncOp"> {
  let summary = "Give MMAs into tensor memory a warp of their own, which starts them";
  let description = [{
    Where consumers do nothing in a loop but start MMAs of stages that a producer fills, one lane of another warp does it. Nobody waits for an MMA: its end is an
    arrival at the mbarrier that releases the stage, the end of the last one an arrival at the accumulator's.

    ```mlir
    consumers {                                        consumers {
      scf.for .. over blocks {                           scf.for .. over blocks {
        tensor_store %zero, %m column 0
        scf.for .. {
          %t = mbarrier_wait %full[%stage]
          tensor_mma .. into %m accumulates %true
          tensor_wait %m pending 0
          mbarrier_arrive %empty[%stage] by warps
        }                                                  mbarrier_wait %sums[%turn]
        %s = tensor_load %m column 0                       %s = tensor_load %m column 0 turn %turn of 2
        ..                                                 mbarrier_arrive %read[%turn] by warps
      }                                                    ..
    } producer { .. }                             =>     }
                                                       } producer { .. } issuer {
                                                         scf.for .. over blocks {
                                                           mbarrier_wait %read[%turn]
                                                           scf.for .. {
                                                             %t = mbarrier_wait %full[%stage]
                                                             tensor_mma .. into %m turn %turn of 2 accumulates %later
                                                             tensor_commit %m to %empty[%stage]
                                                           }
                                                           tensor_commit %m to %sums[%turn]
                                                         }
                                                       }
    ```

    Two places of each accumulator take turns where tensor memory has columns for them and a loop over blocks is around: the next block is multiplied while this one is
    stored. Declined, with a remark, where lanes take part in a loop with MMAs. Requires: roles, and sums that `tile-gpu-keep-tensor-accumulators` has taken
    out of loops.

    In attention lanes compute the second MMA's operand of the first one's sums. There consumers start both, the next iteration's first MMA before they compute,
    and load the second one's sums one iteration late (`Schedule/Mma/PipelineTcgen05.cpp`): each MMA runs under the lanes' work.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Report who starts MMAs">
  ];
}

include "compiler/Transforms/TileGPU/MmaPasses.td"

def PlaceProxyFences : Pass<"tile-gpu-place-proxy-fences", "::mlir::func::FuncOp"> {
  let summary = "Order ordinary reads of buffers before the copy engine overwrites them";
  let description = [{
    ```mlir
    %x = tile_gpu.buffer_load %stage                        %x = tile_gpu.buffer_load %stage
    tile_gpu.mbarrier_arrive %empty[%s] by warps     =>    tile_gpu.proxy_fence
                                                           tile_gpu.mbarrier_arrive %empty[%s] by warps
    ```

    The same before `free_buffer`. Requires: loads in place or behind a producer (`tile-gpu-specialize-warps`).
  }];
}

def AllocateSharedMemory : Pass<"tile-gpu-allocate-shared-memory", "::mlir::func::FuncOp"> {
  let summary = "Give local memory and scratch their places in shared memory";
  let description = [{
    Sets `shared_offset` on every `tile_gpu.alloca`, `alloc_mbarriers`, `alloc_buffer` and every op with scratch, and `tile_gpu.shared_bytes` on the kernel. Local objects have
    places of their own; buffers share bytes with those that live when they do not (`tile_gpu.free_buffer`); scratch lives only inside its op, so ops take turns in two stages (one if two are too large): neighbours then need
    no barrier between them. Where lanes alone use buffers, scratch takes the bytes of those that do not live, and where there is no room for it else
    also where warpgroup MMAs read them. Fails, at the op that needs most, if the kernel needs more than `limit`.
  }];
  let options = [
    Option<"limit", "limit", "int64_t", "::tilec::Target::defaultTarget().sharedMemoryPerCta()", "Shared memory that one CTA can have, in bytes">
  ];
}

def ChooseCarveout : Pass<"tile-gpu-choose-carveout", "::mlir::func::FuncOp"> {
  let summary = "Choose how much of a multiprocessor's memory is shared memory";
  let description = [{
    L1 cache and shared memory are one memory, divided for each kernel. This pass counts the CTAs that a multiprocessor has room for (shared memory,
    warps, CTAs, and registers if the kernel has promised a number of CTAs, `tile_gpu.min_ctas`). Where shared memory limits them, it takes what they
    need and leaves the rest to the L1 cache: `tile_gpu.carveout`, in percent of the most that can be shared memory; elsewhere the driver's choice
    stands. With `remarks` a kernel says how many CTAs there are, what limits them, and the registers that leave room for them. Requires:
    `tile_gpu.shared_bytes`.
  }];
  let options = [
    Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">,
    Option<"remarks", "remarks", "bool", "false", "Report occupancy">
  ];
}

def SummarizeKernel : Pass<"tile-gpu-summarize-kernel", "::mlir::func::FuncOp"> {
  let summary = "Say in a few lines what became of a kernel";
  let description = [{
    Reports the preferred variant of each kernel: how its grid maps to CTAs, warps and their roles, MMA instructions, memory paths of loads and stores, stages,
    occupancy. Changes nothing. `tilec --remarks` prints it before all that single passes report. Requires: `tile_gpu.shared_bytes`.

    ```
    summary of gemm<float, 128> for sm_90a, variant 0
      grid:      persistent CTAs, which loop over tile blocks
      warps:     2 groups of 4 for computing (ping-pong), 1 producer warp for loads
      MMA:       wgmma of 128x128x64 f16
      loads:     2 by TMA
      stages:    6 of 32768 bytes
      stores:    1 by TMA
      occupancy: 1 CTA of 9 warps and 230400 bytes of shared memory on a multiprocessor, limited by shared memory; 168 registers or fewer a lane
    ```
  }];
  let options = [
    Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">
  ];
}

def PlaceMemoryBarriers : Pass<"tile-gpu-place-memory-barriers", "::mlir::func::FuncOp"> {
  let summary = "Order memory accesses between the lanes of a tile block";
  let description = [{
    A tile block is one logical thread: what it writes it reads back. Its lanes are many, and nothing orders their accesses but a barrier. This
    pass puts `tile_gpu.memory_barrier` before an access that may touch what another lane has accessed since the last barrier, one of the two being a
    write, around loops too; before a release, after an acquire, and before scratch is overwritten that another lane may still read:

    ```mlir
    tile_gpu.store %p, %x                        tile_gpu.store %p, %x
    %y = tile_gpu.load %q                    =>  tile_gpu.memory_barrier cta
                                                 %y = tile_gpu.load %q
    ```

    No barrier where the addresses cannot meet (`dialects/Tile/Analysis/Alias`), or where each lane meets only itself: the same pointers, all distinct, in a layout
    with one owner, or scalars that lane 0 writes. Requires: `shared_offset`s. It is correctness, not optimisation.
  }];
}

def EndLoopsAtBreak : Pass<"tile-gpu-end-loops-at-break", "::mlir::func::FuncOp"> {
  let summary = "Let counted loops end where a break has set their flag";
  let description = [{
    A `break` of a counted loop sets a flag that the loop carries, and the iterations that are left find it set and do nothing: so loops count, and loads come
    ahead. When nothing asks for that any more, such a loop becomes one that ends:

    ```mlir
    %r:2 = scf.for %i = %a to %n step %s            %r:3 = scf.while (%i = %a, %ended = %false, %x = %x0) {
        iter_args(%ended = %false, %x = %x0) {        %more = %i < %n and not %ended
      %e:2 = scf.if %ended { yield %true, %x }        scf.condition(%more) %i, %ended, %x
             else { .. }                      =>    } do {
      scf.yield %e#0, %e#1                            ..
    }                                                 scf.yield %i + %s, %e#0, %e#1
                                                    }
    ```

    Only where an iteration with the flag set has no effect but on copies in flight, which are waited for behind the loop, and gives on what it got. Requires:
    all else is done.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

include "compiler/Transforms/TileGPU/VerifyPasses.td"

#endif
