// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the user decides about the code, or leaves to the compiler.
#ifndef TILEC_CHOICE_H
#define TILEC_CHOICE_H

namespace tilec {

enum class Choice {
  Off,  ///< never
  Auto, ///< where the compiler expects it to pay
  On,   ///< wherever it is possible
};

/// What happens where an unmasked access through a view leaves its tensor.
enum class Bounds {
  Auto,  ///< as Mask where extents are known when compiling and a tile does not fit them, else as Trust
  Trust, ///< it is taken for granted that none does
  Mask,  ///< elements outside are loaded as zero and not stored
  Trap,  ///< a message names the line and the block, and the kernel ends
};

} // namespace tilec

#endif // TILEC_CHOICE_H
