// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns that warpgroups of a role take one after the other, as named barriers give them.
//
// Each warpgroup has a barrier at which its own four warps wait and the four of the one before arrive. A turn that is
// passed on twice before it is taken would complete the barrier without those who wait, so that is reported.
#pragma once

#include "compiler/Host/DecodedKernel.h"
#include <array>

namespace tilec::host {

class PingPong {
public:
  /// Warps of a CTA, and how many of them, from the first one on, are in warpgroups that take turns.
  struct Takers {
    uint32_t warpsOfCta, warps;
  };
  /// Waits until the warp's warpgroup has its turn.
  void take(Frame &frame, const Site &site, Takers takers);
  /// `isFirst`: only the last warpgroup's warps do.
  void pass(Frame &frame, const Site &site, Takers takers, bool isFirst);

private:
  static constexpr uint32_t kWarpsOfGroup = 4, kMaxWarps = 32;

  /// How often all warps of the group have come to take a turn.
  uint32_t comings(uint32_t group) const;

  std::array<uint32_t, kMaxWarps> come{};                   ///< to take a turn: times, of each warp
  std::array<uint32_t, kMaxWarps / kWarpsOfGroup> passed{}; ///< to each group: times, of all warps
};

} // namespace tilec::host
