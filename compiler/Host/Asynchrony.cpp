// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Asynchrony.h"
#include "compiler/Host/Check/Checker.h"
#include "dialects/Layout/Multiprocessor.h"
#include "llvm/ADT/STLExtras.h"

namespace tilec::host {

//===- Copies by lanes -------------------------------------------------------------------------------------------===//

void LaneCopies::start(const Site &site, SharedRange range, std::function<void()> perform) {
  open.last = ++started;
  open.copies.push_back({&site, range});
  team.later(open.queue, std::move(perform));
}

void LaneCopies::commit() {
  groups.push_back(std::exchange(open, Group{nextQueue(), open.last, {}}));
}

uint32_t LaneCopies::wait(size_t pending) {
  for (; groups.size() > pending; groups.pop_front()) {
    team.finish(groups.front().queue);
    done = groups.front().last;
  }
  return done;
}

const Site *LaneCopies::inFlight(SharedRange range) const {
  auto find = [&](const Group &group) -> const Site * {
    for (const InFlight &copy : group.copies)
      if (copy.range.begin < range.end && range.begin < copy.range.end)
        return copy.site;
    return nullptr;
  };
  for (const Group &group : groups)
    if (const Site *site = find(group))
      return site;
  return find(open);
}

//===- Stores by the copy engine ---------------------------------------------------------------------------------===//

BulkStores::Group BulkStores::newGroup() {
  constexpr uint64_t kBulkQueues = uint64_t(1) << 63;
  queues += 2;
  return {kBulkQueues | (queues - 1), kBulkQueues | queues, {}, {}, nullptr};
}

void BulkStores::start(const Site &site, Copy reading, Copy writing, std::function<void()> read,
                       std::function<void()> write) {
  open.site = &site;
  open.readings.push_back(reading);
  open.writings.push_back(writing);
  team.later(open.readQueue, [this, read = std::move(read), write = std::move(write), queue = open.writeQueue] {
    read();
    team.later(queue, write);
  });
}

void BulkStores::commit() {
  groups.push_back(std::exchange(open, newGroup()));
}

static void learn(Frame &frame, std::vector<Copy> &copies) {
  VectorClock clock;
  for (const Copy &copy : copies)
    frame.checker->order().finishBulkCopy(frame.linearBlock, copy.number, clock);
  frame.checker->order().acquire({frame.linearBlock, frame.warp * kLanesPerWarp}, clock);
  copies.clear();
}

void BulkStores::finishReading(Frame &frame, Group &group) {
  team.finish(group.readQueue);
  group.site = nullptr;
  learn(frame, group.readings);
}

void BulkStores::wait(Frame &frame, size_t pending, bool forReading) {
  for (size_t i = 0; i + pending < groups.size(); ++i)
    finishReading(frame, groups[i]);
  for (; !forReading && groups.size() > pending; groups.pop_front()) {
    team.finish(groups.front().writeQueue);
    learn(frame, groups.front().writings);
  }
}

const Site *BulkStores::unread() const {
  for (const Group &group : groups)
    if (group.site)
      return group.site;
  return open.site;
}

} // namespace tilec::host
