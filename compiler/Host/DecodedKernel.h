// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel decoded once: steps over fixed places of a frame. No IR is touched while blocks run.
#pragma once

#include "compiler/Host/Frame.h"
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tilec::host {

/// One whole-tile operation: a loop over the elements of its slots.
using Step = std::function<void(Frame &)>;

struct Sequence {
  std::vector<Step> steps;
  void run(Frame &frame) const {
    for (const Step &step : steps) {
      step(frame);
      if (frame.stopped)
        return;
    }
  }
};

/// Where in the source an operation stands; what a report names.
struct Site {
  std::string location; ///< file:line:col
  std::string chain;    ///< "\n  inlined at file:line:col" for each caller
  std::string operation;
  uint32_t number = 0;    ///< in Program::sites
  bool isScratch = false; ///< moves data between threads through the block's own memory, besides any pointers
};

/// Memory of an `alloca`: where it lies from `Frame::locals` on.
struct LocalObject {
  size_t offset, bytes;
  size_t shadow; ///< one undefined flag for each byte, from `Frame::localsUndefined` on
};

/// A kernel's parameter: where its value goes.
struct Parameter {
  Slot slot;
};

struct Program {
  std::string name;
  Sequence body;
  Sequence prologue; ///< writes the constants; run once for each frame
  std::vector<Parameter> parameters;
  size_t frameBytes = 0, shadowBytes = 0;
  std::deque<Site> sites;
  std::vector<LocalObject> locals;
  /// Bytes of the smallest element that the kernel accesses: the grain of the race detector.
  size_t smallestAccess = 8;
  /// Threads of a block, which may race with each other. One at the `tile` level; below, whole warps, each with a frame
  /// of its own (Team.h).
  uint32_t threads = 1;
  /// CTAs that they belong to, each with shared memory of its own.
  uint32_t ctas = 1;
  /// Warps that layouts know of: fewer where some have another role.
  uint32_t warpsOfLayouts = 1;
  /// Bytes of memory that these warps share.
  size_t sharedBytes = 0;
  /// Ops that are nothing but a barrier, in program order.
  std::vector<const Site *> barriers;
  /// Places at which `Team::assemble` is called.
  uint32_t assemblies = 0;
};

} // namespace tilec::host
