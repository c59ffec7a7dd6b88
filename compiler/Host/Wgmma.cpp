// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Wgmma.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Team.h"
#include <cstring>

namespace tilec::host {

void WarpgroupMmas::start(Frame &frame, Copy reading, MmaAccumulators accumulators, uint64_t from, Slot result,
                          std::function<void(MmaAccumulators &)> multiply) {
  auto mma = std::make_shared<Mma>();
  mma->number = ++started;
  mma->reading = reading;
  mma->accumulators = std::move(accumulators);
  if (auto earlier = mmas.find(from); earlier != mmas.end())
    mma->from = earlier->second;
  mma->multiply = std::move(multiply);
  mmas[mma->number] = mma;
  inFlight.push_back(mma);
  constexpr uint64_t kMmaQueues = uint64_t(3) << 60;
  uint64_t queue = kMmaQueues | uint64_t(frame.warp) << 32 | mma->number;
  frame.team->later(queue, [this, number = mma->number] { perform(number); });
  std::memcpy(frame.at<char>(result), &mma->number, sizeof mma->number);
  std::memset(frame.undefined(result), kInFlight, result.count);
}

void WarpgroupMmas::perform(uint64_t last) {
  for (const std::shared_ptr<Mma> &mma : inFlight) {
    if (mma->number > last)
      return;
    if (mma->isDone())
      continue;
    // The registers of an earlier MMA in flight are this one's: its tile is gone.
    if (mma->from)
      mma->accumulators = std::move(mma->from->accumulators);
    mma->from.reset();
    mma->multiply(mma->accumulators);
    mma->multiply = nullptr;
  }
}

void WarpgroupMmas::wait(Frame &frame, size_t pending) {
  for (; inFlight.size() > pending; inFlight.pop_front()) {
    perform(inFlight.front()->number);
    VectorClock clock;
    frame.checker->order().finishBulkCopy(frame.linearBlock, inFlight.front()->reading.number, clock);
    frame.checker->order().acquireByWarp(frame.linearBlock, frame.warp, clock);
  }
}

const MmaAccumulators *WarpgroupMmas::find(uint64_t number) const {
  for (const std::shared_ptr<Mma> &mma : inFlight)
    if (mma->number == number)
      return nullptr;
  auto found = mmas.find(number);
  return found == mmas.end() ? nullptr : &found->second->accumulators;
}

} // namespace tilec::host
