// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that lanes have started and not waited for, group by group (LDGSTS), those of the copy engine, and the
// mbarriers of a CTA.
//
// A copy takes place at any time between its start and the end of the wait for its group; when is the team's choice
// (Team::later). Until then the bytes it will write are unspecified.
#pragma once

#include "compiler/Host/Check/VectorClock.h"
#include "compiler/Host/Mbarrier.h"
#include "compiler/Host/PingPong.h"
#include "compiler/Host/Team.h"
#include "compiler/Host/Wgmma.h"
#include <deque>

namespace tilec::host {

/// A range of shared memory.
struct SharedRange {
  size_t begin, end;
};

/// Copies by the lanes of one warp.
class LaneCopies {
public:
  LaneCopies(Team &team, uint32_t warp) : team(team), warp(warp) {}

  /// The number of the copy that starts next, for the race detector.
  uint32_t nextNumber() const {
    return started + 1;
  }
  void start(const Site &site, SharedRange range, std::function<void()> perform);
  void commit();
  /// Waits until at most `pending` groups are in flight. Returns the number of the last copy that is surely done.
  uint32_t wait(size_t pending);
  /// The start of a copy to `range` that has not been waited for; null if there is none.
  const Site *inFlight(SharedRange range) const;

private:
  struct InFlight {
    const Site *site;
    SharedRange range;
  };
  struct Group {
    uint64_t queue;
    uint32_t last; ///< number of its last copy, or an earlier group's
    std::vector<InFlight> copies;
  };
  uint64_t nextQueue() {
    return uint64_t(warp) << 32 | queues++;
  }

  Team &team;
  uint32_t warp;
  uint32_t started = 0, done = 0;
  uint32_t queues = 1;
  Group open{nextQueue(), 0, {}};
  std::deque<Group> groups;
};

/// Stores of the copy engine that lane 0 of one warp has started: they read a buffer, then write global memory. For the
/// race detector reading and writing are copies of their own, since one can wait for the reading alone.
class BulkStores {
public:
  /// Its queues are numbered from `first` on.
  BulkStores(Team &team, uint64_t first) : team(team), queues(first) {}

  /// `read` takes the bytes from the buffer, `write` puts them where they belong.
  void start(const Site &site, Copy reading, Copy writing, std::function<void()> read, std::function<void()> write);
  void commit();
  /// Waits until at most `pending` groups are in flight, or have not read their buffers. Then `frame`'s first lane
  /// knows.
  void wait(Frame &frame, size_t pending, bool forReading);
  /// At the end of the block: where a store was started whose buffer may not have been read yet; null if there is none.
  const Site *unread() const;

private:
  struct Group {
    uint64_t readQueue, writeQueue;
    std::vector<Copy> readings, writings;
    const Site *site = nullptr; ///< of a store, until it is known to have read its buffer
  };
  Group newGroup();
  void finishReading(Frame &frame, Group &group);

  Team &team;
  uint64_t queues;
  Group open = newGroup();
  std::deque<Group> groups; ///< oldest first
};

/// MMAs into tensor memory, in the order of their starts, which is that of their ends.
struct Tcgen05Mmas {
  /// For the race detector: of the slots, of the columns.
  struct Started {
    Copy reading, writing;
  };
  std::vector<Started> started;
  size_t done = 0;
  /// Those that have been committed, and what is known when these are over.
  size_t committed = 0;
  VectorClock ends;
  /// The queue in whose order MMAs and commits take place.
  static constexpr uint64_t kQueue = uint64_t(7) << 60;
  /// For each warp the number of MMAs that it has come by, and of those that it has waited for.
  std::vector<size_t> counted, known;
};

/// What a CTA has under way.
struct Asynchrony {
  /// Each CTA of a cluster numbers its copies apart.
  static constexpr uint32_t kCopiesOfCta = 4096;
  Asynchrony(Team &team, uint32_t warps, uint32_t cta) : bulkCopies(cta * kCopiesOfCta) {
    constexpr unsigned kBitsOfQueues = 32, kBitsOfWarps = 8;
    for (uint64_t i = 0; i < warps; ++i) {
      laneCopies.emplace_back(team, i);
      bulkStores.emplace_back(team, ((uint64_t(cta) << kBitsOfWarps) | i) << kBitsOfQueues);
    }
    mmas.resize(warps);
    tcgen05Mmas.counted.resize(warps);
    tcgen05Mmas.known.resize(warps);
  }
  Copy nextBulkCopy() {
    return {Copy::Kind::Bulk, ++bulkCopies};
  }

  std::deque<LaneCopies> laneCopies; ///< of each warp
  std::deque<WarpgroupMmas> mmas;    ///< of each warp
  Tcgen05Mmas tcgen05Mmas;
  std::deque<BulkStores> bulkStores; ///< of each warp
  uint32_t bulkCopies;
  PingPong turns;                      ///< of the consumers' warpgroups
  std::map<size_t, Mbarrier> barriers; ///< by offset in shared memory
};

} // namespace tilec::host
