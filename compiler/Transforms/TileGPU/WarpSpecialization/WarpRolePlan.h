// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a kernel a producer warp brings, and through how many stages: decided here, done by WarpRoleRewrite.h.
//
// A load goes to the producer if ProducerSlice.h finds what it needs, and if some load of the kernel is in a loop:
// else nothing would run ahead. Each group of loads that are executed together (LoadSites.h) gets a *stage buffer*:
//
// | loads                                   | stages                                                               |
// |-----------------------------------------|----------------------------------------------------------------------|
// | outside of loops                        | 1, used once                                                         |
// | of a loop around other loops with loads | 1; 2 where there is room at the end                                  |
// | of an innermost loop, with an MMA       | as many as fit, at most kMaxStages: the tensor core must never wait; |
// |                                         | 1 of each group where two do not fit                                 |
// | of another innermost loop               | for `bytesInFlight` of the target, at least 3: there may be one      |
// |                                         | CTA; 4 where registers are held to a number of CTAs, but for loops   |
// |                                         | over tile blocks                                                     |
//
// Blocks with the same tiles, of which never two are executed at a time (loops that follow each other), have their
// stage buffers together: the producer runs on from one to the next as within one.
//
// Groups of one block have the same number of stages. They come out of the shared memory that one CTA may have so that
// the wanted number of them shares a multiprocessor, one stage at a time for each block in turn. A hint `latency` on a
// load gives the number of stages of its block instead. Operands that a loop stores for MMAs have room for those of
// later iterations if that leaves its stage buffers as many stages; of the loops that want so the one with most bytes
// goes without first.
#pragma once

#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/LoadSites.h"
#include "compiler/Transforms/TileGPU/WarpSpecialization/ProducerSlice.h"

namespace tilec::tile_gpu {

/// The groups of one block.
struct StageBufferBlock {
  mlir::Block *block = nullptr;
  llvm::SmallVector<LoadGroup> groups;
  unsigned stages = 1;

  /// In a loop, executed more than once: stages are released.
  bool releasesStages = false;

  /// The number of an earlier block with stage buffers of its own, which are this one's, too.
  std::optional<unsigned> sharesStageBuffersOf;

  /// The bytes of one stage of each buffer.
  int64_t getStageBytes() const;
};

struct WarpRolePlan {
  llvm::SmallVector<StageBufferBlock> blocks;
  ProducerSlice slice;
  /// The CTAs of a multiprocessor for which shared memory was left.
  int64_t ctas = 1;
  /// The kernel shall have no more registers than they share.
  bool leavesRoomForCtas = false;
  /// The groups of consumers, each with tile blocks of its own (ConsumerGroups.h), and why there is one where more were
  /// asked for.
  int64_t blockGroups = 1;
  std::string noGroups;
  /// The bytes of what is loaded once are used again behind its last use. That is slower than bytes of its own, so only
  /// where there are none (docs/Experiments.md, "Constants of the model").
  bool reusesPlaces = false;
  /// 4 is a warpgroup, which can hand registers over.
  int64_t producerWarps = 1;
  /// Why nothing is done; empty with blocks, or where there is nothing to say.
  std::string declined;
  /// Loads that stay as they are, and why.
  llvm::SmallVector<std::pair<TmaLoadOp, ProducerObstacle>> left;
  /// Loops whose stored operands have room for later iterations' (Schedule/Mma/PrecomputedOperands.h).
  llvm::SmallVector<mlir::scf::ForOp> roomAhead;

  int64_t getStageBufferBytes() const;
  /// The block of this number, and those that share its stage buffers.
  llvm::SmallVector<mlir::Block *> blocksWithStageBuffersOf(unsigned number) const;
};

/// What the decision depends on besides the kernel.
struct WarpRoleLimits {
  Target target;
  /// Stages of each stage buffer in a loop; 0: as the file's header says.
  unsigned stages = 0;
};

WarpRolePlan planRoles(mlir::func::FuncOp kernel, const WarpRoleLimits &limits);

} // namespace tilec::tile_gpu
