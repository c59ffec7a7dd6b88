// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes from `tile_gpu` to the LLVM and NVVM dialects.
#ifndef TILEC_COMPILER_CONVERSION_TILEGPUTONVVM_PASSES
#define TILEC_COMPILER_CONVERSION_TILEGPUTONVVM_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTileGPUToRegisters : Pass<"convert-tile-gpu-to-registers", "::mlir::ModuleOp"> {
  let summary = "Turn each distributed tile into the registers of one lane";
  let description = [{
    Every value of a distributed type becomes one scalar for each register of its layout, every op one op for each register; memory
    accesses, layout changes, reductions and atomics become what one lane does of them (loads, inline PTX, shuffles, shared memory).

    ```mlir
    %i = tile_gpu.coordinate 0 : tensor<256xi32, #layout>          %t = nvvm.read.ptx.sreg.tid.x : i32
    %j = arith.addi %i, %i : tensor<256xi32, #layout>       =>     ... %i0, %i1 ...
                                                                   %j0 = arith.addi %i0, %i0 : i32
                                                                   %j1 = arith.addi %i1, %i1 : i32
    ```

    A kernel (`tile.kernel`) becomes an `llvm.func` with `nvvm.kernel` and `nvvm.reqntid`, its name and parameters unchanged.

    Requires: view accesses replaced (`tile-gpu-select-memory-paths`), shared memory allocated, barriers placed.
    Leaves: `arith`, `math`, `scf` on scalars, and the LLVM and NVVM dialects. The target decides which instructions are used; what it
    cannot do at all is an error at its line.
  }];
  let options = [Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"];
}

def LowerWarpRoles : Pass<"lower-warp-roles", "::mlir::ModuleOp"> {
  let summary = "Turn warp roles into branches on the number of the warp";
  let description = [{
    ```mlir
    tile_gpu.warp_roles registers 240, 24 consumers {   %w = nvvm.shfl.sync idx (%tid / 32), lane 0
      A                                                 scf.if %w < 8 {
    } producer {                                  =>      nvvm.setmaxregister increase 240
      B                                                   A
    }                                                   } else {
                                                          nvvm.setmaxregister decrease 24
                                                          scf.if %w == 8 { scf.if nvvm.elect.sync { B } }
                                                        }
    ```

    Requires: regions of scalars, whose barriers and single lanes are their role's (`convert-tile-gpu-to-registers`).
    Each role, and a kernel of four warps or more without roles at its entry, waits for the kernel ahead in the stream, and lets the one behind begin (`nvvm.griddepcontrol`, from sm_90 on).
  }];
  let options = [Option<"architecture", "arch", "std::string", "\"sm_90a\"", "Target: sm_90a, compute_80, ...">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def DropEqualVariants : Pass<"drop-equal-variants", "::mlir::ModuleOp"> {
  let summary = "Drop variants of kernels that have become the code of another one, or of the kernel itself";
  let description = [{
    ```mlir
    llvm.func @f_v0(...) attributes {tile.variant = #tile.variant<@f, 0, [<facts>]>, ...} { body }
    llvm.func @f(...) attributes {tile.variant = #tile.variant<@f, 1>, ...} { body }                  =>    @f alone
    ```

    Of two variants that are the same, where what one needs follows from what the other needs, that of the lower number stays, with the
    fewer facts.

    ```mlir
    llvm.func @g_v0(...) attributes {tile.variant = #tile.variant<@g, 0, [<multiple_of 64>]>, ...} { body }
    llvm.func @g_v1(...) attributes {tile.variant = #tile.variant<@g, 1, [<multiple_of 8>]>, ...} { body }      =>    @g_v0 with <multiple_of 8>
    ```

    Requires: equal values merged. Whoever launches takes the first variant that is left whose facts hold.
  }];
  let options = [Option<"remarks", "remarks", "bool", "false", "Report which variants have become one">];
}

def SinkBarriers : Pass<"sink-barriers", "::mlir::ModuleOp"> {
  let summary = "Move barriers down to the next access to memory";
  let description = [{
    ```mlir
    nvvm.barrier0                               %s = arith.addf %a, %b : f32
    %s = arith.addf %a, %b : f32          =>    %t = nvvm.shfl.sync bfly ... %s ...
    %t = nvvm.shfl.sync bfly ... %s ...         nvvm.barrier0
    llvm.store %t, %scratch                     llvm.store %t, %scratch
    ```

    Not out of its block. What is not known to leave memory alone, inline PTX and calls, stops it.
  }];
}

def PackCarriedRegisters : Pass<"pack-carried-registers", "::mlir::ModuleOp"> {
  let summary = "Let loops carry f16 and bf16 registers in pairs, bytes in fours";
  let description = [{
    Neighbours that a loop carries and does not compute, such as a tile loaded for the next iteration, share a 32-bit register:

    ```mlir
    scf.for ... iter_args(%a = %x, %b = %y) -> (bf16, bf16) {         scf.for ... iter_args(%w = %xy) -> (i32) {
      ... %a, %b ...                                            =>      %v = llvm.bitcast %w : i32 to vector<2xbf16>
                                                                        ... two elements of %v ...
      scf.yield %c, %d : bf16, bf16                                     scf.yield %cd : i32
    }                                                                 }
    ```

    So do neighbours that come out of a branch, or go around a loop that does not count, and are wanted as words alone.
    Requires scalars. Leaves what arithmetic yields.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"];
}

def ShareIntegerDivisors : Pass<"share-integer-divisors", "::mlir::ModuleOp"> {
  let summary = "Compute one reciprocal for several integer divisions by the same value";
  let description = [{
    Divisions and remainders by one value that is not constant, two of 64 bits, three of fewer, or one in a loop that the value comes
    from outside of, multiply by a reciprocal that is computed once, behind the value:

    ```mlir
    %q0 = arith.divui %x0, %d : i32        %m = arith.maxui %d, %c1 : i32
    %q1 = arith.divui %x1, %d : i32   =>   %i = arith.divui %c-1, %m : i32
    %q2 = arith.divui %x2, %d : i32        %low, %e = arith.mului_extended %x0, %i : i32
                                           ... %e, or one more where the rest asks for it
    ```

    Exact for all numbers. Divisions of 8 and 16 bits are widened to 32 bits, floordiv and ceildiv become divisions. Requires scalars, with
    equal values merged. Leaves: divisions by constants, and single ones.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ConvertMathToLibdevice : Pass<"convert-math-to-libdevice", "::mlir::ModuleOp"> {
  let summary = "Turn math functions without instruction into calls of libdevice";
  let description = [{
    ```mlir
    %e = math.exp %x : f32    =>    %e = llvm.call @__nv_expf(%x) : (f32) -> f32
    ```

    f16 and bf16 compute in f32, rounded once more. f32 functions marked `fastmath<afn>` take libdevice's coarser ones
    (`__nv_fast_sinf`) where there are any. Requires scalars. Leaves `math` ops that LLVM has instructions for.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"];
}

def LowerControlFlow : Pass<"lower-control-flow", "::mlir::ModuleOp"> {
  let summary = "Turn branches and loops of scf into blocks";
  let description = [{
    ```mlir
    scf.if %c {                     cf.cond_br %c, ^then, ^rest
      "a"()                       ^then:
    }                        =>     "a"()
    "b"()                           cf.br ^rest
                                  ^rest:
                                    "b"()
    ```

    The lowerings are upstream's (`convert-scf-to-cf`), the last op of a block first, so that time grows with a kernel's length and no
    faster. Requires scalars. Leaves no `scf`.
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertScalarsToLLVM : Pass<"convert-scalars-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Turn arith, math and cf on scalars into the LLVM dialect";
  let description = [{
    Requires: no `scf` left (`lower-control-flow`). Leaves only the LLVM and NVVM dialects.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

#endif
