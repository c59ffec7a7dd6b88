// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector clock knows what it was told, one moment after the other or by other clocks, and nothing else.
#include "compiler/Host/Check/RaceDetector.h"
#include "test/support/Catch.h"
#include <algorithm>
#include <map>
#include <random>

using namespace tilec::host;

namespace {
/// The same by the plainest means.
struct Known {
  std::map<uint64_t, uint32_t> all;
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> threads;

  bool covers(const Moment &moment) {
    return moment.time <= std::max(all[moment.unit], threads[{moment.unit, moment.thread}]);
  }
  void join(const Known &other) {
    for (auto [unit, time] : other.all)
      all[unit] = std::max(all[unit], time);
    for (auto [thread, time] : other.threads)
      threads[thread] = std::max(threads[thread], time);
  }
};
} // namespace

TEST_CASE("a clock covers what was added and joined") {
  constexpr uint32_t kUnits = 3, kThreads = 9, kTimes = 12, kClocks = 4;
  std::mt19937 random(1);
  auto below = [&](uint32_t end) { return uint32_t(random() % end); };
  for (int round = 0; round < 200; ++round) {
    VectorClock clocks[kClocks];
    Known known[kClocks];
    for (int step = 0; step < 40; ++step) {
      uint32_t c = below(kClocks), unit = below(kUnits), thread = below(kThreads), time = 1 + below(kTimes);
      switch (below(4)) {
      case 0:
        clocks[c].addAll(unit, time / 2);
        known[c].all[unit] = std::max(known[c].all[unit], time / 2);
        break;
      case 1:
        clocks[c].join(clocks[thread % kClocks]);
        known[c].join(Known(known[thread % kClocks]));
        break;
      default:
        clocks[c].add({unit, thread, time});
        uint32_t &at = known[c].threads[{unit, thread}];
        at = std::max(at, time);
      }
    }
    for (uint32_t c = 0; c < kClocks; ++c)
      for (uint32_t unit = 0; unit < kUnits; ++unit)
        for (uint32_t thread = 0; thread < kThreads; ++thread)
          for (uint32_t time = 1; time <= kTimes; ++time)
            REQUIRE(clocks[c].covers({unit, thread, time}) == known[c].covers({unit, thread, time}));
  }
}

// More warps than a word has bits; the memory is reused by the next block, which begins without readers.
TEST_CASE("a write meets the unordered read of any warp of a large block") {
  constexpr uint32_t kWarps = 150;
  alignas(16) char bytes[64];
  auto address = reinterpret_cast<uintptr_t>(bytes);
  RaceDetector races(kWarps, 4, kWarps * 32);
  BlockMemory memory = races.makeBlockMemory(address, sizeof bytes);
  for (uint32_t warp = 0; warp < kWarps; ++warp) {
    auto access = [&](uint32_t by, bool isWrite) {
      return races.own(memory, Actor(warp, by * 32), 0, address, 4, isWrite, std::nullopt);
    };
    uint32_t reader = warp, other = (warp + 1) % kWarps;
    REQUIRE_FALSE(access(other, true));
    races.barrier(warp, 0, kWarps);
    REQUIRE_FALSE(access(reader, false));
    REQUIRE_FALSE(access(other, false));
    std::optional<Race> race = access(other, true);
    REQUIRE(race);
    REQUIRE(race->thread == reader * 32);
    races.barrier(warp, 0, kWarps);
    REQUIRE_FALSE(access(other, true));
  }
}
