// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/RaceDetector.h"
#include <algorithm>
#include <cstdlib>

namespace tilec::host {

static constexpr uint32_t kLanesPerWarp = 32;

//===- Clocks ----------------------------------------------------------------------------------------------------===//

bool VectorClock::covers(const Epoch &epoch) const {
  if (epoch.block >= entries.size())
    return false;
  const Entry &entry = entries[epoch.block];
  if (epoch.time <= entry.all)
    return true;
  return std::any_of(entry.threads.begin(), entry.threads.end(),
                     [&](auto &known) { return known.first == epoch.thread && epoch.time <= known.second; });
}

void VectorClock::add(uint32_t block, uint32_t all, uint32_t thread, uint32_t time) {
  if (block >= entries.size())
    entries.resize(block + 1);
  Entry &entry = entries[block];
  if (all > entry.all) {
    entry.all = all;
    std::erase_if(entry.threads, [&](auto &known) { return known.second <= all; });
  }
  if (time <= entry.all)
    return;
  for (auto &known : entry.threads)
    if (known.first == thread) {
      known.second = std::max(known.second, time);
      return;
    }
  entry.threads.push_back({thread, time});
}

void VectorClock::join(const VectorClock &other) {
  for (uint32_t block = 0; block < other.entries.size(); ++block) {
    const Entry &entry = other.entries[block];
    if (entry.all)
      add(block, entry.all, 0, 0);
    for (auto [thread, time] : entry.threads)
      add(block, entry.all, thread, time);
  }
}

//===- Memory ----------------------------------------------------------------------------------------------------===//

RaceDetector::RaceDetector(uint32_t numBlocks, size_t grain, uint32_t threadsPerBlock)
    : grain(grain), threadsPerBlock(threadsPerBlock), blocks(numBlocks), shards(new Shard[kShards]) {}

void RaceDetector::addMemory(uintptr_t base, size_t bytes) {
  // All zeros is "never accessed"; calloc leaves pages that nobody touches out of memory.
  auto *cells = static_cast<AccessCell *>(std::calloc(bytes / grain + 2, sizeof(AccessCell)));
  memory.push_back({base, bytes, std::unique_ptr<AccessCell[], void (*)(void *)>(cells, std::free)});
}

BlockMemory RaceDetector::makeBlockMemory(uintptr_t base, size_t bytes) const {
  return {base, bytes, std::vector<AccessCell>(bytes / grain + 2)};
}

AccessCell *RaceDetector::cellAt(uintptr_t address) {
  auto next =
      std::upper_bound(memory.begin(), memory.end(), address, [](uintptr_t a, const Memory &m) { return a < m.base; });
  if (next == memory.begin())
    return nullptr;
  Memory &candidate = *std::prev(next);
  uintptr_t offset = address - candidate.base / grain * grain;
  return address - candidate.base < candidate.bytes ? &candidate.cells[offset / grain] : nullptr;
}

//===- Order -----------------------------------------------------------------------------------------------------===//

/// Two atomics of one block that may come in either order: of one place in the source, or such that nobody could tell.
static bool mayTradePlaces(const Epoch &earlier, const Epoch &now) {
  return earlier.isAtomic && now.isAtomic &&
         (earlier.site == now.site || (now.commutes && earlier.commutes == now.commutes));
}

bool RaceDetector::ordered(const Epoch &earlier, const Epoch &now) const {
  if (earlier.time == 0)
    return true;
  const Block &block = blocks[now.block];
  if (earlier.block == now.block)
    return earlier.thread == now.thread || earlier.time <= block.lastBarrier || mayTradePlaces(earlier, now) ||
           (earlier.time <= block.lastWarpBarrier && earlier.thread / kLanesPerWarp == now.thread / kLanesPerWarp);
  if (block.heard.covers(earlier))
    return true;
  return std::any_of(block.heardByThread.begin(), block.heardByThread.end(),
                     [&](auto &heard) { return heard.first == now.thread && heard.second.covers(earlier); });
}

std::optional<Race> RaceDetector::against(const Epoch &earlier, const Epoch &now, const char *what) const {
  if (ordered(earlier, now))
    return std::nullopt;
  return Race{earlier.block, earlier.thread, earlier.site, what};
}

void RaceDetector::barrier(uint32_t number) {
  Block &block = blocks[number];
  block.lastBarrier = block.time++;
  for (auto &[thread, heard] : block.heardByThread)
    block.heard.join(heard);
  block.heardByThread.clear();
}

void RaceDetector::warpBarrier(uint32_t number) {
  if (threadsPerBlock <= kLanesPerWarp)
    return barrier(number);
  blocks[number].lastWarpBarrier = blocks[number].time++;
}

//===- Plain accesses --------------------------------------------------------------------------------------------===//

/// Keeps the newest accesses of two different actors.
void RaceDetector::remember(Epoch (&epochs)[2], const Epoch &now) {
  if (epochs[0].time == 0 || epochs[0].isBy(now)) {
    epochs[0] = now;
    return;
  }
  if (ordered(epochs[0], now)) // what is ordered with the older is ordered with this
    epochs[0] = now;
  else
    epochs[1] = now;
}

std::optional<Race> RaceDetector::plainCell(AccessCell &cell, const Epoch &now, bool isWrite) {
  std::optional<Race> race = against(cell.write, now, "write");
  for (const Epoch &read : cell.reads)
    if (!race && isWrite)
      race = against(read, now, "read");
  if (isWrite)
    cell.write = now;
  else
    remember(cell.reads, now);
  return race;
}

std::optional<Race> RaceDetector::plainGrain(Shard &shard, uintptr_t address, const Epoch &now, bool isWrite) {
  AccessCell *cell = cellAt(address);
  if (!cell)
    return std::nullopt;
  std::optional<Race> race = plainCell(*cell, now, isWrite);
  auto found = shard.atomics.find(address / grain);
  if (found == shard.atomics.end())
    return race;
  auto check = [&](const Epoch(&epochs)[2], const char *what) {
    for (const Epoch &epoch : epochs)
      if (!race)
        race = against(epoch, now, what);
  };
  check(found->second.writes, "atomic access");
  if (isWrite)
    check(found->second.reads, "atomic load");
  return race;
}

std::optional<Race> RaceDetector::plain(Actor actor, uint32_t site, uintptr_t address, size_t bytes, bool isWrite) {
  return plainAt(now(actor, site), address, bytes, isWrite);
}

std::optional<Race> RaceDetector::plainAt(const Epoch &epoch, uintptr_t address, size_t bytes, bool isWrite) {
  std::optional<Race> race;
  for (uintptr_t at = address / grain * grain; at < address + bytes; at += grain) {
    Shard &shard = shardOf(at);
    std::lock_guard lock(shard.mutex);
    std::optional<Race> here = plainGrain(shard, at, epoch, isWrite);
    if (!race)
      race = here;
  }
  return race;
}

std::optional<Race> RaceDetector::own(BlockMemory &memory, Actor actor, uint32_t site, uintptr_t address, size_t bytes,
                                      bool isWrite, std::optional<AtomicAccess> kind) {
  std::optional<Race> race;
  Epoch epoch = now(actor, site, kind);
  uintptr_t first = address - memory.base;
  for (uintptr_t at = first / grain * grain; at < first + bytes; at += grain) {
    AccessCell &cell = memory.cells[at / grain];
    for (Epoch *earlier : {&cell.write, &cell.reads[0], &cell.reads[1]})
      if (earlier->block != actor.block)
        *earlier = Epoch();
    std::optional<Race> here = plainCell(cell, epoch, isWrite);
    if (!race)
      race = here;
  }
  return race;
}

std::optional<uint32_t> RaceDetector::lastWriter(BlockMemory &memory, uint32_t block, uintptr_t address) const {
  const Epoch &write = memory.cells[(address - memory.base) / grain].write;
  return write.time && write.block == block ? std::optional(write.site) : std::nullopt;
}

//===- Atomic accesses -------------------------------------------------------------------------------------------===//

std::optional<Race> RaceDetector::atomicGrain(Shard &shard, uintptr_t address, const Epoch &now, AtomicAccess kind) {
  AtomicCell &atomics = shard.atomics[address / grain];
  std::optional<Race> race;
  if (AccessCell *cell = cellAt(address)) {
    race = against(cell->write, now, "write");
    for (const Epoch &read : cell->reads)
      if (!race && kind.writes)
        race = against(read, now, "read");
  }
  auto checkOrder = [&](const Epoch(&epochs)[2], const char *what) {
    for (const Epoch &epoch : epochs)
      if (!race && epoch.block == now.block)
        race = against(epoch, now, what);
  };
  checkOrder(atomics.writes, "atomic access");
  if (kind.writes)
    checkOrder(atomics.reads, "atomic load");
  if (kind.writes)
    remember(atomics.writes, now);
  else
    remember(atomics.reads, now);
  return race;
}

void RaceDetector::acquire(Actor actor, const VectorClock &released) {
  Block &block = blocks[actor.block];
  if (threadsPerBlock == 1)
    return block.heard.join(released);
  for (auto &[thread, heard] : block.heardByThread)
    if (thread == actor.thread)
      return heard.join(released);
  block.heardByThread.push_back({actor.thread, released});
}

void RaceDetector::release(Actor actor, VectorClock &released) {
  Block &block = blocks[actor.block];
  released.join(block.heard);
  for (auto &[thread, heard] : block.heardByThread)
    if (thread == actor.thread)
      released.join(heard);
  uint32_t time = block.time++;
  released.add(actor.block, threadsPerBlock == 1 ? time : block.lastBarrier, actor.thread, time);
}

void RaceDetector::synchronise(AtomicCell &cell, Actor actor, AtomicAccess kind) {
  if (kind.reads && kind.acquires)
    acquire(actor, cell.released);
  if (!kind.writes)
    return;
  if (!kind.reads)
    cell.released.clear(); // a store starts anew; an update continues the release sequence
  if (kind.releases)
    release(actor, cell.released);
}

std::optional<Race> RaceDetector::atomic(Actor actor, uint32_t site, uintptr_t address, size_t bytes, AtomicAccess kind,
                                         llvm::function_ref<void()> access) {
  if (kind.blockScope) {
    access();
    return plainAt(now(actor, site, kind), address, bytes, kind.writes);
  }
  std::optional<Race> race;
  uintptr_t first = address / grain * grain;
  Shard &shard = shardOf(first); // an aligned element lies in one shard
  std::lock_guard lock(shard.mutex);
  for (uintptr_t at = first; at < address + bytes; at += grain) {
    std::optional<Race> here = atomicGrain(shard, at, now(actor, site, kind), kind);
    if (!race)
      race = here;
  }
  access();
  synchronise(shard.atomics[first / grain], actor, kind);
  return race;
}

} // namespace tilec::host
