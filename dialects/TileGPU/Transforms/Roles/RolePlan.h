// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a kernel a producer warp brings, and through how many slots: decided here, done by RoleRewrite.h.
//
// A load goes to the producer if ProducerSlice.h finds what it needs, and if some load of the kernel is in a loop:
// else nothing would run ahead. Each group of loads that are executed together (LoadSites.h) gets a *ring*:
//
// | loads                                   | slots                                                               |
// |-----------------------------------------|---------------------------------------------------------------------|
// | outside of loops                        | 1, used once                                                        |
// | of a loop around other loops with loads | 1; 2 where there is room at the end                                 |
// | of an innermost loop, with a product    | as many as fit, at most kMaxSlots: the tensor core must never wait; |
// |                                         | 1 of each group where two do not fit                                |
// | of another innermost loop               | for `bytesInFlight` of the target, at least 3: there may be one     |
// |                                         | CTA; 4 where registers are held to a number of CTAs, but for loops  |
// |                                         | over tile blocks                                                    |
//
// Blocks with the same tiles, of which never two are executed at a time (loops that follow each other), have their
// rings together: the producer runs on from one to the next as within one.
//
// Groups of one block have the same number of slots. They come out of the shared memory that one CTA may have so that
// the wanted number of them shares a multiprocessor, one slot at a time for each block in turn. A hint `latency` on a
// load gives the number of slots of its block instead. Factors that a loop stores for products have room for those of
// later iterations if that leaves its rings as many slots; of the loops that want so the one with most bytes goes
// without first.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/TileGPU/Transforms/Paths/LoadSites.h"
#include "dialects/TileGPU/Transforms/Roles/ProducerSlice.h"

namespace tilec::tile_gpu {

/// The groups of one block.
struct RingBlock {
  mlir::Block *block = nullptr;
  llvm::SmallVector<LoadGroup> groups;
  unsigned slots = 1;

  /// In a loop, executed more than once: slots are given back.
  bool givesBack = false;

  /// The number of an earlier block with rings of its own, which are this one's, too.
  std::optional<unsigned> sharesRingsOf;

  /// The bytes of one stage of each buffer.
  int64_t getSlotBytes() const;
};

struct RolePlan {
  llvm::SmallVector<RingBlock> blocks;
  ProducerSlice slice;
  /// The CTAs of a multiprocessor for which shared memory was left.
  int64_t ctas = 1;
  /// The kernel shall have no more registers than they share.
  bool leavesRoomForCtas = false;
  /// The groups of consumers, each with tile blocks of its own (BlocksInFlight.h), and why there is one where more were
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
  /// Loops whose stored factors have room for later iterations' (Products/FactorsAhead.h).
  llvm::SmallVector<mlir::scf::ForOp> roomAhead;

  int64_t getRingBytes() const;
  /// The block of this number, and those that share its rings.
  llvm::SmallVector<mlir::Block *> blocksWithRingsOf(unsigned number) const;
};

/// What the decision depends on besides the kernel.
struct RoleLimits {
  Target target;
  /// Slots of each ring in a loop; 0: as the file's header says.
  unsigned slots = 0;
};

RolePlan planRoles(mlir::func::FuncOp kernel, const RoleLimits &limits);

} // namespace tilec::tile_gpu
