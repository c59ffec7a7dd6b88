// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a counted loop are brought ahead of their iteration, how, and how far: decided here, done by
// PipelineRewrite.h.
//
// A load can be brought ahead if what AheadSlice.h finds it to depend on is known ahead, and nothing in the loop writes
// what it reads. Each such load has a *producer*:
//
// | producer  | how                                                          | for                                |
// |-----------|--------------------------------------------------------------|------------------------------------|
// | TensorMap | a TMA load into a multi-stage buffer, started by one lane    | operands of MMAs, with a box       |
// | Copies    | LDGSTS into a multi-stage buffer in shared memory            | 4, 8 or 16 bytes a lane and access |
// | Registers | a load for the next iteration, its value carried by the loop | narrower accesses; narrow elements |
// |           |                                                              | that are reduced, 64 bytes a lane  |
//
// What would take more than 64 registers of a lane stays where it is.
//
// What only changes its layout for MMAs of `mma.sync` is copied to where their fragments are read from, behind a
// barrier in each iteration: such a stage buffer pays always, since the tensor core must never wait, and has kMmaStages
// stages; at least two, if one CTA alone can have them. Several MMAs may want different fragments of one load; then
// two stages have to leave room for the CTAs that registers let share a multiprocessor, or the loop stays as it is.
// Stage buffers leave room for operands from before the loop that lanes would have no registers for
// (LoopInvariantOperands.h). What is done behind the loop, where a result is turned on its way to memory, takes the
// stage buffer's bytes. What lanes multiply by themselves (`mma fma`) has stage buffers of the same kind, in which
// lanes read operands as they multiply (LaneOperands.h).
//
// The copy engine brings such a tile where a box of a tensor map says where it is, and where its swizzle lets every
// MMA read its fragments without bank conflicts. Then lanes have neither its addresses nor its masks, and no warp
// of its own takes registers from them. What is under a condition, or behind a `break`, stays with lanes: nobody would
// wait for bytes that never come.
//
// Where shared memory has no room for two stages of all that the copy engine brings, each tile has one, which is filled
// again for the next iteration behind the last MMA that reads it: keys arrive under the MMA by values. Where
// even these do not fit, tiles of one type that MMAs read one after the other take turns in one stage.
//
// What is stored for MMAs of `wgmma` or `tcgen05`, and for nothing else, is copied to where they read it
// (OperandCopies.h), behind a fence for the asynchronous proxy and a barrier in each iteration. Where all MMAs of the
// loop are sums that it carries, those of one iteration run on into the next (OverlapMmas.cpp): lanes copy under
// them, and each stage buffer has one stage more, which they may still read. So does attention (SkewMmas.h), if there
// is room. Pointers that move evenly are one addition each (CarriedAddresses.h), where lanes have registers for them
// beside the MMAs.
//
// With other copies a lane reads back what it copied itself, in the same layout, so that no lane waits for another.
// A tile of which several lanes hold copies is copied once and read by all, behind a barrier in each iteration. So is
// what is converted to another layout through shared memory: lanes read the stage in that layout.
//
// How far ahead (*distance*; a stage buffer has one stage more): as many iterations as it takes for one CTA to have the
// target's `bytesInFlight` on their way; at most kMaxDistance, and as many stages as leave room for the CTAs that
// registers let share a multiprocessor. A grid may be too small for more than one: that is where stage buffers gain (on
// an H200 sums of columns by 128 blocks went from 1.8 to 3.2 TB/s with 3 stages and 4.3 with 5; where many CTAs share a
// multiprocessor nothing changed by more than a few percent). So stage buffers take shared memory from CTAs beyond
// those that have 16 warps. A `latency` hint on a load gives the number of stages instead.
//
// Where two stages do not fit beside those CTAs, loads that are narrower than others have none. Where two still do not
// fit, stage buffers leave room for half of the CTAs (docs/Experiments.md, "Loops that nobody tuned").
//
// Where no number is asked for, loops stay as they are that have MMAs, whose operands take the shared
// memory; that load bytes, for weights of 8 bits times a vector lost 2 to 6 % to the copies' instructions (but for what
// only names cells that are updated: histograms of bytes by four CTAs a multiprocessor went from 0.68 to 1.2 of CUB's
// speed with 6 stages); and that reduce narrow elements, if a few CTAs of a multiprocessor load enough together (in
// bf16 cross entropy with tiles of 4096 and gradients of rows of 1024 were 5 % slower with stage buffers, cross entropy
// with tiles of 1024 up to 1.5 times as fast). These load the next iteration's into registers where there are some:
// cross entropy with tiles of 4096 went from 158 to 144 us. Their stage buffers leave room for 24 warps, since lanes
// compute for longer than they load: tiles of 1024 took 2 % less time with 4 stages than with 6.
//
// Loads with hints have stage buffers of their own depth, each as it says; the others have what is said above.
#pragma once

#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/Schedule/AheadSlice.h"
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <string>
#include <vector>

namespace tilec::tile_gpu {

enum class Producer { TensorMap, Copies, Registers };

/// A load that is brought ahead.
struct PipelinedLoad {
  PipelinedLoad(LoadOp load, mlir::scf::ForOp loop) : load(load), slice(loop) {}

  LoadOp load;
  /// What pointers, mask and the branches around it depend on.
  AheadSlice slice;
  Producer producer = Producer::Copies;
  /// Iterations that its copies are ahead.
  unsigned distance = 0;
  /// For stage buffers: of one stage, and registers that one of them brings.
  BufferType stage;
  int64_t vector = 1;
  /// To MMAs, if it is operands of MMAs alone: reading the stage stands for its layout conversions.
  llvm::SmallVector<MmaPath> ways;
  /// Lanes read the stage as they multiply by themselves; nothing else reads the tile.
  bool isForLanes = false;
  /// Into the buffer of MMAs that read the stage in its place; null for other loads.
  BufferStoreOp store;
  /// Every lane reads only what it copied.
  bool isPrivate = true;
  /// Into one stage, behind the last MMA that reads it (`distance` is 0).
  bool isRefilled = false;
  /// .. which is that of the load before it in the plan: this one comes once that has been read.
  bool takesTurn = false;

  bool feedsMmas() const {
    return isForLanes || !ways.empty();
  }
};

struct PipelinePlan {
  std::vector<PipelinedLoad> loads;
  /// Brought by copies for one iteration of a CTA.
  int64_t bytesPerIteration = 0;
  /// Of each stage buffer, for what MMAs of the iteration before may still read.
  unsigned spareStages = 0;
  /// The MMAs of the loop are sums that it carries: lanes copy under them.
  bool runsOn = false;
  /// Lanes have registers for the addresses of copies beside their tiles: each moves on by an addition, which no copy
  /// waits for. Sums that alternate leave none.
  bool holdsAddresses = false;
  /// Why nothing is done; empty with loads, or where there is nothing to say.
  std::string declined;
  /// Loads that stay as they are, and why.
  llvm::SmallVector<std::pair<LoadOp, std::string>> left;

  bool hasStageBuffers() const {
    return bytesPerIteration > 0;
  }
  unsigned stagesOf(unsigned distance) const {
    return distance + 1 + spareStages;
  }
  /// Some copies write what a matrix unit reads.
  bool copiesInPlace() const {
    return llvm::any_of(loads, [](const PipelinedLoad &ahead) { return bool(ahead.store); });
  }
  /// Some load is by this producer.
  bool hasLoadsBy(Producer producer) const;
  /// Distances of stage buffers, ascending, each once.
  llvm::SmallVector<unsigned> getDistances() const;
  /// Of those that the copy engine fills.
  llvm::SmallVector<unsigned> getDistancesBy(Producer producer) const;
  /// Of all stage buffers while the loop runs.
  int64_t getBytesInFlight() const;
  int64_t getStageBufferBytes() const;
};

/// What the decision depends on besides the loop.
struct PipelineLimits {
  Target target;
  /// Stages of each stage buffer; 0: as the file's header says.
  unsigned stages = 0;
  /// Shared memory that the kernel needs besides stage buffers, in bytes.
  int64_t otherSharedBytes = 0;
};

PipelinePlan planPipeline(mlir::scf::ForOp loop, const PipelineLimits &limits);

} // namespace tilec::tile_gpu
