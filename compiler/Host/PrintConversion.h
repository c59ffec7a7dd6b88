// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a conversion of a printf format makes of a value.
#pragma once

#include "dialects/Tile/IR/PrintFormat.h"
#include <cstdint>

namespace tilec::host {

/// One conversion such as `%-8.3f`. Values bring their width with them, so a length (`ll`, `h`) says nothing.
struct PrintConversion {
  std::string flags; ///< flags, width and precision, as written
  char letter;       ///< d, x, f, ...

  explicit PrintConversion(const tile::FormatPiece &piece) : flags(piece.flags()), letter(piece.letter()) {}

  std::string ofInteger(uint64_t asUnsigned, int64_t asSigned) const;
  std::string ofFloat(double value) const;
};

} // namespace tilec::host
