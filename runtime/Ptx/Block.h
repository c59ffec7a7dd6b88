// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The threads of one block: its warps, its shared memory and its barriers.
#ifndef TILEC_RUNTIME_PTX_BLOCK_H
#define TILEC_RUNTIME_PTX_BLOCK_H

#include "runtime/Ptx/Grid.h"
#include "runtime/Ptx/Warp.h"

namespace tilec::ptx {

class Block {
public:
  /// `shared`: the block's memory, of the launch's size.
  Block(Launch &launch, FramePool &pool, char *shared, Dimensions index);

  /// Runs each warp for a while. False if none could.
  bool run();
  bool hasEnded() const {
    return threadsAlive == 0;
  }
  /// What its threads wait for, for messages.
  std::string waitingText() const;

  //===- For warps -----------------------------------------------------------------------------------------------===//

  void arrive(unsigned barrier, Instruction::BarrierKind kind, unsigned arriving, unsigned expected, unsigned truths);
  void lanesEnded(unsigned count);
  std::string place(unsigned thread) const;
  Dimensions threadIndex(unsigned thread) const;

  Launch &launch;
  FramePool &pool;
  char *const shared;
  const Dimensions index;

private:
  struct Barrier {
    unsigned arrived = 0, expected = 0, truths = 0; ///< expected 0: all threads that have not ended
    Instruction::BarrierKind kind = Instruction::BarrierKind::Wait;
  };
  void check(unsigned barrier);

  unsigned threadsAlive;
  std::vector<std::unique_ptr<Warp>> warps;
  Barrier barriers[kBarriers];
};

} // namespace tilec::ptx

#endif // TILEC_RUNTIME_PTX_BLOCK_H
