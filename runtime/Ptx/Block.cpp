// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/Ptx/Block.h"

#include <algorithm>

using namespace tilec::ptx;

static constexpr unsigned kWarpBudget = 1 << 16; ///< instructions, before the next warp has a turn

Block::Block(Launch &launch, FramePool &pool, char *shared, Dimensions index)
    : launch(launch), pool(pool), shared(shared), index(index), threadsAlive(unsigned(launch.block.count())) {
  for (unsigned first = 0; first < threadsAlive; first += kWarpLanes) {
    unsigned lanes = std::min(threadsAlive - first, kWarpLanes);
    warps.push_back(std::make_unique<Warp>(*this, first / kWarpLanes,
                                           lanes == kWarpLanes ? kAllLanes : (1u << lanes) - 1, launch.kernel));
  }
}

bool Block::run() {
  bool any = false;
  for (const auto &warp : warps) {
    if (!warp->hasEnded())
      any |= warp->run(kWarpBudget);
    if (launch.hasFailed())
      return true;
  }
  return any;
}

void Block::arrive(unsigned number, Instruction::BarrierKind kind, unsigned arriving, unsigned expected,
                   unsigned truths) {
  Barrier &barrier = barriers[number];
  barrier.arrived += arriving;
  barrier.truths += truths;
  if (expected)
    barrier.expected = expected;
  if (kind != Instruction::BarrierKind::Arrive)
    barrier.kind = kind;
  check(number);
}

/// Lets threads go on once all are there.
void Block::check(unsigned number) {
  Barrier &barrier = barriers[number];
  if (!barrier.arrived || barrier.arrived < (barrier.expected ? barrier.expected : threadsAlive))
    return;
  Barrier done = barrier;
  barrier = {};
  uint32_t result = done.kind == Instruction::BarrierKind::And  ? done.truths == done.arrived
                    : done.kind == Instruction::BarrierKind::Or ? done.truths != 0
                                                                : done.truths;
  for (const auto &warp : warps)
    if (warp->waitingAt(number))
      warp->releaseBarrier(number, result);
}

void Block::lanesEnded(unsigned count) {
  threadsAlive -= count;
  for (unsigned number = 0; number < std::size(barriers); ++number)
    if (barriers[number].arrived && !barriers[number].expected)
      check(number);
}

Dimensions Block::threadIndex(unsigned thread) const {
  const Dimensions &size = launch.block;
  return {thread % size.x, thread / size.x % size.y, thread / size.x / size.y};
}

static std::string text(const Dimensions &value) {
  return "(" + std::to_string(value.x) + ", " + std::to_string(value.y) + ", " + std::to_string(value.z) + ")";
}

std::string Block::place(unsigned thread) const {
  return "in thread " + text(threadIndex(thread)) + " of block " + text(index);
}

std::string Block::waitingText() const {
  for (const auto &warp : warps)
    if (std::string found = warp->waitingText(); !found.empty())
      return "threads of a warp wait for others that do not come at " + found;
  for (unsigned number = 0; number < std::size(barriers); ++number)
    if (barriers[number].arrived)
      return std::to_string(barriers[number].arrived) + " threads wait at barrier " + std::to_string(number) +
             ", to which others do not come, in block " + text(index);
  return "no thread can go on in block " + text(index);
}
