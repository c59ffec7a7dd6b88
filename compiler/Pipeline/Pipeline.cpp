// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Pipeline/Pipeline.h"
#include "dialects/Tile/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tilec {

void addTileLegalizationPasses(OpPassManager &passes) {
  passes.addPass(tile::createContractFma());
}

void addTilePasses(OpPassManager &passes, const PipelineOptions &options) {
  // First, so that no later pass sees another architecture's hints.
  passes.addPass(tile::createResolveHints({options.hintArchitecture}));
  // Contraction looks for products with one use: before anything shares them.
  addTileLegalizationPasses(passes);
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  // After CSE, so that one copy leaves the loop.
  passes.addPass(createLoopInvariantCodeMotionPass());
}

} // namespace tilec
