// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/RaceDetector.h"
#include <algorithm>
#include <cstdlib>

namespace tilec::host {

void VectorClock::set(uint32_t block, uint32_t time) {
  if (block >= times.size())
    times.resize(block + 1, 0);
  times[block] = time;
}

void VectorClock::join(const VectorClock &other) {
  if (times.size() < other.times.size())
    times.resize(other.times.size(), 0);
  for (size_t i = 0; i < other.times.size(); ++i)
    times[i] = std::max(times[i], other.times[i]);
}

RaceDetector::RaceDetector(uint32_t blocks, size_t grain)
    : grain(grain), times(blocks, 1), heard(blocks), shards(new Shard[kShards]) {}

void RaceDetector::addMemory(uintptr_t base, size_t bytes) {
  // All zeros is "never accessed"; calloc leaves pages that nobody touches out of memory.
  auto *cells = static_cast<Cell *>(std::calloc(bytes / grain + 2, sizeof(Cell)));
  memory.push_back({base, bytes, std::unique_ptr<Cell[], void (*)(void *)>(cells, std::free)});
}

RaceDetector::Cell *RaceDetector::cellAt(uintptr_t address) {
  auto next =
      std::upper_bound(memory.begin(), memory.end(), address, [](uintptr_t a, const Memory &m) { return a < m.base; });
  if (next == memory.begin())
    return nullptr;
  Memory &candidate = *std::prev(next);
  uintptr_t offset = address - candidate.base / grain * grain;
  return address - candidate.base < candidate.bytes ? &candidate.cells[offset / grain] : nullptr;
}

bool RaceDetector::ordered(const Epoch &earlier, uint32_t block) const {
  return earlier.time == 0 || earlier.block == block || heard[block].of(earlier.block) >= earlier.time;
}

std::optional<Race> RaceDetector::against(const Epoch &earlier, uint32_t block, const char *what) const {
  if (ordered(earlier, block))
    return std::nullopt;
  return Race{earlier.block, earlier.site, what};
}

/// Keeps the newest accesses of two different blocks.
void RaceDetector::remember(Epoch (&epochs)[2], Epoch now) {
  if (epochs[0].time == 0 || epochs[0].block == now.block) {
    epochs[0] = now;
    return;
  }
  if (ordered(epochs[0], now.block)) // what is ordered with the older is ordered with this
    epochs[0] = now;
  else
    epochs[1] = now;
}

std::optional<Race> RaceDetector::plainGrain(Shard &shard, uintptr_t address, Epoch now, bool isWrite) {
  Cell *cell = cellAt(address);
  if (!cell)
    return std::nullopt;
  std::optional<Race> race = against(cell->write, now.block, "write");
  auto check = [&](const Epoch(&epochs)[2], const char *what) {
    for (const Epoch &epoch : epochs)
      if (!race)
        race = against(epoch, now.block, what);
  };
  if (isWrite)
    check(cell->reads, "read");
  if (auto found = shard.atomics.find(address / grain); found != shard.atomics.end()) {
    check(found->second.writes, "atomic access");
    if (isWrite)
      check(found->second.reads, "atomic load");
  }
  if (isWrite)
    cell->write = now;
  else
    remember(cell->reads, now);
  return race;
}

std::optional<Race> RaceDetector::plain(uint32_t block, uint32_t site, uintptr_t address, size_t bytes, bool isWrite) {
  std::optional<Race> race;
  for (uintptr_t at = address / grain * grain; at < address + bytes; at += grain) {
    Shard &shard = shardOf(at);
    std::lock_guard lock(shard.mutex);
    std::optional<Race> here = plainGrain(shard, at, {block, times[block], site}, isWrite);
    if (!race)
      race = here;
  }
  return race;
}

std::optional<Race> RaceDetector::atomicGrain(Shard &shard, uintptr_t address, Epoch now, AtomicAccess kind) {
  AtomicCell &atomics = shard.atomics[address / grain];
  std::optional<Race> race;
  if (Cell *cell = cellAt(address)) {
    race = against(cell->write, now.block, "write");
    for (const Epoch &read : cell->reads)
      if (!race && kind.writes)
        race = against(read, now.block, "read");
  }
  if (kind.writes)
    remember(atomics.writes, now);
  else
    remember(atomics.reads, now);
  return race;
}

void RaceDetector::synchronise(AtomicCell &cell, uint32_t block, AtomicAccess kind) {
  if (kind.reads && kind.acquires)
    heard[block].join(cell.released);
  if (!kind.writes)
    return;
  if (!kind.reads)
    cell.released.clear(); // a store starts anew; an update continues the release sequence
  if (kind.releases) {
    cell.released.join(heard[block]);
    cell.released.set(block, times[block]++);
  }
}

std::optional<Race> RaceDetector::atomic(uint32_t block, uint32_t site, uintptr_t address, size_t bytes,
                                         AtomicAccess kind, llvm::function_ref<void()> access) {
  if (kind.blockScope) {
    access();
    return plain(block, site, address, bytes, kind.writes);
  }
  std::optional<Race> race;
  uintptr_t first = address / grain * grain;
  Shard &shard = shardOf(first); // an aligned element lies in one shard
  std::lock_guard lock(shard.mutex);
  for (uintptr_t at = first; at < address + bytes; at += grain) {
    std::optional<Race> here = atomicGrain(shard, at, {block, times[block], site}, kind);
    if (!race)
      race = here;
  }
  access();
  synchronise(shard.atomics[first / grain], block, kind);
  return race;
}

} // namespace tilec::host
