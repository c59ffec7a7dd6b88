// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data races between blocks, by happens-before.
//
// Each block has a vector clock. A release copies it to the atomic object (an update joins it: the release sequence
// goes on; a relaxed store empties it), an acquire joins the object's clock into the reader's. Two accesses to one
// grain of memory by different blocks race when at least one writes, at least one is not atomic, and neither happens
// before the other. Atomics of block scope order nothing between blocks, so between blocks they count as plain
// accesses.
//
// What is remembered for each grain: the last plain write, two plain reads and two atomic accesses by different actors.
// That finds every first race of two of them and may miss which third takes part; it gives no false alarm.
//
// At the `tile` level a block is one actor. Below, the lanes of its warps are actors of their own. A warp's time goes
// on at each barrier and release. What a lane did, the other lanes of its warp know after the next barrier of the warp
// or of the block, other warps after one of the block. A release by one lane hands on what that lane knows: its own
// accesses, of the other lanes of its warp those before their last barrier, and what the warp has heard of others. What
// a lane acquires, others know after the next barrier. An asynchronous copy is an actor of its own (`Copy`): what its
// lane knew when it started it comes before, and what comes after is only what was told of its end. Memory that belongs
// to a block (`BlockMemory`) starts anew with each block. Atomics of two lanes of a block at one place in the source
// may come in any order; those of different places keep the program's only by a barrier, unless they commute.
#pragma once

#include "compiler/Host/Check/VectorClock.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tilec::host {

/// How an atomic access takes part in synchronisation.
struct AtomicAccess {
  bool reads, writes;
  bool acquires, releases;
  bool blockScope;
  /// Updates of one such number give the same memory in any order; 0 for accesses that must keep theirs.
  uint8_t commutes = 0;
};

/// Who accesses memory.
struct Actor {
  Actor(uint32_t block, uint32_t thread = 0) : block(block), thread(thread) {}
  uint32_t block;
  uint32_t thread;
};

/// An asynchronous copy, which reads and writes on behalf of a thread but at times of its own.
struct Copy {
  enum class Kind : uint8_t {
    Lane, ///< one lane's share of a copy: done when the lane has waited for it (LDGSTS)
    Bulk  ///< a copy by the asynchronous proxy: done for whom an mbarrier or a bulk wait has told
  };
  Kind kind;
  uint32_t number; ///< counted from 1: for `Lane` in each warp, for `Bulk` in each block
};

/// The earlier access of a race.
struct Race {
  uint32_t block, thread;
  uint32_t site;
  const char *what;
  bool isProxy = false; ///< ordered, but for a missing proxy fence
};

/// One access: when and by whom.
struct Epoch {
  uint32_t block = 0, time = 0, site = 0; ///< time 0: never
  uint16_t thread = 0;
  bool isAtomic = false;
  uint8_t commutes = 0; ///< as in AtomicAccess

  bool operator==(const Epoch &) const = default;
  bool isBy(const Epoch &other) const {
    return block == other.block && thread == other.thread;
  }
};

/// What is remembered of plain accesses to one grain.
struct AccessCell {
  Epoch write, reads[2];
};

struct Free {
  void operator()(void *memory) const {
    std::free(memory);
  }
};
/// Memory that malloc and calloc gave: pages that nobody touches cost nothing.
template <class T> using Pages = std::unique_ptr<T[], Free>;

/// The memory that a block has for itself; reused by the blocks that one worker runs. For each grain two reads of each
/// warp are remembered, so that one reader that was not waited for shows among many.
struct BlockMemory {
  uintptr_t base = 0;
  size_t bytes = 0, readersOfGrain = 0, readsOfGroup = 0;
  std::vector<uint32_t> blocks; ///< of each grain, one more than the block that the rest is about; 0: it is about none
  Pages<Epoch> writes, reads;   ///< of each grain; `readersOfGrain` reads
  std::vector<uint64_t> groups; ///< of each grain, a bit for each `readsOfGroup` reads: they are of this block
};

class RaceDetector {
public:
  RaceDetector(uint32_t blocks, size_t grain, uint32_t threadsPerBlock = 1);
  void addMemory(uintptr_t base, size_t bytes);
  /// Cells for [base, base + bytes).
  BlockMemory makeBlockMemory(uintptr_t base, size_t bytes) const;

  /// `copy`: the access is part of one that the actor has just started.
  std::optional<Race> plain(Actor actor, uint32_t site, uintptr_t address, size_t bytes, bool isWrite,
                            std::optional<Copy> copy = std::nullopt);
  std::optional<Race> atomic(Actor actor, uint32_t site, uintptr_t address, size_t bytes, AtomicAccess kind,
                             llvm::function_ref<void()> access, std::optional<Copy> copy = std::nullopt);
  /// An access to the actor's block's own memory; `kind` if it is an atomic one.
  std::optional<Race> own(BlockMemory &memory, Actor actor, uint32_t site, uintptr_t address, size_t bytes,
                          bool isWrite, std::optional<AtomicAccess> kind, std::optional<Copy> copy = std::nullopt);
  /// The site of the last write to a byte of a block's own memory by this block; none if there was none.
  std::optional<uint32_t> lastWriter(BlockMemory &memory, uint32_t block, uintptr_t address) const;

  /// All threads of `count` warps of the block, from `first` on, wait for each other.
  void barrier(uint32_t block, uint32_t first, uint32_t count);
  /// The lanes of one of its warps do.
  void warpBarrier(uint32_t block, uint32_t warp);
  /// The actor's lane hands on what it knows, or learns what `clock` knows.
  void release(Actor actor, VectorClock &clock);
  void acquire(Actor actor, const VectorClock &clock);
  /// All lanes of a warp learn what `clock` knows.
  void acquireByWarp(uint32_t block, uint32_t warp, const VectorClock &clock);
  /// Each lane of a warp knows that its own copies up to `number` are done.
  void finishLaneCopies(uint32_t block, uint32_t warp, uint32_t number);
  /// Tells `clock` that a bulk copy is done.
  void finishBulkCopy(uint32_t block, uint32_t number, VectorClock &clock) const {
    clock.addOnly(momentOf(Epoch{.block = block, .time = number, .thread = bulkThread(number)}));
  }
  /// The actor's present, and whether another one knows of it.
  Epoch present(Actor actor) {
    return now(actor, 0).epoch;
  }
  bool hasHeard(Actor actor, const Epoch &moment) {
    return ordered(moment, now(actor, 0));
  }
  /// A warp's ordinary writes so far come before later accesses by the asynchronous proxy.
  void proxyFence(uint32_t block, uint32_t warp);
  /// Frees what is known of the block's warps; it makes no access any more.
  void endBlock(uint32_t block);

private:
  struct AtomicCell {
    Epoch writes[2], reads[2];
    VectorClock released;
  };
  struct Memory {
    uintptr_t base;
    size_t bytes;
    Pages<AccessCell> cells;
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<uintptr_t, AtomicCell> atomics; // by grain
  };
  struct Warp {
    uint32_t time = 1;
    uint32_t lastBarrier = 0;     ///< up to which its lanes know each other's accesses
    uint32_t copiesDone = 0;      ///< each lane knows so many of its own copies to be done
    std::vector<uint32_t> fences; ///< times of its proxy fences
    VectorClock heard;            ///< what all its lanes know of others
    std::vector<std::pair<uint32_t, VectorClock>> heardByThread; ///< what single lanes have acquired since
  };
  /// Touched by the block itself only; made when it makes its first access.
  using Block = std::vector<Warp>;

  AccessCell *cellAt(uintptr_t address);
  Shard &shardOf(uintptr_t address) {
    return shards[(address / 64) % kShards];
  }
  Warp &warpOf(const Actor &actor);
  /// The number of the thread's warp among all of the launch.
  uint64_t unitOf(uint32_t block, uint32_t thread) const;
  /// An access, and whose knowledge counts when it is made: a copy's is that of the thread that starts it.
  struct Access {
    Epoch epoch;
    uint32_t knower;
    bool isBulk;
    /// The last two that were found to come before: its bytes were mostly touched together before.
    mutable std::array<Epoch, 2> before = {};
  };
  uint16_t bulkThread(uint32_t number) const {
    return uint16_t(2 * threadsPerBlock + number % (UINT16_MAX - 2 * threadsPerBlock));
  }
  bool isCopy(const Epoch &epoch) const {
    return epoch.thread >= threadsPerBlock;
  }
  /// Place among the readers of a grain of block memory: each warp has one, and bulk copies.
  size_t readerOf(const Epoch &epoch) const {
    return epoch.thread < 2 * threadsPerBlock ? epoch.thread % threadsPerBlock / 32 : warpsPerBlock;
  }
  Moment momentOf(const Epoch &epoch) const {
    return {unitOf(epoch.block, epoch.thread), epoch.thread, epoch.time};
  }
  Access now(Actor actor, uint32_t site, std::optional<AtomicAccess> kind = std::nullopt,
             std::optional<Copy> copy = std::nullopt);
  bool knows(const Warp &warp, uint32_t thread, const Moment &moment) const;
  bool ordered(const Epoch &earlier, const Access &now);
  bool isOrdered(const Epoch &earlier, const Access &now);
  bool isFenced(const Epoch &earlier, const Access &now);
  std::optional<Race> against(const Epoch &earlier, const Access &now, const char *what);
  void remember(std::span<Epoch, 2> epochs, const Access &now);
  std::optional<Race> plainCell(AccessCell &cell, const Access &now, bool isWrite);
  std::optional<Race> ownGrain(BlockMemory &memory, size_t grain, const Access &now, bool isWrite);
  std::optional<Race> plainGrain(Shard &shard, uintptr_t address, const Access &now, bool isWrite);
  std::optional<Race> plainAt(const Access &now, uintptr_t address, size_t bytes, bool isWrite);
  std::optional<Race> atomicGrain(Shard &shard, uintptr_t address, const Access &now, AtomicAccess kind);
  void synchronise(AtomicCell &cell, Actor actor, AtomicAccess kind);

  static constexpr size_t kShards = 256;
  size_t grain;
  uint32_t threadsPerBlock, warpsPerBlock;
  std::vector<std::unique_ptr<Block>> blocks;
  std::vector<Memory> memory; ///< by address
  std::unique_ptr<Shard[]> shards;
};

} // namespace tilec::host
