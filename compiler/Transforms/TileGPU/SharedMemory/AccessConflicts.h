// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one op does to memory, as far as the order between lanes is concerned.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/DenseMapInfo.h"

namespace tilec::tile_gpu {

/// Memory that lanes of one op touch.
struct MemoryAccess {
  enum class Kind { Read, Write, Atomic };
  /// Which lane touches an element.
  enum class Lanes {
    Owner, ///< the one place that holds it
    First, ///< lane 0 of warp 0 (uniform stores and atomics)
    Any,   ///< several may: copies, uniform loads, scratch
  };

  mlir::Operation *op = nullptr;
  Kind kind = Kind::Read;
  Lanes lanes = Lanes::Any;
  /// Address; null for scratch, buffers and mbarriers, which lie at [scratchBegin, scratchEnd) of shared memory.
  mlir::Value pointer;
  /// The buffer that the bytes belong to, and the layout by which lanes own its elements; null for others.
  mlir::Value buffer;
  LayoutAttr layout;
  /// The number of the buffer's stage, as it is called in the iteration of later accesses; null if it has no name
  /// there.
  mlir::Value stage;
  /// Elements that are accessed; null: all.
  mlir::Value mask;
  int64_t scratchBegin = 0, scratchEnd = 0;
  /// Pointer or mask may have another value by now: they are computed in a loop that has gone on to its next iteration.
  bool isFromEarlierIteration = false;
  /// The access is one of memory that all tile blocks share, by an earlier block of the loop over tile blocks.
  bool isOfEarlierBlock = false;
  /// Shared memory of other CTAs of the cluster, at the same bytes.
  bool isRemote = false;
  /// Only the first CTA of the cluster does it.
  bool isOfFirstCta = false;
  /// The lanes of its CTA have waited for each other since; those of other CTAs have not.
  bool isOrderedInCta = false;

  bool operator==(const MemoryAccess &other) const {
    return op == other.op && kind == other.kind && isFromEarlierIteration == other.isFromEarlierIteration &&
           isOfEarlierBlock == other.isOfEarlierBlock && pointer == other.pointer &&
           scratchBegin == other.scratchBegin && scratchEnd == other.scratchEnd && isRemote == other.isRemote &&
           isOfFirstCta == other.isOfFirstCta && isOrderedInCta == other.isOrderedInCta && stage == other.stage;
  }
};

/// The accesses of one op in the order that lanes see them.
///
/// An asynchronous copy *starts* here and happens at any time up to its wait: it must come after what others have done
/// with its stage before, but what comes after it looks at the wait, where the stage counts as written (and the source
/// as read) just now. So a barrier between the two does not make the bytes visible.
struct MemoryEvents {
  /// What must be ordered behind earlier accesses and is over only at a wait.
  llvm::SmallVector<MemoryAccess, 1> starts;
  /// Before the op's own barrier, if it has one.
  llvm::SmallVector<MemoryAccess, 2> before;
  std::optional<BarrierScope> barrierInside;
  llvm::SmallVector<MemoryAccess, 1> after;
  /// Earlier accesses of all lanes must come before this op; later ones after it.
  bool isRelease = false, isAcquire = false;
};

/// What `op`, itself without its regions, does.
MemoryEvents describeMemoryEvents(mlir::Operation *op);

/// The two may touch the same bytes from different lanes of a CTA, and one of them changes them.
bool conflict(const MemoryAccess &earlier, const MemoryAccess &later);
/// Whether accesses of different CTAs of a cluster that share a tile block conflict.
bool conflictBetweenCtas(const MemoryAccess &earlier, const MemoryAccess &later);

} // namespace tilec::tile_gpu

/// Lists of many accesses ask for each of them whether they hold it.
template <> struct llvm::DenseMapInfo<tilec::tile_gpu::MemoryAccess> {
  using Access = tilec::tile_gpu::MemoryAccess;
  using Ops = DenseMapInfo<mlir::Operation *>;

  static Access getEmptyKey() {
    Access access;
    access.op = Ops::getEmptyKey();
    return access;
  }
  static Access getTombstoneKey() {
    Access access;
    access.op = Ops::getTombstoneKey();
    return access;
  }
  static unsigned getHashValue(const Access &access) {
    unsigned hash = Ops::getHashValue(access.op); // most ops have few accesses
    return 4 * hash + 2 * access.isFromEarlierIteration + access.isOrderedInCta;
  }
  static bool isEqual(const Access &a, const Access &b) {
    return a == b;
  }
};
