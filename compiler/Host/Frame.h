// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory and state of one tile block while it runs, or of one of its warps.
#pragma once

#include "compiler/Host/FailureKind.h"
#include "compiler/Host/Observer.h"
#include "compiler/Host/Slot.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace tilec::host {

class Checker;
class Team;
struct SharedMemory;
struct Site;

/// What all blocks of one launch share.
struct LaunchState {
  std::array<uint32_t, 3> grid;
  /// What runs: blocks, or, of kernels that loop over blocks, workers.
  uint32_t workers = 0;
  bool isPersistent = false;
  std::atomic<uint64_t> nextBlock{0};
  /// Blocks that workers have drawn by themselves.
  std::atomic<uint32_t> drawn{0};
  /// The counter in a launch's workspace that does this below the `tile` level: zero again when all have drawn.
  std::atomic<uint32_t> counter{0};
  /// Set when a block fails; the others stop at their next loop iteration.
  std::atomic<bool> cancelled{false};
  /// Null unless checking.
  Checker *checker = nullptr;
  /// Picks an order of what is unordered (Team.h).
  uint64_t seed = 0;
  /// A barrier that nobody waits at.
  const Site *leftOut = nullptr;
  std::mutex outputMutex;
  std::function<void(llvm::StringRef)> print;
  Observer observer; ///< may be empty
  std::string failure;
  FailureKind failureKind = FailureKind::Other;

  /// Ends the launch with `message`; the first failure is kept.
  void fail(std::string message, FailureKind kind = FailureKind::Other);
  void output(llvm::StringRef text);
  void tell(const Event &event);
};

/// One worker's frame, or one warp's. It serves one block after the other; constants stay, everything else is
/// overwritten.
struct Frame {
  char *data = nullptr;
  uint8_t *shadow = nullptr; ///< null unless checking
  LaunchState *launch = nullptr;
  Checker *checker = nullptr;
  // Below the `tile` level.
  Team *team = nullptr;
  SharedMemory *shared = nullptr;
  uint32_t warp = 0;      ///< number in the block
  uint32_t cta = 0;       ///< that it belongs to, of those that share the block
  uint32_t warpOfCta = 0; ///< number in that CTA
  uint32_t firstWarp = 0; ///< of those that meet at its barriers; its first lane does what one does for all
  uint32_t teamWarps = 0; ///< how many these are
  uint32_t position = 0;  ///< the warp of layouts that it is
  WarpRole role = WarpRole::None;
  std::vector<uint32_t> visits; ///< how often it has come by each place of `Program::assemblies`

  /// Where local objects are: in the frame itself, or in shared memory.
  char *locals = nullptr;
  uint8_t *localsUndefined = nullptr;
  /// The last access to memory that was begun, for the message if it crashes; not kept while checking, which looks at
  /// addresses before they are used.
  const Site *access = nullptr;
  std::array<uint32_t, 3> block{};
  uint32_t linearBlock = 0;
  uint32_t lanes = 1; ///< elements for which a scalar stands inside a combining region
  int successor = 0;  ///< of the basic block just run, in a region with several
  uint32_t spins = 0; ///< loop iterations, to give way now and then
  bool stopped = false;
  bool condition = false; ///< what the last scf.condition saw

  bool isFirstWarp() const {
    return warp == firstWarp;
  }
  template <class T> T *at(const Slot &slot) {
    return reinterpret_cast<T *>(data + slot.offset);
  }
  uint8_t *undefined(const Slot &slot) {
    return shadow + slot.shadow;
  }

  /// Ends the block and cancels the launch.
  void fail(std::string message, FailureKind kind = FailureKind::Other) {
    stopped = true;
    launch->fail(std::move(message), kind);
  }
  /// Called on each loop back edge: lets others run, and stops when another block has failed.
  void iterate();
};

inline size_t Slot::size(const Frame &frame) const {
  return perLane ? frame.lanes : count;
}

} // namespace tilec::host
