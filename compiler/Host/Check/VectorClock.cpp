// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/VectorClock.h"
#include <algorithm>

namespace tilec::host {

/// The first of `threads` that is not before `thread`.
template <class Threads> static auto firstFrom(Threads &threads, uint32_t thread) {
  return std::lower_bound(threads.begin(), threads.end(), thread,
                          [](auto &known, uint32_t number) { return known.first < number; });
}

const VectorClock::Entry *VectorClock::find(uint64_t unit) const {
  auto found = std::lower_bound(entries.begin(), entries.end(), unit,
                                [](const Entry &entry, uint64_t number) { return entry.unit < number; });
  return found != entries.end() && found->unit == unit ? &*found : nullptr;
}

VectorClock::Entry &VectorClock::at(uint64_t unit) {
  auto found = std::lower_bound(entries.begin(), entries.end(), unit,
                                [](const Entry &entry, uint64_t number) { return entry.unit < number; });
  if (found == entries.end() || found->unit != unit)
    found = entries.insert(found, Entry{.unit = unit, .all = 0, .threads = {}});
  return *found;
}

bool VectorClock::covers(const Moment &moment) const {
  const Entry *entry = find(moment.unit);
  if (!entry)
    return false;
  if (moment.time <= entry->all)
    return true;
  auto known = firstFrom(entry->threads, moment.thread);
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
  auto known = firstFrom(entry.threads, thread);
  if (known != entry.threads.end() && known->first == thread)
    known->second = std::max(known->second, time);
  else
    entry.threads.insert(known, {thread, time});
}

void VectorClock::raise(Entry &entry, const std::vector<Thread> &threads) {
  if (threads.size() <= 1) {
    for (auto [thread, time] : threads)
      raise(entry, thread, time);
    return;
  }
  std::vector<Thread> both;
  both.reserve(entry.threads.size() + threads.size());
  auto add = [&](const Thread &known) {
    if (known.second > entry.all)
      both.push_back(known);
  };
  auto mine = entry.threads.begin();
  for (const Thread &theirs : threads) {
    for (; mine != entry.threads.end() && mine->first < theirs.first; ++mine)
      both.push_back(*mine);
    if (mine != entry.threads.end() && mine->first == theirs.first)
      add({theirs.first, std::max(theirs.second, mine++->second)});
    else
      add(theirs);
  }
  both.insert(both.end(), mine, entry.threads.end());
  entry.threads = std::move(both);
}

void VectorClock::addAll(uint64_t unit, uint32_t time) {
  if (time)
    raise(at(unit), time);
}

void VectorClock::add(const Moment &moment) {
  raise(at(moment.unit), moment.thread, moment.time);
}

void VectorClock::join(const VectorClock &other) {
  if (entries.empty()) {
    entries = other.entries;
    return;
  }
  for (const Entry &theirs : other.entries) {
    Entry &mine = at(theirs.unit);
    raise(mine, theirs.all);
    raise(mine, theirs.threads);
  }
}

} // namespace tilec::host
