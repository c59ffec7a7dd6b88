// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the user decides about an optimisation, or leaves to the compiler.
#ifndef TILEC_CHOICE_H
#define TILEC_CHOICE_H

namespace tilec {

enum class Choice {
  Off,  ///< never
  Auto, ///< where the compiler expects it to pay
  On,   ///< wherever it is possible
};

} // namespace tilec

#endif // TILEC_CHOICE_H
