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
// At the `tile` level a block is one actor. At lower levels its threads are actors of their own, ordered by barriers:
// a block's time goes on at each barrier and release, and what a thread did is known to the block's other threads once
// a barrier has come after it. A release by one thread hands on what that thread knows: its own accesses, and of other
// threads those before the last barrier. What a thread acquires, the others know after the next barrier. Memory that
// belongs to a block (`BlockMemory`) starts anew with each block. Atomics of two threads of a block at one place in the
// source may come in any order; those of different places keep the program's only by a barrier, unless they commute.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
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

/// The earlier access of a race.
struct Race {
  uint32_t block, thread;
  uint32_t site;
  const char *what;
};

/// One access: when and by whom.
struct Epoch {
  uint32_t block = 0, time = 0, site = 0; ///< time 0: never
  uint16_t thread = 0;
  bool isAtomic = false;
  uint8_t commutes = 0; ///< as in AtomicAccess

  bool isBy(const Epoch &other) const {
    return block == other.block && thread == other.thread;
  }
};

/// Times of all blocks that an actor, or an atomic object, has heard of.
class VectorClock {
public:
  bool covers(const Epoch &epoch) const;
  /// Of `block`, everything up to `all`, and of one of its threads everything up to `time`.
  void add(uint32_t block, uint32_t all, uint32_t thread, uint32_t time);
  void join(const VectorClock &other);
  void clear() {
    entries.clear();
  }

private:
  struct Entry {
    uint32_t all = 0;                                   ///< every thread's accesses up to this time
    std::vector<std::pair<uint32_t, uint32_t>> threads; ///< single threads' later ones
  };
  std::vector<Entry> entries; ///< by block
};

/// What is remembered of plain accesses to one grain.
struct AccessCell {
  Epoch write, reads[2];
};

/// The memory that a block has for itself; reused by the blocks that one worker runs.
struct BlockMemory {
  uintptr_t base = 0;
  size_t bytes = 0;
  std::vector<AccessCell> cells;
};

class RaceDetector {
public:
  RaceDetector(uint32_t blocks, size_t grain, uint32_t threadsPerBlock = 1);
  void addMemory(uintptr_t base, size_t bytes);
  /// Cells for [base, base + bytes).
  BlockMemory makeBlockMemory(uintptr_t base, size_t bytes) const;

  std::optional<Race> plain(Actor actor, uint32_t site, uintptr_t address, size_t bytes, bool isWrite);
  std::optional<Race> atomic(Actor actor, uint32_t site, uintptr_t address, size_t bytes, AtomicAccess kind,
                             llvm::function_ref<void()> access);
  /// An access to the actor's block's own memory; `kind` if it is an atomic one.
  std::optional<Race> own(BlockMemory &memory, Actor actor, uint32_t site, uintptr_t address, size_t bytes,
                          bool isWrite, std::optional<AtomicAccess> kind);
  /// The site of the last write to a byte of a block's own memory by this block; none if there was none.
  std::optional<uint32_t> lastWriter(BlockMemory &memory, uint32_t block, uintptr_t address) const;

  /// All threads of the block wait for each other.
  void barrier(uint32_t block);
  /// The lanes of each of its warps do.
  void warpBarrier(uint32_t block);

private:
  struct AtomicCell {
    Epoch writes[2], reads[2];
    VectorClock released;
  };
  struct Memory {
    uintptr_t base;
    size_t bytes;
    std::unique_ptr<AccessCell[], void (*)(void *)> cells;
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<uintptr_t, AtomicCell> atomics; // by grain
  };
  /// Touched by the block itself only.
  struct Block {
    uint32_t time = 1;
    uint32_t lastBarrier = 0, lastWarpBarrier = 0; ///< times after which other threads' accesses are not known
    VectorClock heard;                             ///< what all its threads have acquired of others
    std::vector<std::pair<uint32_t, VectorClock>> heardByThread; ///< since the last barrier
  };

  AccessCell *cellAt(uintptr_t address);
  Shard &shardOf(uintptr_t address) {
    return shards[(address / 64) % kShards];
  }
  Epoch now(Actor actor, uint32_t site, std::optional<AtomicAccess> kind = std::nullopt) const {
    return {actor.block,      blocks[actor.block].time,          site, uint16_t(actor.thread),
            kind.has_value(), uint8_t(kind ? kind->commutes : 0)};
  }
  bool ordered(const Epoch &earlier, const Epoch &now) const;
  std::optional<Race> against(const Epoch &earlier, const Epoch &now, const char *what) const;
  void remember(Epoch (&epochs)[2], const Epoch &now);
  std::optional<Race> plainCell(AccessCell &cell, const Epoch &now, bool isWrite);
  std::optional<Race> plainGrain(Shard &shard, uintptr_t address, const Epoch &now, bool isWrite);
  std::optional<Race> plainAt(const Epoch &now, uintptr_t address, size_t bytes, bool isWrite);
  std::optional<Race> atomicGrain(Shard &shard, uintptr_t address, const Epoch &now, AtomicAccess kind);
  void synchronise(AtomicCell &cell, Actor actor, AtomicAccess kind);
  void acquire(Actor actor, const VectorClock &released);
  void release(Actor actor, VectorClock &released);

  static constexpr size_t kShards = 256;
  size_t grain;
  uint32_t threadsPerBlock;
  std::vector<Block> blocks;
  std::vector<Memory> memory; ///< by address
  std::unique_ptr<Shard[]> shards;
};

} // namespace tilec::host
