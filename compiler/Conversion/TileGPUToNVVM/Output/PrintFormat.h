// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A printf format cut into text and conversions.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilec {

/// Literal text (with `%%` as written), or one conversion such as `%-8.3f`.
struct FormatPiece {
  std::string text;
  bool isConversion = false;

  /// The letter a conversion ends with.
  char letter() const {
    return text.back();
  }
  /// The conversion for an integer of 64 bits or at most 32: what is passed decides, not the length that was written.
  std::string withLength(bool is64Bits) const;
};

std::vector<FormatPiece> splitFormat(llvm::StringRef format);

} // namespace tilec
