// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Conversion/TileToTileGPU/Passes.h"
#include "compiler/Target/Target.h"
#include "dialects/Tile/Transforms/Passes.h"
#include "dialects/TileGPU/Transforms/Passes.h"
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

/// Most shared memory of a CTA of the target; the default of the pass where the name is not one of ours.
static tile_gpu::AllocateSharedMemoryOptions sharedMemoryOptions(const PipelineOptions &options) {
  tile_gpu::AllocateSharedMemoryOptions result;
  if (llvm::Expected<Target> target = Target::parse(options.architecture))
    result.limit = target->sharedMemoryPerCta();
  else
    llvm::consumeError(target.takeError());
  return result;
}

void addTileGPUPasses(OpPassManager &passes, const PipelineOptions &options) {
  passes.addPass(createConvertTileToTileGPU());
  OpPassManager &kernels = passes.nest<func::FuncOp>();
  // While index arithmetic still stands alone: later it is tied into addresses.
  kernels.addPass(tile_gpu::createRemoveLayoutConversions());
  kernels.addPass(tile_gpu::createSelectMemoryPaths());
  // Gather views bring conversions of their own.
  kernels.addPass(tile_gpu::createRemoveLayoutConversions());
  kernels.addPass(createCanonicalizerPass());
  // Equal addresses become one value: the barrier pass sees that a lane meets only itself.
  kernels.addPass(createCSEPass());
  kernels.addPass(createLoopInvariantCodeMotionPass());
  // Last, on the final order of accesses: nothing may move one over a barrier, nor need a new one.
  kernels.addPass(tile_gpu::createAllocateSharedMemory(sharedMemoryOptions(options)));
  kernels.addPass(tile_gpu::createPlaceMemoryBarriers());
}

} // namespace tilec
