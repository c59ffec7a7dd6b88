// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/RaceDetector.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemAlloc.h"
#include <algorithm>
#include <bit>

namespace tilec::host {

static constexpr char kRead[] = "read", kWrite[] = "write";

//===- Memory ----------------------------------------------------------------------------------------------------===//

RaceDetector::RaceDetector(uint32_t numBlocks, size_t grain, uint32_t threadsPerBlock)
    : grain(grain), threadsPerBlock(threadsPerBlock),
      warpsPerBlock((threadsPerBlock + kLanesPerWarp - 1) / kLanesPerWarp), blocks(numBlocks),
      shards(new Shard[kShards]) {}

void RaceDetector::addMemory(uintptr_t base, size_t bytes) {
  // All zeros is "never accessed".
  auto *cells = static_cast<AccessCell *>(llvm::safe_calloc(bytes / grain + 2, sizeof(AccessCell)));
  memory.push_back({base, bytes, Pages<AccessCell>(cells)});
}

BlockMemory RaceDetector::makeBlockMemory(uintptr_t base, size_t bytes) const {
  constexpr uint32_t kGroups = 64;
  size_t grains = bytes / grain + 2, readsOfGroup = 2 * (warpsPerBlock / kGroups + 1);
  size_t readers = llvm::alignTo(2 * (warpsPerBlock + 1), readsOfGroup);
  auto epochs = [](size_t count) {
    return Pages<Epoch>(static_cast<Epoch *>(llvm::safe_malloc(count * sizeof(Epoch))));
  };
  BlockMemory memory;
  memory.base = base;
  memory.bytes = bytes;
  memory.readersOfGrain = readers;
  memory.readsOfGroup = readsOfGroup;
  memory.blocks.resize(grains);
  memory.groups.resize(grains);
  memory.writes = epochs(grains);
  memory.reads = epochs(grains * readers);
  return memory;
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

/// The units of a block: its warps, what copies for the lanes of each, and what makes bulk copies.
uint64_t RaceDetector::unitOf(uint32_t block, uint32_t thread) const {
  uint64_t first = uint64_t(block) * (2 * warpsPerBlock + 1);
  return first + std::min(thread < threadsPerBlock ? thread / kLanesPerWarp
                                                   : warpsPerBlock + (thread - threadsPerBlock) / kLanesPerWarp,
                          2 * warpsPerBlock);
}

RaceDetector::Warp &RaceDetector::warpOf(const Actor &actor) {
  std::unique_ptr<Block> &block = blocks[actor.block];
  if (!block)
    block = std::make_unique<Block>(warpsPerBlock);
  return (*block)[actor.thread / kLanesPerWarp];
}

RaceDetector::Access RaceDetector::now(Actor actor, uint32_t site, std::optional<AtomicAccess> kind,
                                       std::optional<Copy> copy) {
  Epoch epoch{actor.block,
              warpOf(actor).time,
              site,
              uint16_t(actor.thread),
              kind.has_value(),
              uint8_t(kind ? kind->commutes : 0)};
  if (!copy)
    return {epoch, actor.thread, false};
  bool isBulk = copy->kind == Copy::Kind::Bulk;
  epoch.time = copy->number;
  epoch.thread = isBulk ? bulkThread(copy->number) : uint16_t(threadsPerBlock + actor.thread);
  return {epoch, actor.thread, isBulk};
}

/// Has a lane heard of another unit's moment?
bool RaceDetector::knows(const Warp &warp, uint32_t thread, const Moment &moment) const {
  return warp.heard.covers(moment) ||
         std::any_of(warp.heardByThread.begin(), warp.heardByThread.end(),
                     [&](auto &heard) { return heard.first == thread && heard.second.covers(moment); });
}

bool RaceDetector::ordered(const Epoch &earlier, const Access &now) {
  if (earlier.time == 0 || earlier == now.before[0] || earlier == now.before[1])
    return true;
  if (!isOrdered(earlier, now))
    return false;
  now.before = {earlier, now.before[0]};
  return true;
}

bool RaceDetector::isOrdered(const Epoch &earlier, const Access &now) {
  const Warp &warp = warpOf({now.epoch.block, now.knower});
  if (earlier.block == now.epoch.block) {
    if (earlier.thread == now.knower || mayTradePlaces(earlier, now.epoch))
      return true;
    if (earlier.thread / kLanesPerWarp == now.knower / kLanesPerWarp && earlier.time <= warp.lastBarrier)
      return true;
    if (earlier.thread == threadsPerBlock + now.knower && earlier.time <= warp.copiesDone)
      return true;
    if (isCopy(earlier) && earlier.thread == now.epoch.thread && earlier.time == now.epoch.time)
      return true; // parts of one copy
  }
  return knows(warp, now.knower, momentOf(earlier));
}

/// An ordinary access, which comes before a bulk copy, has been followed by a proxy fence of its warp, and the copy
/// comes after that.
bool RaceDetector::isFenced(const Epoch &earlier, const Access &now) {
  const Warp &writer = warpOf({earlier.block, earlier.thread});
  auto fence = std::lower_bound(writer.fences.begin(), writer.fences.end(), earlier.time);
  if (fence == writer.fences.end())
    return false;
  Epoch after = earlier;
  after.time = *fence + 1;
  after.isAtomic = false;
  return ordered(after, now);
}

std::optional<Race> RaceDetector::against(const Epoch &earlier, const Access &now, const char *what) {
  if (!ordered(earlier, now))
    return Race{earlier.block, earlier.thread, earlier.site, isCopy(earlier) ? "asynchronous copy" : what};
  bool needsFence = now.isBulk && earlier.time && earlier.block == now.epoch.block && !isCopy(earlier);
  if (needsFence && !isFenced(earlier, now))
    return Race{earlier.block, earlier.thread, earlier.site, what, /*isProxy=*/true};
  return std::nullopt;
}

void RaceDetector::warpBarrier(uint32_t block, uint32_t number) {
  Warp &warp = warpOf({block, number * kLanesPerWarp});
  warp.lastBarrier = warp.time++;
  for (auto &[thread, heard] : warp.heardByThread)
    warp.heard.join(heard);
  warp.heardByThread.clear();
  warp.heard.addAll(unitOf(block, threadsPerBlock + number * kLanesPerWarp), warp.copiesDone);
}

void RaceDetector::barrier(uint32_t block, uint32_t first, uint32_t count) {
  VectorClock all;
  for (uint32_t w = first; w < first + count; ++w) {
    warpBarrier(block, w);
    Warp &warp = warpOf({block, w * kLanesPerWarp});
    all.join(warp.heard);
    all.addAll(unitOf(block, w * kLanesPerWarp), warp.lastBarrier);
  }
  for (uint32_t w = first; w < first + count; ++w)
    warpOf({block, w * kLanesPerWarp}).heard = all;
}

void RaceDetector::acquireByWarp(uint32_t block, uint32_t warp, const VectorClock &clock) {
  warpOf({block, warp * kLanesPerWarp}).heard.join(clock);
}

void RaceDetector::finishLaneCopies(uint32_t block, uint32_t warp, uint32_t number) {
  uint32_t &done = warpOf({block, warp * kLanesPerWarp}).copiesDone;
  done = std::max(done, number);
}

void RaceDetector::proxyFence(uint32_t block, uint32_t number) {
  Warp &warp = warpOf({block, number * kLanesPerWarp});
  warp.fences.push_back(warp.time++);
}

void RaceDetector::endBlock(uint32_t block) {
  blocks[block].reset();
}

//===- Plain accesses --------------------------------------------------------------------------------------------===//

/// Keeps the newest accesses of two different actors.
void RaceDetector::remember(std::span<Epoch, 2> epochs, const Access &now) {
  // What is ordered with the older is ordered with this.
  bool replaces = epochs[0].isBy(now.epoch) || ordered(epochs[0], now);
  epochs[replaces ? 0 : 1] = now.epoch;
}

std::optional<Race> RaceDetector::plainCell(AccessCell &cell, const Access &now, bool isWrite) {
  std::optional<Race> race = against(cell.write, now, kWrite);
  for (const Epoch &read : cell.reads)
    if (!race && isWrite)
      race = against(read, now, kRead);
  if (isWrite)
    cell.write = now.epoch;
  else
    remember(cell.reads, now);
  return race;
}

std::optional<Race> RaceDetector::plainGrain(Shard &shard, uintptr_t address, const Access &now, bool isWrite) {
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

std::optional<Race> RaceDetector::plain(Actor actor, uint32_t site, uintptr_t address, size_t bytes, bool isWrite,
                                        std::optional<Copy> copy) {
  return plainAt(now(actor, site, std::nullopt, copy), address, bytes, isWrite);
}

std::optional<Race> RaceDetector::plainAt(const Access &access, uintptr_t address, size_t bytes, bool isWrite) {
  std::optional<Race> race;
  for (uintptr_t at = address / grain * grain; at < address + bytes; at += grain) {
    Shard &shard = shardOf(at);
    std::lock_guard lock(shard.mutex);
    std::optional<Race> here = plainGrain(shard, at, access, isWrite);
    if (!race)
      race = here;
  }
  return race;
}

std::optional<Race> RaceDetector::ownGrain(BlockMemory &memory, size_t number, const Access &now, bool isWrite) {
  Epoch &write = memory.writes[number];
  uint64_t &groups = memory.groups[number];
  Epoch *reads = &memory.reads[number * memory.readersOfGrain];
  if (memory.blocks[number] != now.epoch.block + 1) {
    memory.blocks[number] = now.epoch.block + 1;
    write = Epoch();
    groups = 0;
  }
  std::optional<Race> race = against(write, now, kWrite);
  if (!isWrite) {
    size_t read = 2 * readerOf(now.epoch), group = read / memory.readsOfGroup;
    if (!(groups >> group & 1))
      std::fill_n(reads + group * memory.readsOfGroup, memory.readsOfGroup, Epoch());
    groups |= uint64_t(1) << group;
    remember(std::span<Epoch, 2>(reads + read, 2), now);
    return race;
  }
  for (; groups && !race; groups &= groups - 1) {
    Epoch *group = reads + size_t(std::countr_zero(groups)) * memory.readsOfGroup;
    for (size_t i = 0; i < memory.readsOfGroup && !race; ++i)
      race = against(group[i], now, kRead);
  }
  groups = 0; // what comes after this write comes after the reads
  write = now.epoch;
  return race;
}

std::optional<Race> RaceDetector::own(BlockMemory &memory, Actor actor, uint32_t site, uintptr_t address, size_t bytes,
                                      bool isWrite, std::optional<AtomicAccess> kind, std::optional<Copy> copy) {
  std::optional<Race> race;
  Access access = now(actor, site, kind, copy);
  uintptr_t first = address - memory.base;
  for (uintptr_t at = first / grain * grain; at < first + bytes; at += grain) {
    std::optional<Race> here = ownGrain(memory, at / grain, access, isWrite);
    if (!race)
      race = here;
  }
  return race;
}

std::optional<uint32_t> RaceDetector::lastWriter(BlockMemory &memory, uint32_t block, uintptr_t address) const {
  size_t number = (address - memory.base) / grain;
  if (memory.blocks[number] != block + 1)
    return std::nullopt;
  const Epoch &write = memory.writes[number];
  return write.time ? std::optional(write.site) : std::nullopt;
}

//===- Atomic accesses -------------------------------------------------------------------------------------------===//

std::optional<Race> RaceDetector::atomicGrain(Shard &shard, uintptr_t address, const Access &now, AtomicAccess kind) {
  AtomicCell &atomics = shard.atomics[address / grain];
  std::optional<Race> race;
  if (AccessCell *cell = cellAt(address)) {
    race = against(cell->write, now, kWrite);
    for (const Epoch &read : cell->reads)
      if (!race && kind.writes)
        race = against(read, now, kRead);
  }
  auto checkOrder = [&](const Epoch(&epochs)[2], const char *what) {
    for (const Epoch &epoch : epochs)
      if (!race && epoch.block == now.epoch.block)
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
  Warp &warp = warpOf(actor);
  if (threadsPerBlock == 1)
    return warp.heard.join(released);
  for (auto &[thread, heard] : warp.heardByThread)
    if (thread == actor.thread)
      return heard.join(released);
  warp.heardByThread.push_back({actor.thread, released});
}

void RaceDetector::release(Actor actor, VectorClock &released) {
  Warp &warp = warpOf(actor);
  released.join(warp.heard);
  for (auto &[thread, heard] : warp.heardByThread)
    if (thread == actor.thread)
      released.join(heard);
  uint64_t unit = unitOf(actor.block, actor.thread);
  released.addAll(unit, threadsPerBlock == 1 ? warp.time : warp.lastBarrier);
  if (warp.copiesDone)
    released.add(
        {unitOf(actor.block, threadsPerBlock + actor.thread), threadsPerBlock + actor.thread, warp.copiesDone});
  released.add({unit, actor.thread, warp.time++});
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
                                         llvm::function_ref<void()> access, std::optional<Copy> copy) {
  if (kind.blockScope) {
    access();
    return plainAt(now(actor, site, kind, copy), address, bytes, kind.writes);
  }
  std::optional<Race> race;
  uintptr_t first = address / grain * grain;
  Shard &shard = shardOf(first); // an aligned element lies in one shard
  std::lock_guard lock(shard.mutex);
  for (uintptr_t at = first; at < address + bytes; at += grain) {
    std::optional<Race> here = atomicGrain(shard, at, now(actor, site, kind, copy), kind);
    if (!race)
      race = here;
  }
  access();
  synchronise(shard.atomics[first / grain], actor, kind);
  return race;
}

} // namespace tilec::host
