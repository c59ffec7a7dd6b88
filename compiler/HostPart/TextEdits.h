// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Replacements in a preprocessed text that keep its lines where they were.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>
#include <vector>

namespace tilec::hostpart {

/// A text after edits, and where each part of it comes from.
struct EditedText {
  std::string text;
  /// The place in the original of what stands at `offset`; the beginning of what was replaced for what replaces it.
  size_t originalOf(size_t offset) const;

  /// The beginning of each piece that was taken over, here and in the original.
  std::vector<std::pair<size_t, size_t>> pieces;
};

class TextEdits {
public:
  /// Puts `text` before `offset`; what is put there first stands first.
  void insert(size_t offset, std::string text);
  /// Puts `text` in the place of [begin, end). Line ends and line markers in there stay, behind it. Of two
  /// replacements, one of which holds the other, the outer one counts.
  void replace(size_t begin, size_t end, std::string text = {});

  EditedText apply(llvm::StringRef original) const;

private:
  struct Edit {
    size_t begin, end;
    std::string text;
  };
  std::vector<Edit> edits;
};

} // namespace tilec::hostpart
