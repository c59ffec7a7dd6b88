// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf formats, cut into text and conversions.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilec::host {

/// One conversion such as `%-8.3f`. Values bring their width with them, so length modifiers (`ll`, `h`) are read and
/// dropped.
struct Conversion {
  std::string flags; ///< flags, width and precision, as written
  char specifier;    ///< d, x, f, ...

  std::string ofInteger(uint64_t asUnsigned, int64_t asSigned) const;
  std::string ofFloat(double value) const;
};

struct Format {
  struct Piece {
    std::string text;
    std::optional<Conversion> conversion; ///< printed after the text
  };
  std::vector<Piece> pieces;

  static Format parse(llvm::StringRef format);
  size_t conversions() const;
};

} // namespace tilec::host
