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
    found = entries.insert(found, Entry{.unit = unit, .all = 0, .threads = {}});
  return *found;
}

bool VectorClock::covers(const Moment &moment) const {
  const Entry *entry = find(moment.unit);
  if (!entry)
    return false;
  return moment.time <= entry->all || std::any_of(entry->threads.begin(), entry->threads.end(), [&](auto &known) {
           return known.first == moment.thread && moment.time <= known.second;
         });
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
  for (auto &known : entry.threads)
    if (known.first == thread) {
      known.second = std::max(known.second, time);
      return;
    }
  entry.threads.push_back({thread, time});
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
    for (auto [thread, time] : theirs.threads)
      raise(mine, thread, time);
  }
}

} // namespace tilec::host
