// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Threads run in warps of 32 lanes, as on a GPU. Each lane has a program counter of its own, and an instruction is
/// executed for all lanes that have the same one. Where lanes have diverged, those in the deepest call run first, and
/// of these the ones with the lowest program counter, so that lanes meet again where branches join. After some
/// instructions other lanes get a turn, so that loops end in which lanes wait for each other.
#ifndef TILEC_RUNTIME_PTX_WARP_H
#define TILEC_RUNTIME_PTX_WARP_H

#include "runtime/Ptx/Instruction.h"

#include <cstring>

namespace tilec::ptx {

class Block;

/// The 16 barriers of a CTA, and one for its cluster, which always is this CTA alone.
constexpr unsigned kBarriers = 17, kClusterBarrier = 16;

/// One call of a function by some lanes of a warp.
struct Frame {
  Function *function = nullptr;
  Frame *caller = nullptr;
  uint32_t callIndex = 0; ///< the caller's call instruction
  uint32_t lanes = 0;     ///< those that have not returned
  unsigned depth = 0;
  uint64_t laneBytes = 0;
  const char *constants = nullptr;
  char *registers = nullptr;
  uint32_t *predicates = nullptr;
  char *laneMemory = nullptr;

  char *memoryOf(unsigned lane) const {
    return laneMemory + lane * laneBytes;
  }
};

/// Frames to be used again. Each thread of the host has a pool.
class FramePool {
public:
  ~FramePool();
  Frame *take(Function &function);
  void giveBack(Frame *frame);
  /// Whether an address lies in some lane's memory.
  bool isLaneMemory(uint64_t address, uint64_t bytes = 1) const;

private:
  std::map<Function *, std::vector<Frame *>> unused;
  std::vector<std::unique_ptr<Frame>> all;
  std::map<uint64_t, uint64_t> memory; ///< begin and end of the lanes' memory of each frame
};

/// Lanes that execute a synchronising instruction together. Each may be at another one of the same kind.
struct WarpGroup {
  uint32_t lanes = 0;
  const Instruction *instructions[kWarpLanes] = {};
  Frame *frames[kWarpLanes] = {};
};

// Clang warns where it cannot vectorise the loop, which is all right for some bodies.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
template <typename F> __attribute__((always_inline)) inline void each(uint32_t lanes, F body) {
  if (lanes == kAllLanes) {
#pragma clang loop vectorize(assume_safety)
    for (unsigned lane = 0; lane < kWarpLanes; ++lane)
      body(lane);
  } else {
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
      body(unsigned(std::countr_zero(rest)));
  }
}
#pragma clang diagnostic pop

/// As `each`, for bodies in which one lane may touch another's memory.
// Some bodies are no vector instructions; that is no mistake.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
template <typename F> __attribute__((always_inline)) inline void eachInOrder(uint32_t lanes, F body) {
  for (uint32_t rest = lanes; rest; rest &= rest - 1)
    body(unsigned(std::countr_zero(rest)));
}

class Warp {
public:
  Warp(Block &block, unsigned number, uint32_t lanes, Function &kernel);
  ~Warp();
  Warp(const Warp &) = delete;

  /// Runs until every lane has ended or waits, about `budget` instructions were run, or the launch has failed. Whether
  /// any instruction was.
  bool run(unsigned budget);
  bool hasEnded() const {
    return alive == 0;
  }
  /// Lanes that have not ended.
  uint32_t aliveLanes() const {
    return alive;
  }
  /// Lets lanes go on that waited at a barrier. `result` is what it reduced the lanes' predicates to.
  void releaseBarrier(unsigned barrier, uint32_t result);
  uint32_t waitingAt(unsigned barrier) const {
    return barrierLanes[barrier];
  }
  /// What lanes that wait for others in the warp stand at, for messages; empty if none does.
  std::string waitingText() const;

  //===- For handlers --------------------------------------------------------------------------------------------===//

  template <typename T> const Storage<T> *source(int32_t place) const {
    return sourceIn<T>(*frame, place);
  }
  template <typename T> const Storage<T> *sourceIn(const Frame &in, int32_t place) const {
    return reinterpret_cast<const Storage<T> *>(place >= 0 ? in.registers + place : in.constants + ~place);
  }
  template <typename T> Storage<T> *target(int32_t place) {
    return reinterpret_cast<Storage<T> *>(frame->registers + place);
  }
  uint32_t predicate(int32_t number, bool isNegated = false) const {
    return isNegated ? ~frame->predicates[number] : frame->predicates[number];
  }
  /// Sets a predicate of some lanes; kNone: nothing.
  void setPredicate(int32_t number, uint32_t lanes, uint32_t bits) {
    if (number != Instruction::kNone)
      frame->predicates[number] = (frame->predicates[number] & ~lanes) | (bits & lanes);
  }
  /// The number in its CTA of the thread that is this lane.
  unsigned threadOf(unsigned lane) const {
    return number * kWarpLanes + lane;
  }
  /// Ends the launch, with a line for standard error.
  void fail(int fault, const std::string &message);
  /// The kernel, block and thread, for messages.
  std::string place(unsigned lane) const;

  Block &block;
  const unsigned number;
  Frame *frame = nullptr; ///< of the lanes that run
  uint32_t carry = 0;     ///< each lane's carry flag (CC.CF)
  uint32_t pc = 0;        ///< of the lanes that run
  FramePool &pool;
  uint64_t recentBegin = 1, recentEnd = 0; ///< memory that was found to be valid last

private:
  bool select();
  uint32_t park();
  void pass(uint32_t lanes);
  void branch(const Instruction &instruction, uint32_t taken);
  void branchIndexed(const Instruction &instruction, uint32_t active);
  void call(const Instruction &instruction, uint32_t active);
  void enter(Function &callee, const CallSite &site, uint32_t active);
  void leave(uint32_t active);
  void end(uint32_t active);
  void synchronize(const Instruction &instruction, uint32_t active);
  void arrive(const Instruction &instruction, uint32_t active);
  bool completeSync();
  void finishGroup(uint32_t lanes);

  uint32_t alive, waiting = 0; ///< waiting: for other lanes
  uint32_t current = 0;        ///< the lanes that run
  uint32_t limit = ~0u;        ///< where the next other lanes of the frame are: those that run stop there, to join them
  bool isDiverged = false;     ///< whether there are others that could run
  unsigned sliceLeft = 0;      ///< instructions until other lanes get a turn
  bool isRotating = false;     ///< whether the running lanes got a turn out of order
  uint32_t lastRun = 0;        ///< the lanes that ran before that
  unsigned nextRotated = 0;
  uint32_t pcs[kWarpLanes];
  uint32_t syncMasks[kWarpLanes];
  Frame *frames[kWarpLanes];
  uint32_t barrierLanes[kBarriers] = {};
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_WARP_H
