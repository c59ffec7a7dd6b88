// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An mbarrier of a CTA: arrivals and bytes end its phases, lanes wait for the end of one by its parity, and learn what
// those knew who made it end.
#pragma once

#include "compiler/Host/Check/VectorClock.h"
#include "compiler/Host/Team.h"
#include <vector>

namespace tilec::host {

/// One mbarrier. It lies in 8 bytes of shared memory, whose races are looked for, too.
class Mbarrier {
public:
  enum class Arrivers { First, Warps, Lanes };

  /// Initialises the mbarrier. With 0 arrivals it is none any more.
  void init(Frame &frame, const Site &site, size_t offset, uint32_t arrivals);
  /// The first lane of a role arrives, with `bytes` to come.
  void expect(Frame &frame, const Site &site, size_t offset, int64_t bytes);
  void arrive(Frame &frame, const Site &site, size_t offset, Arrivers who);
  /// Once, for what is over now; `known`: to whoever waits.
  void arriveFor(const VectorClock &known);
  void wait(Frame &frame, const Site &site, size_t offset, uint32_t parity);
  /// A copy was started whose bytes count for the current phase.
  void expectCopy(const Site &site) {
    copies.push_back({phase, &site});
  }
  /// Where a copy was started of whose end nobody has learned by waiting; null if there is none.
  const Site *unawaited() const {
    return copies.empty() ? nullptr : copies.front().second;
  }
  /// Bytes that were or will be announced have come; `known`: to whoever waits.
  void deliver(int64_t bytes, const VectorClock &known);
  /// False and a report if it has not been initialised.
  bool isReady(Frame &frame, const Site &site, size_t offset) const;

private:
  void touch(Frame &frame, const Site &site, size_t offset, uint32_t thread, bool isWrite) const;
  void arriveOnce(Frame &frame, const Site &site, size_t offset, uint32_t thread);
  void advance();

  uint32_t arrivals = 0; ///< of each phase; 0: not initialised
  uint32_t missing = 0;
  int64_t bytesMissing = 0;                              ///< negative when bytes come before they are announced
  uint32_t phase = 0;                                    ///< the one that is not complete
  std::vector<std::pair<uint32_t, const Site *>> copies; ///< not waited for, with their phase
  VectorClock arriving, completed;
  const Site *initSite = nullptr;
  Epoch initialised; ///< whoever uses it must have heard of this
};

} // namespace tilec::host
