// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/PingPong.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Team.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace tilec::host {

uint32_t PingPong::comings(uint32_t group) const {
  auto first = come.begin() + group * kWarpsOfGroup;
  return *std::min_element(first, first + kWarpsOfGroup);
}

void PingPong::take(Frame &frame, const Site &site, Takers takers) {
  uint32_t warp = frame.warp % takers.warpsOfCta, group = warp / kWarpsOfGroup, number = ++come[warp];
  auto describe = [this, group, number] {
    return llvm::formatv("for turn {0} of warpgroup {1}, to which {2} warps have passed it, of {3},", number, group,
                         passed[group], number * kWarpsOfGroup)
        .str();
  };
  frame.team->wait(frame, site, describe, [this, group, number] {
    return passed[group] >= number * kWarpsOfGroup && comings(group) >= number;
  });
}

void PingPong::pass(Frame &frame, const Site &site, Takers takers, bool isFirst) {
  uint32_t groups = takers.warps / kWarpsOfGroup, own = frame.warp % takers.warpsOfCta / kWarpsOfGroup,
           next = (own + 1) % groups;
  if (isFirst && next != 0)
    return;
  frame.team->pause(frame);
  if (++passed[next] > (comings(next) + 1) * kWarpsOfGroup)
    frame.checker->report(
        frame, site,
        llvm::formatv("warpgroup {0} passes a turn on before warpgroup {1} has come for the last one", own, next)
            .str());
}

} // namespace tilec::host
