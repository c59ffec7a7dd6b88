// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/VectorClock.h"
#include <algorithm>

namespace tilec::host {

const VectorClock::Entry *VectorClock::find(uint64_t unit) const {
  auto found = std::lower_bound(entries.begin(), entries.end(), unit,
                                [](const Entry &entry, uint64_t number) { return entry.unit < number; });
  return found != entries.end() && found->unit == unit ? &*found : nullptr;
}

VectorClock::Entry &VectorClock::at(uint64_t unit) {
  auto found = std::lower_bound(entries.begin(), entries.end(), unit,
                                [](const Entry &entry, uint64_t number) { return entry.unit < number; });
  if (found == entries.end() || found->unit != unit)
    found = entries.insert(found, Entry{.unit = unit, .all = 0, .isOfCopies = false, .threads = {}});
  return *found;
}

/// The first of a sorted list that is of `thread` or a later one.
template <typename Threads> static auto placeOf(Threads &threads, uint32_t thread) {
  return std::lower_bound(threads.begin(), threads.end(), thread,
                          [](const auto &known, uint32_t number) { return known.first < number; });
}

bool VectorClock::covers(const Moment &moment) const {
  const Entry *entry = find(moment.unit);
  if (!entry)
    return false;
  if (moment.time <= entry->all)
    return true;
  auto known = placeOf(entry->threads, moment.thread);
  return known != entry->threads.end() && known->first == moment.thread && moment.time <= known->second;
}

void VectorClock::raise(Entry &entry, uint32_t all) {
  if (all <= entry.all)
    return;
  entry.all = all;
  std::erase_if(entry.threads, [&](auto &known) { return known.second <= all; });
}

void VectorClock::raise(Entry &entry, uint32_t thread, uint32_t time) {
  if (time <= entry.all)
    return;
  auto known = placeOf(entry.threads, thread);
  if (known != entry.threads.end() && known->first == thread)
    known->second = std::max(known->second, time);
  else
    entry.threads.insert(known, {thread, time});
}

void VectorClock::absorb(Entry &entry) {
  if (!entry.isOfCopies || entry.threads.empty())
    return;
  // Threads are numbered as moments are, but begin anew after many.
  for (bool grows = true; grows;) {
    uint32_t before = entry.all;
    for (auto [thread, time] : entry.threads)
      entry.all += time == entry.all + 1;
    grows = entry.all != before;
  }
  std::erase_if(entry.threads, [&](auto &known) { return known.second <= entry.all; });
}

void VectorClock::addAll(uint64_t unit, uint32_t time) {
  if (time)
    raise(at(unit), time);
}

void VectorClock::add(const Moment &moment) {
  raise(at(moment.unit), moment.thread, moment.time);
}

void VectorClock::addOnly(const Moment &moment) {
  Entry &entry = at(moment.unit);
  entry.isOfCopies = true;
  raise(entry, moment.thread, moment.time);
  absorb(entry);
}

void VectorClock::join(Entry &entry, const Entry &other) {
  entry.isOfCopies |= other.isOfCopies;
  raise(entry, other.all);
  for (auto [thread, time] : other.threads)
    raise(entry, thread, time);
  absorb(entry);
}

void VectorClock::join(const VectorClock &other) {
  if (entries.empty()) {
    entries = other.entries;
    return;
  }
  for (const Entry &theirs : other.entries)
    join(at(theirs.unit), theirs);
}

} // namespace tilec::host
