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

/// Memory of a `tile.alloca`, inside the frame.
struct LocalObject {
  size_t offset, bytes;
  size_t shadow; ///< one undefined flag for each byte
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
  /// Threads of a block, which may race with each other. One at the `tile` level.
  uint32_t threads = 1;
  /// Memory that these threads share (a CTA's shared memory); no bytes at the `tile` level. Unspecified when a block
  /// begins.
  Slot own = {.count = 0, .kind = Kind::I8};
};

} // namespace tilec::host
