// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an actor, or an object that it synchronises through, has heard of others' accesses.
//
// Time runs for each *unit* by itself: a block at the `tile` level, a warp below, or an engine that copies on behalf of
// one. A unit has one or more threads; what one of them hands on is its own accesses up to now, but of the unit's other
// threads only those up to their last synchronisation. So a clock knows of each unit a time for all of its threads, and
// later times of single ones.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tilec::host {

/// A moment of one thread.
struct Moment {
  uint64_t unit;
  uint32_t thread, time;
};

class VectorClock {
public:
  bool covers(const Moment &moment) const;
  /// Adds what all threads of `unit` did up to `time`.
  void addAll(uint64_t unit, uint32_t time);
  /// Adds what one thread did up to that moment.
  void add(const Moment &moment);
  /// Adds one moment of a unit that has each moment, counted from 1, in one thread only: a bulk copy. Those known from
  /// the first one on take no room, so a kernel may make any number of copies.
  void addOnly(const Moment &moment);
  void join(const VectorClock &other);
  void clear() {
    entries.clear();
  }

private:
  struct Entry {
    uint64_t unit = 0;
    uint32_t all = 0;                                   ///< every thread's accesses up to this time
    bool isOfCopies = false;                            ///< each moment is of one thread only
    std::vector<std::pair<uint32_t, uint32_t>> threads; ///< single threads' later ones, by thread
  };
  Entry &at(uint64_t unit);
  const Entry *find(uint64_t unit) const;
  static void raise(Entry &entry, uint32_t all);
  static void raise(Entry &entry, uint32_t thread, uint32_t time);
  static void join(Entry &entry, const Entry &other);
  /// Moments of copies that follow `all` belong to it.
  static void absorb(Entry &entry);

  std::vector<Entry> entries; ///< by unit
};

} // namespace tilec::host
