// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that overlap, schedule and end products of warpgroups and into tensor memory (Passes.td includes them).
#ifndef TILEC_DIALECTS_TILEGPU_TRANSFORMS_PRODUCTPASSES
#define TILEC_DIALECTS_TILEGPU_TRANSFORMS_PRODUCTPASSES

include "mlir/Pass/PassBase.td"

def UnrollExchanges : Pass<"tile-gpu-unroll-exchanges", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops whose sums change places";
  let description = [{
    Where a loop with products of warpgroups carries on in each iteration one sum in the place of another, as many iterations become one as bring each sum back to
    its place (8 at most). No sum is moved, which would have to wait for the products that are under way:

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

    Iterations over come first: there a sum may begin in another place, so that behind the loop each is in its own. Where sums do not begin with the same value, they change places
    once, before any product. What else the loop carries (slots of rings) goes from copy to copy: rings stay as they are. With `remarks` each such loop says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report loops whose sums change places">];
}

def CarryFragments : Pass<"tile-gpu-carry-fragments", "::mlir::func::FuncOp"> {
  let summary = "Load a product's first factors under the products of the iteration before";
  let description = [{
    In a loop of one product by `mma_sync` whose factors lanes read from rings that they fill themselves (`tile-gpu-pipeline-loops`), K goes by in steps of one instruction. A step's factors
    are loaded while the step before is multiplied, and those of an iteration's first step under the last one of the iteration before:

    ```mlir
    scf.for .. iter_args(%sum, %slot, ..) {          %a0, %b0 = the first step of the first slot, waited for
      async_wait                                     scf.for all but the last .. iter_args(%sum, %slot, .., %a0, %b0) {
      async_copy into a later slot                     %a1, %b1 = the second step; %s = mma %a0, %b0 plus %sum
      %a = buffer_load ..[%slot]                       async_copy into a later slot
      %b = buffer_load ..[%slot]                =>     .. the third; mma of the second
      %s = mma %a, %b plus %sum                        async_wait
      scf.yield %s, next %slot, ..                     %a2, %b2 = the first step of the next %slot; mma of the last
    }                                                  scf.yield .., next %slot, .., %a2, %b2
                                                     }
                                                     the last one's products
    ```

    So no lane waits for shared memory between a barrier and its products. Requires: rings of three slots or more, as what the iteration copies would have to arrive in it otherwise; two
    steps or more, 16 at most; sums of 128 registers a lane or more (with fewer, other CTAs multiply meanwhile), and registers for two steps beside them; factors other than fp8.
    With `remarks` each such product says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each product of rings">];
}

def StepProducts : Pass<"tile-gpu-step-products", "::mlir::func::FuncOp"> {
  let summary = "Multiply by multiply-add in steps along K, with operands from shared memory";
  let description = [{
    Each `mma fma` becomes a loop of steps, four deep along K. The lanes read a step's operands from the slots that the copy engine or asynchronous copies filled;
    operands that lanes hold are stored to buffers of their own first.

    ```mlir
    %a = buffer_load %slotOfA : 128x32                   %s = scf.for %i = %c0 to %c8 step %c2 iter_args(%t = %z) {
    %b = buffer_load %slotOfB : 32x128           =>        %a0 = buffer_load %slotOfA part %i : 128x4
    %s = mma fma %a, %b, %z                                %b0 = buffer_load %slotOfB part %i : 4x128
                                                           %t0 = mma fma %a0, %b0, %t
                                                           .. the same of part %i + 1
                                                           scf.yield %t1
                                                         }
    ```

    The body has about 512 multiply-adds of a lane; where that is all of K, there is no loop. What it leaves is in the layouts that follow from the accumulator's.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def RotateProducts : Pass<"tile-gpu-rotate-products", "::mlir::func::FuncOp"> {
  let summary = "Start products of the next iteration before this one's sums are used, and compute factors ahead";
  let description = [{
    In a loop of consumers (`warp_roles`), a product that begins at zero and whose sums the iteration uses is started one iteration early. Where what becomes
    of them is the first operand, in registers, of one more product, whose sums the loop carries, that product is started one iteration late, behind it:

    ```mlir
    scf.for .. iter_args(%o, ..) {                   %s0 = the first product of the first iteration; %p0 = work on %s0
      %r = warpgroup_mma %q, slots                   scf.for all but the last iter_args(%o, %p = %p0, ..) {
      %s = warpgroup_wait %r pending 0                 take_turn
      %p = work on %s                                  %r = warpgroup_mma %q, next slots
      %t = warpgroup_mma %p, slots plus work on %o =>  %t = warpgroup_mma %p, slots plus %o
      %u = warpgroup_wait %t pending 0                 pass_turn
      scf.yield %u                                     %s, .. = warpgroup_wait %r, %t pending 1
    }                                                  work on %s
                                                       %u = warpgroup_wait %t pending 0
                                                       scf.yield work on %u, %p of %s, ..
                                                     }
                                                     the last one of the second product
    ```

    The tensor core multiplies while lanes compute, and two warpgroups take turns at starting products, so that one multiplies while the other computes. Else:

    ```mlir
    scf.for .. iter_args(%slot = ..) {               %s0 = the product of the first iteration, waited for
      %r = warpgroup_mma .. slots [%slot]            scf.for all but the last iter_args(%slot = .., %s = %s0) {
      %s = warpgroup_wait %r pending 0         =>      %r = warpgroup_mma .. slots [next %slot]
      .. use %s                                        .. use %s
    }                                                  %n = warpgroup_wait %r pending 0
                                                       scf.yield next %slot, %n
                                                     }
                                                     .. use %s of the last iteration
    ```

    Where products are only added up, factors that the iteration computes are computed one iteration ahead, under the products:

    ```mlir
    scf.for .. iter_args(%sum, ..) {                 %x0 = computed from the first slot
      %x = computed from a slot                      scf.for all but the last iter_args(%sum, .., %x = %x0) {
      %a = narrow %x                                   %a = narrow %x
      %r = warpgroup_mma %a, slot plus %sum       =>   %r = warpgroup_mma %a, slot plus %sum
      %s = warpgroup_wait %r pending 0                 %y = computed from the next slot
      scf.yield %s                                     %s = warpgroup_wait %r pending 0
    }                                                  scf.yield %s, .., %y
                                                     }
                                                     the last one
    ```

    Requires: rings (`tile-gpu-specialize-warps`). With `remarks` each such product says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Report each product that begins at zero in a loop, or waits for a computed factor">,
    Option<"defersProducts", "defer-products", "bool", "true", "Start second products one iteration late">,
    Option<"takesTurns", "take-turns", "bool", "true", "Let two warpgroups take turns">,
  ];
}

def JoinBlocks : Pass<"tile-gpu-join-blocks", "::mlir::func::FuncOp"> {
  let summary = "Start a block's first product together with the last one of the block before";
  let description = [{
    In the consumers' loop over blocks, behind `tile-gpu-rotate-products`: a block's last product, which runs alone, is carried into the next block with what it multiplies, and started
    behind that block's first one. It runs under the work on the first one's sums; then the results of the block before are stored.

    ```mlir
    scf.while (%block) {                                   scf.while (%block, %any = false, %p, %o, %place) {
      %s = warpgroup_mma %q, first slot                      %s = warpgroup_mma %q, first slot
      warpgroup_wait %s pending 0                            %t = warpgroup_mma %p, last slot of the block before plus %o
      %p0 = work on %s                                       warpgroup_wait %s, %t pending 1
      %p, %o = scf.for the other iterations           =>     %p0 = work on %s
      %t = warpgroup_mma %p, last slot plus %o               warpgroup_wait %t pending 0
      warpgroup_wait %t pending 0                            store work on %t at %place
      store work on %t at %place                             %p1, %o1 = scf.for the other iterations
    }                                                        scf.yield next block, true, %p1, %o1, its place
                                                           }
                                                           the last product, and its store
    ```

    A CTA's first block begins without (`%any`), and so does one whose first iteration masks tiles behind a branch: beside products in flight the assembler would wait at once.
    Requires: rings of two slots for the last product. With `remarks` it says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each loop over blocks with a product at its end">];
}

def OverlapProducts : Pass<"tile-gpu-overlap-products", "::mlir::func::FuncOp"> {
  let summary = "Let the products of one iteration run on into the next one";
  let description = [{
    In the consumers' loops, where sums of products are carried and nobody reads them meanwhile, the wait of an iteration is for the products of the one
    before, and so are the slots that it gives back:

    ```mlir
    %r = tile_gpu.warpgroup_mma %a, %b plus %sum          %r = tile_gpu.warpgroup_mma %a, %b plus %sum
    %v = tile_gpu.warpgroup_wait %r pending 0        =>   %v = tile_gpu.warpgroup_wait %r pending 1
    tile_gpu.mbarrier_arrive %empty[%slot]                tile_gpu.mbarrier_arrive %empty[%last_slot]
    ```

    Where slots of one ring are given back several times in an iteration, each is behind the next product's start, when only that one may be in flight.
    Where no warp has a role, loops are rewritten in which lanes copy into rings by themselves: their wait stands behind the copies, and a copy may be for
    no stage that MMAs of this iteration or the last one read.
    Requires nothing allocated. With `remarks` each loop with products says whether it does so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report each loop with products">];
}

def TakeBlockTurns : Pass<"tile-gpu-take-block-turns", "::mlir::func::FuncOp"> {
  let summary = "Let groups of consumers multiply one after the other";
  let description = [{
    Where consumers are in groups, each with blocks of its own, a group takes its turn before a block's first product and passes it on once the last one has been started. So one
    stores its block while the other multiplies, and the tensor core is always busy with one of them:

    ```mlir
    consumers groups 2 {                                       consumers groups 2 {
                                                                 tile_gpu.pass_turn first
      scf.for blocks {                                           scf.for blocks {
                                                                   tile_gpu.take_turn
        %r = products of the block                       =>        %r = products of the block
                                                                   tile_gpu.pass_turn
        %v = tile_gpu.warpgroup_wait %r pending 0                  %v = tile_gpu.warpgroup_wait %r pending 0
        store %v                                                   store %v
      }                                                          }
    ```

    A block without iterations has its turn, too. Requires: groups (`tile-gpu-specialize-warps`), products where they stay (`tile-gpu-overlap-products`).
  }];
}

def ScheduleProducts : Pass<"tile-gpu-schedule-products", "::mlir::func::FuncOp"> {
  let summary = "Start products once their factors are there, wait for them where their sums are needed";
  let description = [{
    In the consumers' loops, what the passes before have left waits for each product in its place. Products of one iteration that do not need each other are started together, and each is
    waited for by the first op that reads its sums or gives back what it reads:

    ```mlir
    %r = warpgroup_mma %key, %q_slot                         %r = warpgroup_mma %key, %q_slot
    %s = warpgroup_wait %r pending 0                         %t = warpgroup_mma %value, %d_slot
    %p = work on %s                                     =>   %s, %t1 = warpgroup_wait %r, %t pending 1
    %t = warpgroup_mma %value, %d_slot                       %p = work on %s
    %u = warpgroup_wait %t pending 0                         %u = warpgroup_wait %t1 pending 0
    work on %p, %u                                           work on %p, %u
    ```

    So the tensor core multiplies while lanes compute. Products stay in their order but for those that move up; a product moves only over what cannot write its operands.
    Where `starts` is set, the products that an iteration begins with are started before the last ones of the iteration before are waited for.
    Requires: rings (`tile-gpu-specialize-warps`), nothing allocated. With `remarks` each loop of several products says what is under way at most.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", "false", "Report each loop with several products">,
    Option<"starts", "starts", "bool", "true", "Start the first products of the next iteration before this one's last are done">,
  ];
}

def DeferStores : Pass<"tile-gpu-defer-stores", "::mlir::func::FuncOp"> {
  let summary = "Store a block's result under the first products of the next block";
  let description = [{
    In the consumers' loop over blocks, the result and its place are carried into the next block and stored behind the start of its first products; those of
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

    Requires: `tile-gpu-overlap-products`, nothing allocated. Only where the block ends with stores by tensor map. A lane holds the sums and what is
    carried: of a result that has no room beside the sums only the last pieces are carried (`tile-gpu-split-stores`). With `remarks` each such store says so, or why not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report stores at the end of blocks">];
}

def StoreByWarps : Pass<"tile-gpu-store-by-warps", "::mlir::func::FuncOp"> {
  let summary = "Let each warp store its own part of a tile by tensor map";
  let description = [{
    Where each warp has some rows of all tiles that a kernel with roles stores by tensor map (sums of `wgmma`: 16 of 128), it writes them to the buffer and starts their
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

def KeepTensorSums : Pass<"tile-gpu-keep-tensor-sums", "::mlir::func::FuncOp"> {
  let summary = "Leave sums that loops carry in tensor memory";
  let description = [{
    A sum that each iteration stores to its columns, adds to by products, and loads to pass it on, is stored before the loop and loaded behind it:

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

    Of sums that change places each keeps its columns, behind each other as `tile-gpu-stage-products` has left room; what the loop carries is whose turn they are:

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

    A product whose sum stays runs on while the next iteration stores its operands, where these have two slots, which take turns:

    ```mlir
                                                          %two = tile_gpu.alloc_buffer : .. stages = 2
    scf.for ... {                                         scf.for .. iter_args(%turn = %zero) {
      %one = tile_gpu.alloc_buffer                          %one = tile_gpu.buffer_slot %two[%turn]
      tile_gpu.buffer_store %a, %one                        tile_gpu.buffer_store %a, %one
      tile_gpu.tensor_mma %one, ..                   =>     tile_gpu.tensor_mma %one, ..
      tile_gpu.tensor_wait %memory pending 0                tile_gpu.tensor_wait %memory pending 1
      tile_gpu.free_buffer %one                             scf.yield %other
    }                                                     }
                                                          tile_gpu.tensor_wait %memory pending 0
    ```

    That is done where the loop has one product and the second slots fit `shared-memory` together with all other buffers.
    A block-scaled product keeps its slots, since scales have one place only, and runs on while the next iteration loads and converts: the wait
    stands before the next product, and all stores for that one behind the wait.
    Requires: `tile-gpu-stage-products`. With `remarks` it says what stays and what runs on.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"sharedMemory", "shared-memory", "unsigned", "0", "Bytes of shared memory of a CTA; 0: no product runs on">,
                 Option<"remarks", "remarks", "bool", "false", "Report sums that stay and products that run on">];
}

#endif
