// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Watches what warps do while a kernel runs below the `tile` level, in the order in which the executor runs it.
#pragma once

#include <cstdint>
#include <functional>

namespace tilec::host {

struct Frame;
struct Site;

/// What a warp is at.
enum class EventKind { Load, Store, Mma, Wait, Signal, Barrier };

/// What a warp is for.
enum class WarpRole { None, Consumer, Producer, Issuer };

struct Event {
  EventKind kind;
  bool isBegin; ///< else the op has been done, after whatever it waited for
  const Frame &frame;
  const Site &site;
};

/// Called by one warp at a time.
using Observer = std::function<void(const Event &)>;

} // namespace tilec::host
