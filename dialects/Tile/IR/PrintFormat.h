// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A printf format cut into text and conversions: for the front end's check, the executor and PTX.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilec::tile {

/// Literal text (with `%%` as written), or one conversion such as `%-8.3f`.
struct FormatPiece {
  std::string text;
  bool isConversion = false;

  /// Text as it is printed.
  std::string plain() const;
  /// The letter a conversion ends with.
  char letter() const {
    return text.back();
  }
  /// The flags, width and precision of a conversion, as written, without a length (`ll`, `h`).
  std::string flags() const;
  /// The conversion for an integer of 64 bits or at most 32: what is passed decides, not the length that was written.
  std::string withLength(bool is64Bits) const;
};

/// Is this one conversion from its `%` to its letter, of flags, width, precision and length that all printers know?
bool isConversion(llvm::StringRef text);

/// Splits a format whose conversions are all supported.
std::vector<FormatPiece> splitFormat(llvm::StringRef format);

size_t countConversions(llvm::ArrayRef<FormatPiece> pieces);

} // namespace tilec::tile
