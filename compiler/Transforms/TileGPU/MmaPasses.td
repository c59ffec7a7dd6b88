// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that overlap, schedule and end warpgroup MMAs and into tensor memory (Passes.td includes them).
#ifndef TILEC_COMPILER_TRANSFORMS_TILEGPU_MMAPASSES
#define TILEC_COMPILER_TRANSFORMS_TILEGPU_MMAPASSES

include "mlir/Pass/PassBase.td"

def UnrollAccumulatorSwaps : Pass<"tile-gpu-unroll-accumulator-swaps", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops whose accumulators change places";
  let description = [{
    Where a loop with warpgroup MMAs carries on in each iteration one accumulator in the place of another, as many iterations become one as bring each accumulator back to
    its place (8 at most). No accumulator is moved, which would have to wait for the MMAs that are under way:

    ```mlir
                                                        %odd = arith.remui %n, %c2
                                                        %v = scf.if %odd {
                                                          %r = warpgroup_mma .. plus %u0; ..
                                                        } else { %u0 }
    %e:2 = scf.for 0 to %n iter_args(%s = %s0, %u = %u0)  %e:2 = scf.for %odd to %n step 2 iter_args(%s = %s0, %u = %v)
      %r = warpgroup_mma .. plus %s; ..           =>      %r = warpgroup_mma .. plus %s; ..
      scf.yield %u, %r                                    %t = warpgroup_mma .. plus %u; ..
                                                          scf.yield %r, %t
    ```

    Iterations over come first: there an accumulator may begin in another place, so that behind the loop each is in its own. Where accumulators do not begin with the same value, they change places
    once, before any MMA. What else the loop carries (stages of stage buffers) goes from copy to copy: stage buffers stay as they are. With `remarks` each such loop says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report loops whose accumulators change places">];
}

def CarryFragments : Pass<"tile-gpu-carry-fragments", "::mlir::func::FuncOp"> {
  let summary = "Load an MMA's first operands under the MMAs of the iteration before";
  let description = [{
    In a loop of one MMA by `mma_sync` whose operands lanes read from stage buffers that they fill themselves (`tile-gpu-pipeline-loops`), K goes by in steps of one instruction. A step's operands
    are loaded while the step before is multiplied, and those of an iteration's first step under the last one of the iteration before:

    ```mlir
    scf.for .. iter_args(%sum, %stage, ..) {         %a0, %b0 = the first step of the first stage, waited for
      async_wait                                     scf.for all but the last .. iter_args(%sum, %stage, .., %a0, %b0) {
      async_copy into a later stage                     %a1, %b1 = the second step; %s = mma %a0, %b0 plus %sum
      %a = buffer_load ..[%stage]                      async_copy into a later stage
      %b = buffer_load ..[%stage]               =>     .. the third; mma of the second
      %s = mma %a, %b plus %sum                        async_wait
      scf.yield %s, next %stage, ..                    %a2, %b2 = the first step of the next %stage; mma of the last
    }                                                  scf.yield .., next %stage, .., %a2, %b2
                                                     }
                                                     the last one's MMAs
    ```

    So no lane waits for shared memory between a barrier and its MMAs. Requires: stage buffers of three stages or more, as what the iteration copies would have to arrive in it otherwise; two
    steps or more, 16 at most; accumulators of 128 registers a lane or more (with fewer, other CTAs multiply meanwhile), and registers for two steps beside them; operands other than fp8.
    With `remarks` each such MMA says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each MMA of stage buffers">];
}

def StepFmaDots : Pass<"tile-gpu-step-fma-dots", "::mlir::func::FuncOp"> {
  let summary = "Multiply by multiply-add in steps along K, with operands from shared memory";
  let description = [{
    Each `mma fma` becomes a loop of steps, four deep along K. The lanes read a step's operands from the stages that the copy engine or asynchronous copies filled;
    operands that lanes hold are stored to buffers of their own first.

    ```mlir
    %a = buffer_load %stageOfA : 128x32                  %s = scf.for %i = %c0 to %c8 step %c2 iter_args(%t = %z) {
    %b = buffer_load %stageOfB : 32x128          =>        %a0 = buffer_load %stageOfA part %i : 128x4
    %s = mma fma %a, %b, %z                                %b0 = buffer_load %stageOfB part %i : 4x128
                                                           %t0 = mma fma %a0, %b0, %t
                                                           .. the same of part %i + 1
                                                           scf.yield %t1
                                                         }
    ```

    The body has about 512 multiply-adds of a lane; where that is all of K, there is no loop. What it leaves is in the layouts that follow from the accumulator's.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def PipelineMmas : Pass<"tile-gpu-pipeline-mmas", "::mlir::func::FuncOp"> {
  let summary = "Start MMAs of the next iteration before this one's accumulators are used, and compute operands ahead";
  let description = [{
    In a loop of consumers (`warp_roles`), an MMA that begins at zero and whose accumulators the iteration uses is started one iteration early. Where what becomes
    of them is the first operand, in registers, of one more MMA, whose accumulators the loop carries, that MMA is started one iteration late, behind it:

    ```mlir
    scf.for .. iter_args(%o, ..) {                   %s0 = the first MMA of the first iteration; %p0 = work on %s0
      %r = warpgroup_mma %q, stages                   scf.for all but the last iter_args(%o, %p = %p0, ..) {
      %s = warpgroup_wait %r pending 0                 ping_pong_wait
      %p = work on %s                                  %r = warpgroup_mma %q, next stages
      %t = warpgroup_mma %p, stages plus work on %o =>  %t = warpgroup_mma %p, stages plus %o
      %u = warpgroup_wait %t pending 0                 ping_pong_arrive
      scf.yield %u                                     %s, .. = warpgroup_wait %r, %t pending 1
    }                                                  work on %s
                                                       %u = warpgroup_wait %t pending 0
                                                       scf.yield work on %u, %p of %s, ..
                                                     }
                                                     the last one of the second MMA
    ```

    The tensor core multiplies while lanes compute, and two warpgroups take turns at starting MMAs, so that one multiplies while the other computes. Else:

    ```mlir
    scf.for .. iter_args(%stage = ..) {              %s0 = the MMA of the first iteration, waited for
      %r = warpgroup_mma .. stages [%stage]           scf.for all but the last iter_args(%stage = .., %s = %s0) {
      %s = warpgroup_wait %r pending 0         =>      %r = warpgroup_mma .. stages [next %stage]
      .. use %s                                        .. use %s
    }                                                  %n = warpgroup_wait %r pending 0
                                                       scf.yield next %stage, %n
                                                     }
                                                     .. use %s of the last iteration
    ```

    Where MMAs are only added up, operands that the iteration computes are computed one iteration ahead, under the MMAs:

    ```mlir
    scf.for .. iter_args(%sum, ..) {                 %x0 = computed from the first stage
      %x = computed from a stage                      scf.for all but the last iter_args(%sum, .., %x = %x0) {
      %a = narrow %x                                   %a = narrow %x
      %r = warpgroup_mma %a, stage plus %sum       =>   %r = warpgroup_mma %a, stage plus %sum
      %s = warpgroup_wait %r pending 0                 %y = computed from the next stage
      scf.yield %s                                     %s = warpgroup_wait %r pending 0
    }                                                  scf.yield %s, .., %y
                                                     }
                                                     the last one
    ```

    Requires: stage buffers (`tile-gpu-specialize-warps`). With `remarks` each such MMA says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Report each MMA that begins at zero in a loop, or waits for a computed operand">,
    Option<"skewsMmas", "skew-mmas", "bool", "true", "Start second MMAs one iteration late">,
    Option<"usesPingPong", "warpgroup-ping-pong", "bool", "true", "Let two warpgroups take turns">,
  ];
}

def PipelineBlocks : Pass<"tile-gpu-pipeline-blocks", "::mlir::func::FuncOp"> {
  let summary = "Start a block's first MMA together with the last one of the block before";
  let description = [{
    In the consumers' loop over blocks, behind `tile-gpu-pipeline-mmas`: a block's last MMA, which runs alone, is carried into the next block with what it multiplies, and started
    behind that block's first one. It runs under the work on the first one's accumulators; then the results of the block before are stored.

    ```mlir
    scf.while (%block) {                                   scf.while (%block, %any = false, %p, %o, %place) {
      %s = warpgroup_mma %q, first stage                      %s = warpgroup_mma %q, first stage
      warpgroup_wait %s pending 0                            %t = warpgroup_mma %p, last stage of the block before plus %o
      %p0 = work on %s                                       warpgroup_wait %s, %t pending 1
      %p, %o = scf.for the other iterations           =>     %p0 = work on %s
      %t = warpgroup_mma %p, last stage plus %o               warpgroup_wait %t pending 0
      warpgroup_wait %t pending 0                            store work on %t at %place
      store work on %t at %place                             %p1, %o1 = scf.for the other iterations
    }                                                        scf.yield next block, true, %p1, %o1, its place
                                                           }
                                                           the last MMA, and its store
    ```

    A CTA's first block begins without (`%any`), and so does one whose first iteration masks tiles behind a branch: beside MMAs in flight the assembler would wait at once.
    Requires: stage buffers of two stages for the last MMA. With `remarks` it says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each loop over blocks with an MMA at its end">];
}

def OverlapMmas : Pass<"tile-gpu-overlap-mmas", "::mlir::func::FuncOp"> {
  let summary = "Let the MMAs of one iteration run on into the next one";
  let description = [{
    In the consumers' loops, where accumulators of MMAs are carried and nobody reads them meanwhile, the wait of an iteration is for the MMAs of the one
    before, and so are the stages that it releases:

    ```mlir
    %r = tile_gpu.warpgroup_mma %a, %b plus %sum          %r = tile_gpu.warpgroup_mma %a, %b plus %sum
    %v = tile_gpu.warpgroup_wait %r pending 0        =>   %v = tile_gpu.warpgroup_wait %r pending 1
    tile_gpu.mbarrier_arrive %empty[%stage]               tile_gpu.mbarrier_arrive %empty[%last_stage]
    ```

    Where stages of one stage buffer are released several times in an iteration, each is behind the next MMA's start, when only that one may be in flight.
    Where no warp has a role, loops are rewritten in which lanes copy into stage buffers by themselves: their wait stands behind the copies, and a copy may be for
    no stage that MMAs of this iteration or the last one read.
    Requires nothing allocated. With `remarks` each loop with MMAs says whether it does so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each loop with MMAs">];
}

def OrderPingPong : Pass<"tile-gpu-order-ping-pong", "::mlir::func::FuncOp"> {
  let summary = "Let groups of consumers multiply one after the other";
  let description = [{
    Where consumers are in groups, each with blocks of its own, a group takes its turn before a block's first MMA and passes it on once the last one has been started. So one
    stores its block while the other multiplies, and the tensor core is always busy with one of them:

    ```mlir
    consumers groups 2 {                                       consumers groups 2 {
                                                                 tile_gpu.ping_pong_arrive first
      scf.for blocks {                                           scf.for blocks {
                                                                   tile_gpu.ping_pong_wait
        %r = MMAs of the block                       =>        %r = MMAs of the block
                                                                   tile_gpu.ping_pong_arrive
        %v = tile_gpu.warpgroup_wait %r pending 0                  %v = tile_gpu.warpgroup_wait %r pending 0
        store %v                                                   store %v
      }                                                          }
    ```

    A block without iterations has its turn, too. Requires: groups (`tile-gpu-specialize-warps`), MMAs where they stay (`tile-gpu-overlap-mmas`).
  }];
}

def ScheduleMmas : Pass<"tile-gpu-schedule-mmas", "::mlir::func::FuncOp"> {
  let summary = "Start MMAs once their operands are there, wait for them where their accumulators are needed";
  let description = [{
    In the consumers' loops, what the passes before have left waits for each MMA in its place. MMAs of one iteration that do not need each other are started together, and each is
    waited for by the first op that reads its accumulators or releases what it reads:

    ```mlir
    %r = warpgroup_mma %key, %q_stage                         %r = warpgroup_mma %key, %q_stage
    %s = warpgroup_wait %r pending 0                         %t = warpgroup_mma %value, %d_stage
    %p = work on %s                                     =>   %s, %t1 = warpgroup_wait %r, %t pending 1
    %t = warpgroup_mma %value, %d_stage                       %p = work on %s
    %u = warpgroup_wait %t pending 0                         %u = warpgroup_wait %t1 pending 0
    work on %p, %u                                           work on %p, %u
    ```

    So the tensor core multiplies while lanes compute. MMAs stay in their order but for those that move up; an MMA moves only over what cannot write its operands.
    Where `starts` is set, the MMAs that an iteration begins with are started before the last ones of the iteration before are waited for.
    Requires: stage buffers (`tile-gpu-specialize-warps`), nothing allocated. With `remarks` each loop of several MMAs says what is under way at most.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Report each loop with several MMAs">,
    Option<"starts", "starts", "bool", "true", "Start the first MMAs of the next iteration before this one's last are done">,
  ];
}

def OverlapEpilogue : Pass<"tile-gpu-overlap-epilogue", "::mlir::func::FuncOp"> {
  let summary = "Store a block's result under the first MMAs of the next block";
  let description = [{
    In the consumers' loop over blocks, the result and its place are carried into the next block and stored behind the start of its first MMAs; those of
    the last block behind the loop.

    ```mlir
    scf.for blocks {                                   %o:3 = scf.for blocks iter_args(%last, %at, %any = false) {
      %s = scf.if any iteration {                        %s = scf.if any iteration {
        %r = tile_gpu.warpgroup_mma ..                     %w = scf.if %any {
        tile_gpu.warpgroup_wait %r pending 0                 %r = tile_gpu.warpgroup_mma ..
        ..                                                   store %last at %at
      }                                          =>          tile_gpu.warpgroup_wait %r pending 0
      store %v at %place                                   } else { the same without the store } ..
    }                                                    }
                                                         scf.yield %v, %place, true
                                                       }
                                                       scf.if %o#2 { store %o#0 at %o#1 }
    ```

    Requires: `tile-gpu-overlap-mmas`, nothing allocated. Only where the block ends with stores by tensor map. A lane holds the accumulators and what is
    carried: of a result that has no room beside the accumulators only the last pieces are carried (`tile-gpu-split-stores`). With `remarks` each such store says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report stores at the end of blocks">];
}

def StoreByWarps : Pass<"tile-gpu-store-by-warps", "::mlir::func::FuncOp"> {
  let summary = "Let each warp store its own part of a tile by tensor map";
  let description = [{
    Where each warp has some rows of all tiles that a kernel with roles stores by tensor map (accumulators of `wgmma`: 16 of 128), it writes them to the buffer and starts their
    copy by itself. Lanes of a warp wait for each other, warps do not: one that is ahead goes on to the next block.

    ```mlir
    tile_gpu.bulk_wait pending 0 read                         tile_gpu.bulk_wait pending 0 read by warps
                                                              tile_gpu.memory_barrier warp
    tile_gpu.buffer_store %v, %buffer                   =>    tile_gpu.buffer_store %v, %buffer
    tile_gpu.proxy_fence                                      tile_gpu.proxy_fence
                                                              tile_gpu.memory_barrier warp
    tile_gpu.tma_store %buffer to %map[%x, %y]                tile_gpu.tma_store %buffer to %parts[%x, %y] by warps
    tile_gpu.bulk_commit                                      tile_gpu.bulk_commit by warps
    ```

    Requires: `tile-gpu-specialize-warps`, nothing allocated; `tile-gpu-place-memory-barriers` knows that warps do not meet in such buffers. With `remarks` it says so, or why not.
  }];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report stores by warps">];
}

def KeepTensorAccumulators : Pass<"tile-gpu-keep-tensor-accumulators", "::mlir::func::FuncOp"> {
  let summary = "Leave accumulators that loops carry in tensor memory";
  let description = [{
    An accumulator that each iteration stores to its columns, adds to by MMAs, and loads to pass it on, is stored before the loop and loaded behind it:

    ```mlir
    %r = scf.for ... iter_args(%s = %init) {              tile_gpu.tensor_store %init, %memory column 0
      tile_gpu.tensor_store %s, %memory column 0          scf.for ... {
      tile_gpu.tensor_mma .. into %memory column 0 ..  =>   tile_gpu.tensor_mma .. into %memory column 0 ..
      tile_gpu.tensor_wait %memory pending 0                tile_gpu.tensor_wait %memory pending 0
      %t = tile_gpu.tensor_load %memory column 0          }
      scf.yield %t                                        %r = tile_gpu.tensor_load %memory column 0
    }
    ```

    Nothing else in the loop may touch the columns.

    Of accumulators that change places each keeps its columns, behind each other as `tile-gpu-stage-mma-operands` has left room; what the loop carries is whose turn they are:

    ```mlir
    %r:2 = scf.for ... iter_args(%s = %s0, %u = %u0) {    tile_gpu.tensor_store %s0, %memory column 0 turn %zero of 2
      tile_gpu.tensor_store %s, %memory column 0          tile_gpu.tensor_store %u0, %memory column 0 turn %one of 2
      tile_gpu.tensor_mma .. into %memory column 0 .. =>  %t = scf.for ... iter_args(%turn = %zero) {
      tile_gpu.tensor_wait %memory pending 0                tile_gpu.tensor_mma .. into %memory column 0 turn %turn of 2 ..
      %t = tile_gpu.tensor_load %memory column 0            tile_gpu.tensor_wait %memory pending 0
      scf.yield %u, %t                                      scf.yield %other
    }                                                     }
                                                          %r#0 = tile_gpu.tensor_load %memory column 0 turn %t of 2
    ```

    An MMA whose accumulator stays runs on while the next iteration stores its operands, where these have two stages, which take turns:

    ```mlir
                                                          %two = tile_gpu.alloc_buffer : .. stages = 2
    scf.for ... {                                         scf.for .. iter_args(%turn = %zero) {
      %one = tile_gpu.alloc_buffer                          %one = tile_gpu.buffer_stage %two[%turn]
      tile_gpu.buffer_store %a, %one                        tile_gpu.buffer_store %a, %one
      tile_gpu.tensor_mma %one, ..                   =>     tile_gpu.tensor_mma %one, ..
      tile_gpu.tensor_wait %memory pending 0                tile_gpu.tensor_wait %memory pending 1
      tile_gpu.free_buffer %one                             scf.yield %other
    }                                                     }
                                                          tile_gpu.tensor_wait %memory pending 0
    ```

    That is done where the loop has one MMA and the second stages fit `shared-memory` together with all other buffers.
    A block-scaled MMA keeps its stages, since scales have one place only, and runs on while the next iteration loads and converts: the wait
    stands before the next MMA, and all stores for that one behind the wait.
    Requires: `tile-gpu-stage-mma-operands`. With `remarks` it says what stays and what runs on.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"sharedMemory", "shared-memory", "unsigned", "0", "Bytes of shared memory of a CTA; 0: no MMA runs on">,
                 Option<"remarks", "remarks", "bool", "false", "Report accumulators that stay and MMAs that run on">];
}

#endif
