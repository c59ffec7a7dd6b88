// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which line of the source each line of a listing comes from.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilec::tool {

/// A line of a listing, as it is shown.
struct ListedLine {
  std::string text;
  unsigned source = 0; ///< line of the source, from 1; 0: none
};

/// What a location calls `path` is the source.
bool isSource(llvm::StringRef path, llvm::StringRef sourceName);

/// `sourceName` is the file whose lines count; what was inlined from headers counts for the line that called it.
std::vector<ListedLine> linesOfTile(llvm::StringRef text, llvm::StringRef sourceName);
std::vector<ListedLine> linesOfPtx(llvm::StringRef text, llvm::StringRef sourceName);
std::vector<ListedLine> linesOfSass(llvm::StringRef text, llvm::StringRef sourceName);

} // namespace tilec::tool
