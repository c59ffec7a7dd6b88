// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Frontend/Parse/RewrittenFiles.h"

using namespace clang;
using namespace tilec::frontend;

std::string &RewrittenFiles::textOf(FileID file) {
  auto [text, isNew] = texts.try_emplace(file);
  if (isNew)
    text->second = sources.getBufferData(file).str();
  return text->second;
}

void RewrittenFiles::blank(FileID file, unsigned begin, unsigned end) {
  std::string &text = textOf(file);
  for (unsigned at = begin; at != end; ++at)
    if (text[at] != '\n')
      text[at] = ' ';
}

std::optional<std::vector<PreambleFile>> RewrittenFiles::take() {
  std::vector<PreambleFile> files;
  for (auto &[file, text] : texts) {
    OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    if (!entry)
      return std::nullopt;
    files.push_back({entry->getName().str(), std::move(text)});
  }
  if (files.empty())
    return std::nullopt;
  return files;
}
