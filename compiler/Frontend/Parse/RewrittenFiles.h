// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RewrittenFiles.h - the texts of files, changed for another parse -------===//
#pragma once

#include "compiler/Frontend/Parse/Preamble.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <optional>
#include <vector>

namespace tilec::frontend {

class RewrittenFiles {
public:
  explicit RewrittenFiles(const clang::SourceManager &sources) : sources(sources) {}

  /// The text of a file, to be changed: at first as it was parsed.
  std::string &textOf(clang::FileID file);
  /// Puts blanks in place of a part of a file, by offsets. Its lines stay.
  void blank(clang::FileID file, unsigned begin, unsigned end);
  /// The files asked for; nothing if there are none, or if one is no file (made by the preprocessor, by ##).
  std::optional<std::vector<PreambleFile>> take();

private:
  const clang::SourceManager &sources;
  std::map<clang::FileID, std::string> texts;
};

} // namespace tilec::frontend
