// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data races between blocks, by happens-before.
//
// Each block has a vector clock. A release copies it to the atomic object (an update joins it: the release sequence
// goes on; a relaxed store empties it), an acquire joins the object's clock into the reader's. Two accesses to one
// grain of memory by different blocks race when at least one writes, at least one is not atomic, and neither happens
// before the other. Atomics of block scope order nothing between blocks, so between blocks they count as plain
// accesses.
//
// What is remembered for each grain: the last plain write, two plain reads and two atomic accesses by different blocks.
// That finds every first race of two blocks and may miss which third block takes part; it gives no false alarm.
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
};

/// The earlier access of a race.
struct Race {
  uint32_t block;
  uint32_t site;
  const char *what;
};

/// Times of all blocks that a block, or an atomic object, has heard of.
class VectorClock {
public:
  uint32_t of(uint32_t block) const {
    return block < times.size() ? times[block] : 0;
  }
  void set(uint32_t block, uint32_t time);
  void join(const VectorClock &other);
  void clear() {
    times.clear();
  }

private:
  std::vector<uint32_t> times;
};

class RaceDetector {
public:
  RaceDetector(uint32_t blocks, size_t grain);
  void addMemory(uintptr_t base, size_t bytes);

  std::optional<Race> plain(uint32_t block, uint32_t site, uintptr_t address, size_t bytes, bool isWrite);
  std::optional<Race> atomic(uint32_t block, uint32_t site, uintptr_t address, size_t bytes, AtomicAccess kind,
                             llvm::function_ref<void()> access);

private:
  struct Epoch {
    uint32_t block = 0, time = 0, site = 0; // time 0: never
  };
  struct Cell {
    Epoch write, reads[2];
  };
  struct AtomicCell {
    Epoch writes[2], reads[2];
    VectorClock released;
  };
  struct Memory {
    uintptr_t base;
    size_t bytes;
    std::unique_ptr<Cell[], void (*)(void *)> cells;
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<uintptr_t, AtomicCell> atomics; // by grain
  };

  Cell *cellAt(uintptr_t address);
  Shard &shardOf(uintptr_t address) {
    return shards[(address / 64) % kShards];
  }
  bool ordered(const Epoch &earlier, uint32_t block) const;
  std::optional<Race> against(const Epoch &earlier, uint32_t block, const char *what) const;
  void remember(Epoch (&epochs)[2], Epoch now);
  std::optional<Race> plainGrain(Shard &shard, uintptr_t address, Epoch now, bool isWrite);
  std::optional<Race> atomicGrain(Shard &shard, uintptr_t address, Epoch now, AtomicAccess kind);
  void synchronise(AtomicCell &cell, uint32_t block, AtomicAccess kind);

  static constexpr size_t kShards = 256;
  size_t grain;
  // By block; each is touched by its own block only.
  std::vector<uint32_t> times;    ///< its own time, from 1
  std::vector<VectorClock> heard; ///< what it has acquired of others
  std::vector<Memory> memory;     ///< by address
  std::unique_ptr<Shard[]> shards;
};

} // namespace tilec::host
