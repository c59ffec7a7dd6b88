// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Structure.cpp - from a control flow graph to structured control flow ===//
//
//   tile-contract-fma       products and sums that the language fuses
//   canonicalize, cse       folds what the walker left, removes dead phis
//   split-loop-exits        loops end by themselves, before another one goes on or begins
//   lift-cf-to-scf          regions instead of branches
//   simplify-switches       two-way switches, which early exits leave, become conditionals
//   canonicalize            dead results go
//   licm                    bounds computed in a loop's test become loop-invariant
//   uplift                  counting `scf.while` to `scf.for`
//   cse                     what left two loops is one value
//   tile-merge-loops        a loop and the one that continues it; loops of one iteration are loops still
//   canonicalize, cse
//
// The verifier starts after the lift: combining regions may have several blocks before.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/ControlFlow/Structure.h"

#include "compiler/Transforms/Tile/Passes.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tilec::frontend;

LogicalResult tilec::frontend::structureControlFlow(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.enableVerifier(false);
  // While each product is the one that the source wrote: CSE merges equal ones, and a shared product is not contracted.
  passes.addPass(tile::createContractFma());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createSplitLoopExitsPass());
  passes.addPass(createLiftControlFlowToSCFPass());
  passes.addPass(createSimplifySwitchesPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createLoopInvariantCodeMotionPass());
  passes.addPass(createUpliftLoopsPass());
  passes.addPass(createCSEPass());
  passes.addNestedPass<func::FuncOp>(tile::createMergeLoops());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (failed(passes.run(module)))
    return failure();
  return verify(module);
}
