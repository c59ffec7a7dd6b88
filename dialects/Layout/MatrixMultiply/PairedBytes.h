// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads bytes from shared memory that lie across the dimension along which the words of a fragment run.
//
// `ldmatrix.trans` turns 8x8 matrices of 16 bits: pairs of neighbouring bytes. A word of a lane then has two rows of a
// pair. A permutation of the bytes of two such words makes two words along the rows:
//
//     registers 0 to 3       4 to 7                     0 to 3          4 to 7
//     r0 s0 r1 s1            r2 s2 r3 s3       =>       r0 r1 r2 r3     s0 s1 s2 s3
//       as loaded (`MatrixLoads::Paired`)                 the fragment
//
// Where the words become operands of 16 bits, nothing moves: r0 r1 and s0 s1 are two words then.
//
// A fragment says which rows a lane has. Where the rows of eight lanes of a matrix would conflict in banks, half of the
// lanes load the two words in the other order. The loaded layout then has a lane bit that goes along the rows of both.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include <optional>

namespace tilec::layout {

/// The layout to load, to make `fragment` of 8-bit elements at these offsets; none if it cannot be made so.
std::optional<LinearLayout> pairedLayout(const LinearLayout &fragment, const LinearMap &offsetOfElement);

/// How the bytes of a lane's words are permuted.
struct UnpairedBytes {
  unsigned pairBit = 0; ///< of a register of the fragment: it tells the two elements of a pair apart
  /// Lanes that have this bit have loaded two words in the other order.
  std::optional<unsigned> swappedLanes;
};
/// The permutation from `loaded` to `fragment`; none unless `pairedLayout` may give `loaded`.
std::optional<UnpairedBytes> unpairedBytes(const LinearLayout &loaded, const LinearLayout &fragment);

} // namespace tilec::layout
