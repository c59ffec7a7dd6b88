// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "compiler/Conversion/TileToTileGPU/Passes.h"
#include "compiler/Target/Target.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tilec {

/// The target of the options; the default one where the name is not one of ours.
static Target targetOf(const PipelineOptions &options) {
  llvm::Expected<Target> target = Target::parse(options.architecture);
  if (target)
    return *target;
  llvm::consumeError(target.takeError());
  return Target::defaultTarget();
}

/// By itself where one lane can start copies for a matrix unit: lanes that multiply fragments need the registers that a
/// producer's warp would take.
static bool hasProducers(const PipelineOptions &options) {
  Target target = targetOf(options);
  return options.specializeWarps == Choice::On ||
         (options.specializeWarps == Choice::Auto && target.hasProducers() && target.hasMatrixUnit());
}

/// Tensor maps are faster where a warp of its own waits for them.
static bool hasFasterTensorMaps(const PipelineOptions &options) {
  return options.tensorMaps == Choice::Auto && hasProducers(options);
}

static bool usesTensorMaps(const PipelineOptions &options) {
  return options.tensorMaps == Choice::On || hasFasterTensorMaps(options);
}

/// Where no warp of its own brings tiles, a lane of those that multiply may start the copies of their loop's stages.
static bool hasStages(const PipelineOptions &options) {
  return options.specializeWarps == Choice::Auto && options.tensorMaps == Choice::Auto &&
         options.pipelineLoops != Choice::Off && targetOf(options).hasProducers() && !hasProducers(options);
}

/// A producer warp brings tiles for the CTAs of a cluster.
static bool sharesLoads(const PipelineOptions &options) {
  return options.multicast && targetOf(options).sharesLoads() && hasProducers(options) && usesTensorMaps(options);
}

/// Six MMAs of bf16 take less time than one of f32 by multiply-add in each lane, with what lanes do for them.
static bool hasFasterSplitMmas(const PipelineOptions &options) {
  constexpr double kMmas = 6, kLaneOps = 128, kLeastGain = 2;
  return targetOf(options).rates().unit16Bits / kMmas >= kLeastGain * kLaneOps;
}

/// Warpgroups of a CTA may have blocks of their own, which a producer warp brings: where sums lie in their registers.
static bool hasPingPong(const PipelineOptions &options) {
  return options.pingPong != Choice::Off && targetOf(options).has(Capability::Wgmma) && hasProducers(options) &&
         usesTensorMaps(options);
}

void addTileLegalizationPasses(OpPassManager &passes, const MathMode &math) {
  passes.addPass(tile::createContractFma());
  // After contraction, which looks for plain sums and products.
  passes.addPass(
      tile::createApplyMathMode({math.flushSubnormals, math.preciseDivision, math.preciseSqrt, math.fastFunctions}));
}

void addTilePasses(OpPassManager &passes, const PipelineOptions &options) {
  // First, so that no later pass sees another architecture's hints.
  passes.addPass(tile::createResolveHints({options.hintArchitecture, options.withoutHints, options.hintsEverywhere}));
  // Strategy and memory paths know plain MMAs. What tcgen05 has no room for shows when a kernel is planned.
  if (!targetOf(options).has(Capability::Tcgen05))
    passes.addPass(tile::createExpandScaledMmas({targetOf(options).has(Capability::MmaBlockScaled)}));
  // Contraction looks for products with one use: before anything shares them.
  addTileLegalizationPasses(passes, options.math);
  // Before what only wide operands needed is removed.
  passes.addPass(tile::createNarrowMmas());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  // Once each cast is there once, and before anything asks how an MMA's operands come.
  if (hasProducers(options) && usesTensorMaps(options))
    passes.addPass(tile::createRoundInLoads());
  // Once results that nobody reads are gone.
  passes.addPass(tile::createCombineAtomics());
  passes.addNestedPass<func::FuncOp>(tile::createPrivatizeAtomics({options.remarks}));
  // Once equal ones are one, and those of atomics are there.
  passes.addPass(tile::createMergeReductions());
  // After CSE, so that one copy leaves the loop.
  passes.addPass(createLoopInvariantCodeMotionPass());
  // Before anything asks where loops read and write: one form for all ways to move on.
  passes.addNestedPass<func::FuncOp>(tile::createSimplifyInductions());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  // Once what does not depend on a loop's counter is outside.
  passes.addNestedPass<func::FuncOp>(tile::createGuardMasks());
  // MMAs by warpgroup and by tcgen05 read swizzles of 128 bytes; lanes that copy want more stages instead.
  bool readsSwizzles = targetOf(options).has(Capability::Wgmma) || targetOf(options).has(Capability::Tcgen05);
  bool splitsMmas = options.splitMmas && hasFasterSplitMmas(options);
  passes.addNestedPass<func::FuncOp>(
      tile::createNormalizeDepth({/*least=*/readsSwizzles ? 128 : 64, /*most=*/128, splitsMmas}));
  // Where MMAs run on while others are started.
  if (readsSwizzles)
    passes.addNestedPass<func::FuncOp>(tile::createLoadBeforeMmas());
  // Where each loop has one MMA still, of as many steps along K as it will have.
  if (splitsMmas)
    passes.addNestedPass<func::FuncOp>(tile::createSplitMmas({options.remarks}));
  // Last on `tile`: everything before is done once for all variants of a kernel, everything after for each.
  passes.addPass(tile::createSpecializeArguments({options.maxVariants, targetOf(options).accessBytes(), options.remarks,
                                                  targetOf(options).has(Capability::AtomicAddVector),
                                                  usesTensorMaps(options) || hasStages(options),
                                                  /*bulkReductions=*/options.tensorMaps == Choice::On}));
  bool mayStay = options.persistent == Choice::On || (options.persistent == Choice::Auto && hasProducers(options));
  // Before a block becomes several: the launcher computes numbers of the source's blocks.
  if (mayStay && options.maxVariants > 2)
    passes.addPass(tile::createNumberBlocks({options.remarks}));
  // Facts about the grid are those of the source's blocks; from here on blocks are of a size that CTAs have room for.
  passes.addPass(createSplitBlocks({targetOf(options).name(), options.maxVariants, options.remarks}));
  // Of whole blocks, whose neighbours are those of the grid; before anything is in the order of places.
  if (mayStay && options.maxVariants > 2)
    passes.addPass(createWidenMmas({targetOf(options).name(), options.remarks}));
  // Facts about the grid are those of blocks; the loop stands around what each variant became.
  if (mayStay)
    passes.addPass(tile::createMakePersistent({options.persistent == Choice::On, options.maxVariants,
                                               targetOf(options).sharedMemoryPerCta(), options.remarks,
                                               sharesLoads(options), targetOf(options).multiprocessors(),
                                               hasPingPong(options), options.pingPong == Choice::On}));
  // Where CTAs do not stay they have an order, too; on final forms, as above.
  passes.addNestedPass<func::FuncOp>(tile::createGroupBlocks({options.remarks}));
  // A copy of the first form, as it is now.
  if (hasProducers(options) && options.maxVariants > 2)
    passes.addPass(tile::createWidenBlocks({targetOf(options).multiprocessors(), options.remarks}));
  // Last: to all that comes before a block's tiles are whole, to all that follows they are a CTA's.
  if (targetOf(options).has(Capability::Cluster))
    passes.addPass(tile::createSplitOverCtas(
        {options.maxVariants, options.remarks, mayStay && sharesLoads(options) && options.maxVariants > 1}));
}

void addTileGPUPasses(OpPassManager &passes, const PipelineOptions &options) {
  passes.addPass(createConvertTileToTileGPU({targetOf(options).name(), options.remarks}));
  OpPassManager &kernels = passes.nest<func::FuncOp>();
  // Before layouts: one that suits a run of structs suits none of its members.
  kernels.addPass(tile_gpu::createJoinLoads({options.remarks}));
  // On views, whose strides are in their types; the layouts of addresses follow. Lanes that copy by themselves are at
  // it while others read.
  kernels.addPass(tile_gpu::createAssignLayouts({hasStages(options) ? targetOf(options).name() : std::string()}));
  // While index arithmetic still stands alone: later it is tied into addresses.
  kernels.addPass(tile_gpu::createRemoveLayoutConversions());
  // On views still: copies of a body are small, and whether two accesses may meet is easily seen.
  kernels.addPass(tile_gpu::createUnrollLoops({options.remarks}));
  // Before paths are chosen: a producer warp has no part in gathers that all threads of the cluster wait for.
  if (targetOf(options).has(Capability::Cluster))
    kernels.addPass(tile_gpu::createSendGathers({options.remarks}));
  kernels.addPass(
      tile_gpu::createSelectMemoryPaths({options.remarks, targetOf(options).name(), options.tensorMaps == Choice::On,
                                         hasFasterTensorMaps(options), hasStages(options)}));
  // Where operands are is known now, and nothing has been taken out of its place.
  kernels.addPass(tile_gpu::createStageMmaOperands({targetOf(options).sharedMemoryPerCta(), options.remarks}));
  // Gather views bring conversions of their own. Without remarks: operands may yet be read from shared memory as
  // wanted.
  kernels.addPass(tile_gpu::createRemoveLayoutConversions());
  // Behind the conversions that could stand between a sum and the loop.
  if (targetOf(options).has(Capability::Tcgen05))
    kernels.addPass(tile_gpu::createKeepTensorAccumulators({targetOf(options).sharedMemoryPerCta(), options.remarks}));
  // On final layouts, which say what a lane has; before anything counts reductions or the registers of loops.
  kernels.addPass(tile_gpu::createDeferReductions({options.remarks}));
  kernels.addPass(createCanonicalizerPass());
  // On folded arithmetic of views; widths of accesses are chosen.
  kernels.addPass(tile_gpu::createNarrowIntegers());
  kernels.addPass(createCanonicalizerPass());
  // Equal addresses become one value: the barrier pass sees that a lane meets only itself.
  kernels.addPass(createCSEPass());
  kernels.addPass(createLoopInvariantCodeMotionPass());
  // On final addresses and layouts; before anything has a place in shared memory.
  if (options.pipelineLoops != Choice::Off) {
    kernels.addPass(tile_gpu::createPipelineLoops({targetOf(options).name(), options.pipelineStages, options.remarks}));
    kernels.addPass(createCSEPass());
    kernels.addPass(tile_gpu::createCarryFragments({options.remarks}));
  }
  // Stages are known, whoever fills them; before a producer is told where they are released.
  kernels.addPass(tile_gpu::createStepFmaDots());
  // On loads that stand in place still, behind what moves addresses out of loops: a producer repeats them.
  if (hasProducers(options)) {
    // Before stage buffers get what shared memory is left.
    kernels.addPass(tile_gpu::createSplitStores({options.remarks}));
    kernels.addPass(
        tile_gpu::createSpecializeWarps({targetOf(options).name(), options.pipelineStages, options.remarks}));
    // Once stages and their mbarriers are there.
    if (targetOf(options).has(Capability::Tcgen05))
      kernels.addPass(tile_gpu::createIssueTcgen05({options.remarks}));
  }
  // Behind what makes stage buffers: all copies share them. Before MMAs that run on into the next iteration.
  if (targetOf(options).has(Capability::Wgmma))
    kernels.addPass(tile_gpu::createUnrollAccumulatorSwaps({options.remarks}));
  if (hasProducers(options)) {
    // Before MMAs that run on are looked for: what it rotates is none of them any more.
    kernels.addPass(tile_gpu::createPipelineMmas({options.remarks, options.skewMmas, options.warpgroupPingPong}));
    // Behind what leaves an MMA at a block's end, before loops are split or copied.
    if (options.pipelineBlocks)
      kernels.addPass(tile_gpu::createPipelineBlocks({options.remarks}));
    // Before equal values are merged: an arrival is known by the stage that it releases.
    kernels.addPass(tile_gpu::createOverlapMmas({options.remarks}));
    // Behind what may move MMAs to other places.
    kernels.addPass(tile_gpu::createOrderPingPong());
    // Behind what begins MMAs before their loop.
    if (options.overlapEpilogue)
      kernels.addPass(tile_gpu::createOverlapEpilogue({options.remarks}));
    // What neither has rearranged.
    if (options.scheduleMmas)
      kernels.addPass(tile_gpu::createScheduleMmas({options.remarks, options.startMmasEarly}));
    kernels.addPass(createCanonicalizerPass());
    kernels.addPass(createCSEPass());
  }
  // Behind what knows stores by their look.
  if (hasProducers(options))
    kernels.addPass(tile_gpu::createStoreByWarps({options.remarks}));
  // Once it is known what shared memory stage buffers take; first what makes lanes hold less.
  kernels.addPass(tile_gpu::createShareConversions({targetOf(options).name(), options.remarks}));
  kernels.addPass(tile_gpu::createSpillCarriedTiles({targetOf(options).name(), options.remarks}));
  // Once it is known where stages are released.
  kernels.addPass(tile_gpu::createPlaceProxyFences());
  // Last, on the final order of accesses: nothing may move one over a barrier, nor need a new one.
  kernels.addPass(tile_gpu::createAllocateSharedMemory({targetOf(options).sharedMemoryPerCta()}));
  kernels.addPass(tile_gpu::createChooseCarveout({targetOf(options).name(), options.remarks}));
  kernels.addPass(tile_gpu::createPlaceMemoryBarriers());
  // Cheap, so always: a schedule that is wrong must not become code.
  kernels.addPass(tile_gpu::createVerifySharedMemory());
  kernels.addPass(tile_gpu::createVerifyAsyncCopies());
  kernels.addPass(tile_gpu::createVerifyMbarriers());
  kernels.addPass(tile_gpu::createVerifyStages());
  kernels.addPass(tile_gpu::createVerifyTensorMaps());
  // Behind all that wants loops that count.
  kernels.addPass(tile_gpu::createEndLoopsAtBreak());
  if (options.remarks)
    kernels.addPass(tile_gpu::createSummarizeKernel({targetOf(options).name()}));
}

void addNVVMPasses(OpPassManager &passes, const PipelineOptions &options) {
  addTileGPUToNVVMPasses(passes, options.architecture, options.remarks);
}

} // namespace tilec
