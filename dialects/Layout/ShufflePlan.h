// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving elements between the lanes of a warp, with as few shuffles as there can be.
//
// A shuffle gives every lane one register of another lane; both sides name one register. So where it depends on the
// lane which register must travel, lanes first renumber their registers, each in its own way (selects), then shuffle,
// then renumber what came:
//
//     transpose of 2x2 over two lanes      before       lane 1 turns    register 1 shuffles    lane 1 turns
//                                          lane 0: a b        a b              a c                 a c
//                                          lane 1: c d        d c              d b                 b d
//
// One shuffle instead of two: register 0 stayed where it was. In general 2^k registers that trade places with 2^k lanes
// need 2^k - 1 shuffles, and k selects on each side for each register.
//
// As a formula: thread t (lane and warp) wants its register r from register A(r) ^ B(t) of thread C(r) ^ D(t). It
// receives in slot j its register r = j ^ F(t). The sender is then C(j) ^ (C F + D)(t), and what it sends, A(j) ^ (A F
// + B)(t), must depend on the sender alone: that is what F is chosen for; if possible such that (C F + D)(t) = t.
// Elements of 16 and 8 bits that travel together go in one 32-bit word.
#pragma once

#include "dialects/Layout/LinearMap.h"

namespace tilec::layout {

/// For every place of a destination the place of a source that it takes its element from. Places are packed: registers,
/// then lanes, then warps.
struct SourcePlaces {
  LinearMap ofPlace;
  /// Added (XOR) everywhere: known now, and from the bits of a number known at run time.
  uint64_t ofStart = 0;
  LinearMap ofVarying;
  unsigned sourceRegisterBits = 0, destinationRegisterBits = 0;

  unsigned threadBits() const {
    return ofPlace.numInputs() - destinationRegisterBits;
  }
  /// Every lane finds its elements in its own warp.
  bool stayInWarp() const;
};

/// A renumbering of registers at run time: i becomes i ^ (the sum of the `vectors` whose bit is set).
struct Turn {
  std::vector<uint64_t> vectors;
  LinearMap bitsOfThread;  ///< thread -> which vectors
  LinearMap bitsOfVarying; ///< the run-time number -> which vectors
};

struct ShufflePlan {
  /// What one 32-bit shuffle (two for 64-bit elements) moves.
  struct Word {
    std::vector<uint32_t> slots;   ///< of the receiver
    std::vector<uint32_t> sources; ///< registers of the sender, after its turn
    uint64_t senderConstant = 0;   ///< added to the sender's thread
    bool moves = true;             ///< false: every lane sends to itself
  };

  Turn sourceTurn;   ///< by the sender's thread: it sends register i ^ turn as i
  Turn receiverTurn; ///< by the receiver's: it takes i ^ turn of several that were sent; mostly none
  Turn resultTurn;   ///< by the receiver's: register r is slot r ^ turn
  LinearMap sender;  ///< thread -> thread that it receives from
  LinearMap senderOfVarying;
  /// Register of the destination -> the one among its copies that is made.
  LinearMap canonical;
  std::vector<Word> words;
  unsigned numShuffles = 0, numSelects = 0; ///< of 32 bits

  bool sendsToItself() const {
    return sender == LinearMap::identity(sender.numInputs());
  }
};

/// A plan for places that stay in their warp. Elements have 8, 16, 32 or 64 bits.
ShufflePlan planShuffles(const SourcePlaces &places, unsigned elementBits);

} // namespace tilec::layout
