// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the `tile` dialect.
#ifndef TILEC_COMPILER_TRANSFORMS_TILE_PASSES
#define TILEC_COMPILER_TRANSFORMS_TILE_PASSES

include "mlir/Pass/PassBase.td"

def ContractFma : Pass<"tile-contract-fma"> {
  let summary = "Turn a product and a sum that may be contracted into one fused multiply-add";
  let description = [{
    A product with no other use, in the same block as the sum, both marked `fastmath<contract>`, becomes `math.fma` with one rounding:

    ```mlir
    %p = arith.mulf %a, %b fastmath<contract> : f32          %s = math.fma %a, %b, %c : f32
    %s = arith.addf %p, %c fastmath<contract> : f32     =>
    %p = arith.mulf %a, %b fastmath<contract> : f32          %n = arith.negf %c : f32
    %s = arith.subf %p, %c fastmath<contract> : f32     =>   %s = math.fma %a, %b, %n : f32
    ```

    `c - a * b` stays as it is. Afterwards no `contract` flag is left, so no later stage contracts again and every executor rounds alike.
    Requires: the marks of the front end (absent under `-fmad=false`). Leaves: default-mode arithmetic whose rounding is final.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ApplyMathMode : Pass<"tile-apply-math-mode"> {
  let summary = "Give f32 arithmetic the modes of -ftz, -prec-div, -prec-sqrt and -use_fast_math";
  let description = [{
    With `flush`, sums, products, quotients, fused multiply-adds, roots and powers of two flush subnormals; without `precise-division`
    quotients have at most 2 ulp of error (`full`, with `fast-functions` `approximate`); without `precise-sqrt` square roots are
    approximate; with `fast-functions` so are `exp` and `tanh`, and `sin`, `cos`, `tan`, `log`, `log2` and `pow` may be:

    ```mlir
    %s = arith.addf %a, %b : f32     =>  %s = tile.addf %a, %b flush : f32                     (flush)
    %q = arith.divf %a, %b : f32     =>  %q = tile.divf %a, %b rounding<full> : f32            (precise-division=false)
    %r = math.sin %a : f32           =>  %r = math.sin %a fastmath<afn> : f32                  (fast-functions)
    ```

    In every mode but `flush`, `exp` and `exp2` may be approximate where each use narrows the result to 16 bits or less, or is the sum along an
    axis of many elements.

    A quotient by a constant with an exact inverse is a product with that, in every mode and for every element type. Other element types, and roundings that the
    source chose, stay. Requires: contraction done. Leaves: ops whose mode is final.
  }];
  let dependentDialects = ["::tilec::tile::TileDialect"];
  let options = [
    Option<"flush", "flush", "bool", "false", "Flush subnormal inputs and results to zero">,
    Option<"preciseDivision", "precise-division", "bool", "true", "Quotients are correctly rounded">,
    Option<"preciseSqrt", "precise-sqrt", "bool", "true", "Square roots are correctly rounded">,
    Option<"fastFunctions", "fast-functions", "bool", "false", "Functions and quotients may be approximate">
  ];
}

def ApplyBounds : Pass<"tile-apply-bounds", "::mlir::func::FuncOp"> {
  let summary = "Mask or check unmasked view accesses that may leave their tensors, as --bounds says";
  let description = [{
    An access that is masked loads zero from outside and does not store there:

    ```mlir
    %v = tile.make_view %t : !tile.partition_view<128, <9xf32, strides = [1]>>
    %x = tile.load_view %v[%i : i32] in_bounds : !tile.partition_view<128, <9xf32, strides = [1]>>
    =>
    %v = tile.make_view %t : !tile.partition_view<128, <9xf32, strides = [1]>, padding = zero>
    %x = tile.load_view %v[%i : i32] : !tile.partition_view<128, <9xf32, strides = [1]>, padding = zero>
    ```

    | `bounds` | accesses that are masked |
    |---|---|
    | `auto` | those along a dimension whose extent is known where the end of the tensor cuts a tile, or where even the smallest index is outside; with `warnings` a warning says which |
    | `trust` | none |
    | `mask` | all |
    | `trap` | all; before each a `tile.print` and a `tile.assert` name the line, the tile and the block if it leaves the tensor |

    Accesses that are inside for every index that there can be stay unmasked (`Analysis/IntegerRanges`). An extent is known if it is part of the type
    or folds to a constant. Along the dimension of a gather/scatter view each element is a tile by itself. Requires: the front end's `tile`,
    structured or not. Leaves: `in_bounds` only where the source is trusted.
  }];
  let dependentDialects = ["::tilec::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"bounds", "bounds", "::tilec::Bounds", "::tilec::Bounds::Auto", "What happens to accesses that leave their tensors", [{::llvm::cl::values(
      clEnumValN(::tilec::Bounds::Auto, "auto", "Mask those that do by what is known of extents"),
      clEnumValN(::tilec::Bounds::Trust, "trust", "None does"),
      clEnumValN(::tilec::Bounds::Mask, "mask", "Mask all that may"),
      clEnumValN(::tilec::Bounds::Trap, "trap", "Print a message and end the kernel"))}]>,
    Option<"warnings", "warnings", "bool", "false", "Warn of accesses that `auto` masks">
  ];
}

def ExpandScaledMmas : Pass<"tile-expand-scaled-mmas"> {
  let summary = "Turn block-scaled MMAs into plain ones of scaled operands";
  let description = [{
    Each operand is converted to a type in which its product with a scale is exact (bf16 for e8m0 scales, f16 for e4m3), its scales likewise, and
    the two are multiplied:

    ```mlir
    %d = tile.scaled_mma %a scale %s, %b scale %t, %c : tensor<64x64xf8E4M3FN>, tensor<64x2xf8E8M0FNU>, ...
    =>
    %s1 = tile.ftof %s : ... to tensor<64x2xbf16>          // to 64x2x1, 64x2x32, 64x64
    %a1 = arith.mulf (tile.ftof %a), %s64 : tensor<64x64xbf16>
    %d = tile.mma %a1, %b1, %c : tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xf32>
    ```

    A scaled operand from 2^128 on is infinite, one below 2^-133 zero. With `keep-instructions` those stay that `mma.sync` has with block scales. Leaves: no others.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
  let options = [Option<"keepInstructions", "keep-instructions", "bool", "false", "The target has block-scaled mma.sync">];
}

def NarrowMmas : Pass<"tile-narrow-mmas"> {
  let summary = "Multiply operands that were widened before an MMA in the type that they came from";
  let description = [{
    An MMA of f32 or tf32 whose operands hold only values of a 16-bit type takes the operands in that type. MMAs are the same, exactly, and the accumulator
    stays f32:

    ```mlir
    %w = tile.ftof %a : tensor<64x32xf16> -> tensor<64x32xf32>
    %t = tile.permute %w [1, 0] : tensor<64x32xf32>                    %t = tile.permute %a [1, 0] : tensor<64x32xf16>
    %v = tile.ftof %b : tensor<64x64xf16> -> tensor<64x64xf32>    =>   %d = tile.mma %t, %b, %c
    %d = tile.mma %t, %v, %c                                               : tensor<32x64xf16>, tensor<64x64xf16>, tensor<32x64xf32>
        : tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>
    ```

    The type is the first of f16, bf16 and, for operands in f32, tf32 that has every value of both operands. So fp8 and int8 become f16: the 8-bit units add with
    fewer bits. The pass looks through casts, through ops that move or select elements, through signs, minima and maxima, and through what counted loops carry,
    which is then carried in the narrow type. An MMA with one operand of true f32 stays as it is.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
}

def SplitMmas : Pass<"tile-split-mmas"> {
  let summary = "Multiply floats on the matrix unit, as sums of bfloats";
  let description = [{
    A float is the sum of three bfloats. Where a loop adds up MMAs of f32, each becomes six of bf16, all but those that count for less than the last bit of a
    float; they begin at zero, and floats are added:

    ```mlir
                                                            %h = math.fma %a, -65536, (arith.mulf %a, 65537)
                                                            %a0 = tile.ftof %h : tensor<128x32xf32> -> tensor<128x32xbf16>
                                                            %ra = arith.subf %a, %h                   // of which %a1 is made, alike %a2, %b0, %b1, %b2
    %s = scf.for .. iter_args(%c = %zero) {            =>   %s = scf.for .. iter_args(%c = %zero) {
      %d = tile.mma %a, %b, %c : .. f32                       %0 = tile.mma %a0, %b2, %zero : .. bf16
      scf.yield %d                                            ..                                      // %a1 %b1, %a2 %b0, %a0 %b1, %a1 %b0
    }                                                         %5 = tile.mma %a0, %b0, %4
                                                              scf.yield (arith.addf %c, %5)
                                                            }
                                                            %r = scf.if (the largest magnitude of %s is not finite) { the loop as it was } else { %s }
    ```

    Parts of infinities, NaN and numbers from 2^111 on give NaN, numbers below 2^-102, whose parts are not exact, get one. So such results are those of the loop as it was, which has the
    attribute `tile.rare`. An operand that was widened from bf16 is one part. Left as they are: MMAs whose results the loop reads, tiles with a side below 64 or
    above 128x128, steps along K below 16 or above 64, loops that write to memory. With `remarks` each MMA says what became of it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::tilec::tile::TileDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Say what became of each MMA">];
}

def RoundInLoads : Pass<"tile-round-in-loads"> {
  let summary = "Let loads round the floats that are read as tf32 alone";
  let description = [{
    A tile of f32 that a view brings, and that nothing reads but as tf32, is loaded as tf32:

    ```mlir
    %x = tile.load_view %v[%i, %j : i32, i32] : !view                      %t = tile.load_view %v[%i, %j : i32, i32] : !view -> tf32
    %y = tile.permute %x [1, 0] : tensor<64x32xf32>                  =>    %z = tile.permute %t [1, 0] : tensor<64x32xtf32>
    %z = tile.ftof %y : tensor<32x64xf32> -> tensor<32x64xtf32>
    ```

    The copy engine rounds as the cast does, so that MMAs read what it has brought from where it lies. Where another memory path is taken, lanes round what they have loaded.
    The pass looks through ops that move elements. A tile that anything else reads stays f32, and so does one through a gather/scatter view.
  }];
  let dependentDialects = ["::tilec::tile::TileDialect"];
}

def MergeLoops : Pass<"tile-merge-loops", "::mlir::func::FuncOp"> {
  let summary = "Run a loop and the loop that continues it as one";
  let description = [{
    Of two counted loops with an MMA, one behind the other, the second begins where the first ends and carries on what the first has carried. If their bodies do the same,
    but for tiles that one of the two masks, they become one loop that masks under a condition:

    ```mlir
    %r = scf.for %i = %a to %b iter_args(%s = %s0) {            %q = scf.for %i = %a to %c iter_args(%s = %s0) {
      %x = tile.mma ..                                            %x = tile.mma ..
      .. %x                                                       %second = arith.cmpi sge, %i, %b
    }                                                             %y = scf.if %second {
    %q = scf.for %i = %b to %c iter_args(%s = %r) {        =>       %m = arith.select %mask, %x, %low
      %x = tile.mma ..                                              scf.yield %m
      %y = arith.select %mask, %x, %low                           } else { scf.yield %x }
      .. %y                                                       .. %y
    }                                                           }
    ```

    Bounds are such that each loop may have no iteration. A load that one of the two masks is masked in both. Requires: equal values merged, invariant code outside of loops; before loops of one
    iteration lose their form.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::tilec::tile::TileDialect"];
}

def GuardMasks : Pass<"tile-guard-masks", "::mlir::func::FuncOp"> {
  let summary = "Mask tiles in those iterations only whose masks have something to mask";
  let description = [{
    Where the numbers that a mask compares are sums of the counter, of what does not change in the loop, and of places in a tile, the iterations are known in which the whole tile
    passes:

    ```mlir
    scf.for %i = %c0 to %n {                                        %edge = first %i with %row0 < %i * 64 + 63
      %x = tile.mma ..                                              scf.for %i = %c0 to %n {
      %column = %i * 64 + iota                                        %x = tile.mma ..
      %seen = arith.cmpi sge, %row0 + iota, %column            =>     %cut = arith.cmpi sge, %i, %edge
      %y = arith.select %seen, %x, %low                               %y = scf.if %cut { .. arith.select %seen, %x, %low }
    }                                                                        else { %x }
                                                                    }
    ```

    In counted loops with an MMA, of tiles with as many elements as its result, and with so many that their masks cost more than another loop. Comparisons are signed, sums such that do not overflow; masks may be conjunctions, or disjunctions of what is masked out. Where all
    iterations pass, the mask goes. `tile-gpu-schedule-mmas` splits the loop there. Requires: invariant code outside of loops.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"leastElements", "least-elements", "int64_t", "4096", "Elements that a tile has at least: 32 for each lane of a warpgroup">];
}

def SimplifyInductions : Pass<"tile-simplify-inductions", "::mlir::func::FuncOp"> {
  let summary = "Compute what loops move on by the same step from their counters";
  let description = [{
    Of pointers, integers and tiles of them that a counted loop carries, to which each iteration adds what does not change in it, or takes from them:

    ```mlir
    scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) {       scf.for %i = %c0 to %n step %c1 {
      %x = tile.load %p                                              %m = arith.muli %i, %step : i64
      %next = tile.offset %p, %step                         =>       %p = tile.offset %first, %m
      scf.yield %next                                                %x = tile.load %p
    }                                                              }
    ```

    Loops that step by what is not constant stay as they are, and so do integers without overflow whose distance from the first one might overflow. The canonicalizer
    removes what is then carried in vain.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
}

def LoadBeforeMmas : Pass<"tile-load-before-mmas", "::mlir::func::FuncOp"> {
  let summary = "Load what MMAs of one accumulator multiply before the first of them";
  let description = [{
    Loads behind the first MMA of what the others multiply move before it, where nothing between them writes memory. What lanes compute stays. MMAs that add to one accumulator can then
    be started together:

    ```mlir
    %a = tile.load_view ..                   %a = tile.load_view ..
    %s = tile.mma %a, %x, %sum        =>     %b = tile.load_view ..
    %b = tile.load_view ..                   %s = tile.mma %a, %x, %sum
    %t = tile.mma %b, %y, %s                 %t = tile.mma %b, %y, %s
    ```
  }];
}

def NormalizeDepth : Pass<"tile-normalize-depth", "::mlir::func::FuncOp"> {
  let summary = "Let an iteration of a loop with MMAs load a given number of bytes along K";
  let description = [{
    ```mlir
    %n = (%k + 31) / 32                                                     %m = ceildiv %n, 2
    scf.for %i = %c0 to %n iter_args(%s = %zero) {                          scf.for %i = %c0 to %m iter_args(%s = %zero) {
      %a = tile.load_view %va[%row, %i] : tensor<128x32xf16>          =>      %a = tile.load_view %wa[%row, %i] : tensor<128x64xf16>
      %b = tile.load_view %vb[%i, %column] : tensor<32x128xf16>               %b = tile.load_view %wb[%i, %column] : tensor<64x128xf16>
      %t = tile.mma %a, %b, %s                                                %t = tile.mma %a, %b, %s
    }                                                                       }
    ```

    128 bytes are the widest swizzle of shared memory. So what a stage holds does not depend on the source's step. Of loops that do nothing else, with loads from partition views whose tiles along K the
    counter numbers, through casts, permutations and dimensions of one; not of MMAs of f64; those of f32 are only divided unless `join-floats` is set, for targets that split them (`tile-split-mmas`). Iterations are joined where their number is a multiple of how many become one, or where the loop goes on to the end
    of tensors whose loads are masked with zeros. Longer iterations are divided. Requires: invariant code outside of loops.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
  let options = [
    Option<"least", "least", "int64_t", "128", "Bytes along K that iterations are joined for">,
    Option<"most", "most", "int64_t", "128", "Bytes along K beyond which they are divided">,
    Option<"joinFloats", "join-floats", "bool", "false", "MMAs of f32 are of the matrix unit: iterations with them are joined, too">
  ];
}

def CombineAtomics : Pass<"tile-combine-atomics"> {
  let summary = "Reduce a tile of updates of one cell before a single atomic";
  let description = [{
    An `atomic_rmw` without result whose pointers are all one becomes a reduction of the values and one atomic, of the same order and scope:

    ```mlir
    %ps = tile.splat %p : tensor<256x!tile.ptr<i32>>
    tile.atomic_rmw add relaxed device %ps, %v : tensor<256x!tile.ptr<i32>>
    =>
    %r = tile.reduce %v axis = 0 : (tensor<256xi32>) -> tensor<1xi32> { ^bb0(%a: i32, %b: i32): ... arith.addi %a, %b ... }
    %s = tile.to_scalar %r : tensor<1xi32>
    tile.atomic_rmw add relaxed device %p, %s : !tile.ptr<i32>
    ```

    One whose pointers are the same along some dimensions only is reduced along these: adding the rows of a matrix to one row takes one atomic a column.
    All kinds but `exchange`. A masked one is masked by whether any element is left. Leaves other atomics as they are.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
}

def PrivatizeAtomics : Pass<"tile-privatize-atomics", "::mlir::func::FuncOp"> {
  let summary = "Count in the block's own memory what a kernel adds to a small table again and again";
  let description = [{
    A relaxed `atomic_rmw` of 32 or 64 bits without result whose index lies between known bounds, from a start that stays the same in the kernel, updates a table of
    the block's own, which goes to the user's at the end, where it holds anything:

    ```mlir
    scf.for .. {                                                %own = tile.alloca 1024 bytes align 16 : !tile.ptr<i32>
      %i = arith.extui %x : tensor<4096xi8> to ..               tile.store %all_of_own, %zeros
      %b = tile.offset %bins, %i                                scf.for .. {
      tile.atomic_rmw add relaxed device %b, %ones        =>      tile.atomic_rmw add relaxed block %own_at_i, %ones
    }                                                           }
    return                                                      %n = tile.load %all_of_own
                                                                %some = arith.cmpi ne, %n, %zeros
                                                                tile.atomic_rmw add relaxed device %all_of_bins, %n mask %some
                                                                return
    ```

    Only where a block is expected to do several times more updates than the table has cells, nothing else in the kernel may touch the table, and the kernel has
    no other atomics, which could tell when updates arrive. With `remarks` it says what it did, and what kept it from it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report what is counted in the block's own memory, and why other updates are not">];
}

def MergeReductions : Pass<"tile-merge-reductions"> {
  let summary = "Reduce several tiles of one shape together";
  let description = [{
    Reductions of one block, along one axis of tiles of one shape, that do not need each other's results become one. The second's operands are
    computed before the first; what they need must have no effects and read no memory.

    ```mlir
    %s = tile.reduce %g axis = 1 : (tensor<1x64xf32>) -> tensor<1x1xf32> { ^bb0(%a: f32, %b: f32): ... }
    %m = arith.mulf %g, %x : tensor<1x64xf32>
    %t = tile.reduce %m axis = 1 : (tensor<1x64xf32>) -> tensor<1x1xf32> { ^bb0(%a: f32, %b: f32): ... }
    =>
    %m = arith.mulf %g, %x : tensor<1x64xf32>
    %s, %t = tile.reduce %g, %m axis = 1 : (tensor<1x64xf32>, tensor<1x64xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) { ... }
    ```

    Leaves reductions of integers, and plain maxima and minima.
  }];
  let dependentDialects = ["::tilec::tile::TileDialect"];
}

def ResolveHints : Pass<"tile-resolve-hints"> {
  let summary = "Keep the hints that hold for the target architecture";
  let description = [{
    Each key takes its value from the entry of the target's architecture, else from the entry for every architecture (0):

    ```mlir
    tile.load %p {hints = [#tile.hints<arch = 0, latency = 4>, #tile.hints<arch = 900, latency = 8>]}
    =>  (arch=900)
    tile.load %p {hints = [#tile.hints<arch = 900, latency = 8>]}
    ```

    Leaves at most one entry on each op and kernel, under the target's key, and no attribute where nothing holds. With `without` no hint holds; a
    key of `everywhere` holds for every kernel and access whose own hints do not have it.
  }];
  let options = [
    Option<"architecture", "arch", "int64_t", "900", "Target architecture, ten times its compute capability">,
    Option<"without", "without", "bool", "false", "Take all hints of the source out">,
    Option<"everywhere", "everywhere", "std::string", "\"\"", "Hints of all kernels and accesses, as `latency = 4, allow_tma = false`">
  ];
}

def SpecializeArguments : Pass<"tile-specialize-arguments", "::mlir::ModuleOp"> {
  let summary = "Add variants of kernels that assume facts about arguments which make memory accesses wider, or masks superfluous";
  let description = [{
    A kernel's pointers are only known to be aligned to what they point to, its integers to be any. Where alignment or divisibility of
    arguments would widen loads or stores, the kernel is copied with those facts assumed; the launcher checks them and takes the first
    variant whose facts hold:

    ```mlir
    func.func @copy(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) attributes {tile.kernel} { ... }
    =>
    func.func @copy$v0(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32)
        attributes {tile.kernel, tile.variant = #tile.variant<@copy, 0, [<kind = multiple_of, argument = 0, value = 16>, ...]>} {
      %0 = tile.assume %p[#tile.divisible<16>] : !tile.ptr<f32>
      ...
    }
    func.func @copy(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) attributes {tile.kernel, tile.variant = #tile.variant<@copy, 1>} { ... }
    ```

    What a fact is worth is asked of `Analysis/Divisibility`, and which facts make masks superfluous (arguments that cover the grid,
    rows that tiles divide) of `Analysis/Coverage`. A variant asks for no fact that gains nothing, and for the smallest divisors that
    do. Up to three forms, most demanding first: without masks, with wide accesses, with those that alignment alone makes wide.
    Requires: simplified `tile`, before layouts are chosen. Leaves: the kernel itself as it was, behind its variants.
  }];
  let dependentDialects = ["::tilec::tile::TileDialect"];
  let options = [
    Option<"maxVariants", "max-variants", "unsigned", "3", "Most forms of one kernel, the unconditional one among them">,
    Option<"accessBytes", "access-bytes", "int64_t", "16", "Widest access of one lane, in bytes">,
    Option<"remarks", "remarks", "bool", "false", "Report the facts that variants need">,
    Option<"wideAtomics", "wide-atomics", "bool", "false", "Atomic sums of floats gain from wide accesses too">,
    Option<"tensorMaps", "tensor-maps", "bool", "false",
           "A kernel with views gets a variant, without facts if need be: the last one has no parameters for tensor maps">,
    Option<"bulkReductions", "bulk-reductions", "bool", "false",
           "Tensor maps carry every reduction that they can, not only those behind MMAs">
  ];
}

def NumberBlocks : Pass<"tile-number-blocks", "::mlir::ModuleOp"> {
  let summary = "Number blocks by the coordinates that the source computes";
  let description = [{
    Where a source computes the coordinates of its tiles from the place of its block, and uses nothing else of it, the first form of the kernel takes them as numbers of its block:

    ```mlir
    %id = tile.block_id x                           func.func @k$v0(...) attributes {tile.numbering = ...}
    %row = arith.divsi %id, %columns           =>     %row = tile.block_id x
    %column = arith.remsi %id, %columns               %column = tile.block_id y
    ```

    The attribute `tile.numbering` holds the arithmetic. The form is for grids whose blocks fill a box of such numbers, one for each place; the launcher computes them to find that out.
    The form as it was becomes the second one, unless there is another one before the last. Only where an MMA multiplies tiles that a loop loads, which then depend on one number
    each: on x the smaller operand, on y the larger one. At most three coordinates. Requires: variants made, whole tile blocks. With `remarks` it says which kernels are numbered, and why others are not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report kernels whose blocks are numbered, and why others' are not">];
}

def MakePersistent : Pass<"tile-make-persistent", "::mlir::ModuleOp"> {
  let summary = "Let CTAs stay and loop over tile blocks";
  let description = [{
    A kernel's body becomes the body of a loop over blocks, which workers share; the numbers of a block are computed from its place in the row of all blocks:

    ```mlir
    %x = tile.block_id x                                     %blocks = num_blocks x * num_blocks y * num_blocks z
    ...                                                  =>  scf.for %b = %worker_id to %blocks step %num_workers {
                                                               %x = arith.remui %b, %num_blocks_x
                                                               ...
                                                             } {tile.block_loop}
    ```

    Where the operands of an MMA depend on x alone and on y alone, blocks come in groups of 8 along x, so that what runs at one time reads few rows and
    columns of the operands; along y where so neighbours share the larger operand. Only where nothing that the kernel does could tell (`Analysis/BlockIndependence`), and, without `always`, where it is expected to pay:
    with an MMA, whose operands a loop loads from views, so that the next loads are under way while a block ends; MMAs of MMAs only where
    two warpgroups share their rows, or blocks differ in length, and where the results of a block have room in shared memory beside the next block's operands.

    Where the bounds of loops depend on the block, workers draw: the loop is an `scf.while`, from place `%worker_id` on to what `tile.next_block` gives, and blocks come the longest
    first where the bounds show which those are (`Analysis/BlockLength`). It carries whether there is a block, and its numbers, which are computed where it was drawn; where
    lanes have no registers for more (MMAs with large sums, and two MMAs that multiply what others gave), the place alone.

    With `multicast` two CTAs of a cluster take two neighbours along x, where blocks in groups multiply such tiles that L2 could not bring both operands in time (fp8, 128x128):
    tiles that do not depend on x are the same for both (`tile-gpu-specialize-warps` loads them once). That is the first variant, for an even number of blocks along x.
    The hint `num_cta_in_cga` = 2, 4 or 8 asks for so many in a cluster wherever warpgroups multiply blocks in groups; larger ones for 8.

    With `ping-pong` a CTA has two blocks in flight (`tile.block_groups`), each for a warpgroup of its own, where the MMA of one takes turns with the store of the other: see
    `MakePersistent.cpp` for where that pays, without `always-ping-pong`, and where it is possible.

    With `few-blocks` = N kernels of one MMA in groups get one more form, before all others, for grids of at most N blocks: a CTA each, which does not stay. Where blocks are
    numbered by what the source computes (`tile-number-blocks`), that is the form for grids that fill no box, which then takes these grids at its own place, too.
    Requires: variants made. The last variant, which is launched with the grid of blocks, stays; a kernel without variants gets one. Leaves: `tile.persistent` on
    the kernels that were changed. With `remarks` it says what it did, and what kept it from it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::tilec::tile::TileDialect"];
  let options = [
    Option<"always", "always", "bool", "false", "Wherever it is possible, not only where it is expected to pay">,
    Option<"maxVariants", "max-variants", "unsigned", "3", "Most forms of one kernel; with 1 nothing changes">,
    Option<"sharedBytes", "shared-bytes", "int64_t", "::tilec::Target::defaultTarget().sharedMemoryPerCta()", "Shared memory that a CTA may have">,
    Option<"remarks", "remarks", "bool", "false", "Report kernels that are persistent, and why others are not">,
    Option<"multicast", "multicast", "bool", "false", "Two CTAs may be a cluster, for operands that both multiply">,
    Option<"fewBlocks", "few-blocks", "int64_t", "0", "Blocks that the device takes at once: grids of no more get a form whose CTAs do not stay">,
    Option<"pingPong", "ping-pong", "bool", "false", "CTAs may have two blocks in flight">,
    Option<"alwaysPingPong", "always-ping-pong", "bool", "false", "Wherever it is possible, not only where it is expected to pay">
  ];
}

def GroupBlocks : Pass<"tile-group-blocks", "::mlir::func::FuncOp"> {
  let summary = "Let CTAs that run at one time multiply few rows by few columns";
  let description = [{
    Chips start the blocks of a grid x first. Where an MMA in a loop multiplies tiles that depend on x alone by tiles that depend on y alone, and a kernel's
    CTAs do not stay (`tile-make-persistent`), its blocks change places: 8 neighbours along x, then the next y, to the last y; then the next 8.

    ```mlir
    %x = tile.block_id x                  %r = block_id y * num_blocks x + block_id x
    %y = tile.block_id y              =>  %x = %r / (8 * num_blocks y) * 8 + %r % 8
                                          %y = %r % (8 * num_blocks y) / 8          // the last group may be narrower
    ```

    So those that run at one time read few tiles of either operand, which stay in L2. The grid is the user's. A grid with more than 65536 blocks along x is taken as launched. Only where nothing
    that the kernel does could tell (`Analysis/BlockIndependence`); of several variants the last one stays, which accesses single elements and has no registers to spare. With `remarks` it says what it did, and what kept it from it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report kernels whose blocks change places, and why others' do not">];
}

def WidenBlocks : Pass<"tile-widen-blocks", "::mlir::ModuleOp"> {
  let summary = "Let a CTA take several blocks along x at once, where they load the same";
  let description = [{
    Where much of what a loop loads does not depend on the block's number along x (the vector that each block's rows of a matrix are multiplied by), it comes from L2 as often
    as there are blocks. The kernel gets one more form, whose tiles have several blocks' rows, and loads it once for all of them:

    ```mlir
    %x = tile.block_id x                                             %x = tile.block_id x            // of 4 blocks
    %m = tile.load_view %matrix[%x, %t] : tensor<4x1024xi8>      =>  %m = tile.load_view %wide[%x, %t] : tensor<16x1024xi8>
    %v = tile.load_view %vector[%c0, %t] : tensor<1x1024xf32>        %v = tile.load_view %vector[%c0, %t] : tensor<1x1024xf32>
    ```

    So many blocks that what they share is a quarter of what an iteration loads, as far as lanes have registers for their tiles. Only where the block's number is nothing but an
    index of partition views, of tiles with two rows or more along it, and where these rows are computed alone (`Analysis/DimensionClasses`; no reduction along them,
    no numbers of rows), where all that is stored is stored by it, and nothing that the kernel does could tell (`Analysis/BlockIndependence`). Not of kernels with MMAs.
    Requires: variants made. Leaves: before the first form one with `tile.blocks_of_cta` and `tile.many_blocks`, for grids of at least 8 such CTAs for each multiprocessor
    and a multiple of so many blocks along x. With `remarks` it says what it did, and what kept it from it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tilec::tile::TileDialect"];
  let options = [
    Option<"multiprocessors", "multiprocessors", "int64_t", "132", "Of the device: how many blocks are many">,
    Option<"remarks", "remarks", "bool", "false", "Report kernels whose CTAs take several blocks, and why others' do not">
  ];
}

def SplitOverCtas : Pass<"tile-split-over-ctas", "::mlir::ModuleOp"> {
  let summary = "Divide each tile block's work among the CTAs of a cluster, as num_cta_in_cga asks";
  let description = [{
    Each CTA gets an equal part of the tiles along some of their dimensions (`Analysis/DimensionClasses`): those that take most off a CTA, among equals those along
    which nothing is reduced. With `num_cta_in_cga = 8`:

    ```mlir
    %x = tile.load_view %v[%row, %c0]                        %x = tile.load_view %parts[%row, %cta_rank]
        : tensor<1x65536xf32>                                    : tensor<1x8192xf32>
    %s = tile.reduce %x axis = 1                         =>  %p = tile.reduce %x axis = 1 : ... -> tensor<1x1xf32>
        : ... -> tensor<1x1xf32>                             %g = tile.cluster_gather %p : ... -> tensor<8x1x1xf32>
                                                             %s = tile.reduce %g axis = 0, reshaped
    tile.store %sums_at_row, %s                              scf.if %cta_rank == 0 { tile.store %sums_at_row, %s }
    ```

    Scalars and tiles that are not divided are computed by all CTAs; effects without a divided tile are the first CTA's, and what they result in goes to the others.
    Declines kernels with MMAs (CTAs of a cluster may have blocks of their own there: `tile-make-persistent`), with objects in the block's own memory, and where no dimension can be divided. Requires: hints resolved, variants made. The last variant, which
    is launched with the grid of blocks, stays; a kernel without variants gets one. Leaves: `tile.num_ctas` on the kernels that were changed. With `remarks` it says what it did, and what kept it from it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect", "::tilec::tile::TileDialect"];
  let options = [
    Option<"maxVariants", "max-variants", "unsigned", "3", "Most forms of one kernel; with 1 nothing changes">,
    Option<"remarks", "remarks", "bool", "false", "Report how kernels are divided, and why others are not">,
    Option<"multicast", "multicast", "bool", "false", "What the hint does for MMAs has been decided and reported before">
  ];
}

#endif
