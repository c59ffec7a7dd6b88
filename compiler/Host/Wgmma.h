// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// warpgroup MMAs that one warp has started and not waited for.
//
// An MMA takes place at any time between its start and the end of the wait for it, after those started before it;
// when is the team's choice (Team::later). So slots are read early or late, and what overwrites one too soon shows in
// the accumulators besides being a race. Until its wait a tile of accumulators is *in flight*: its undefined flags say
// so, and instead of elements it has the MMA's number, which control flow carries along.
#pragma once

#include "compiler/Host/Check/RaceDetector.h"
#include "compiler/Host/Frame.h"
#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace tilec::host {

/// The undefined flag of what is in flight.
inline constexpr uint8_t kInFlight = 2;

/// The tile of accumulators of one MMA in one warp.
struct MmaAccumulators {
  std::vector<char> elements;
  std::vector<uint8_t> undefined;
};

class WarpgroupMmas {
public:
  struct Mma {
    uint64_t number = 0;
    Copy reading{Copy::Kind::Bulk, 0};
    /// The accumulators that it adds to: known, or those of an earlier MMA.
    MmaAccumulators accumulators;
    std::shared_ptr<Mma> from;
    std::function<void(MmaAccumulators &)> multiply; ///< until it is done
    bool isDone() const {
      return !multiply;
    }
  };

  /// `warp`: of the block.
  void start(Frame &frame, Copy reading, MmaAccumulators accumulators, uint64_t from, Slot result,
             std::function<void(MmaAccumulators &)> multiply);
  /// Waits until at most `pending` are in flight. Then the warp knows that the others' operands have been read.
  void wait(Frame &frame, size_t pending);
  /// The accumulators of MMA `number`, if it has been waited for.
  const MmaAccumulators *find(uint64_t number) const;

private:
  void perform(uint64_t last);

  uint64_t started = 0;
  std::deque<std::shared_ptr<Mma>> inFlight; ///< oldest first
  std::map<uint64_t, std::shared_ptr<Mma>> mmas;
};

} // namespace tilec::host
