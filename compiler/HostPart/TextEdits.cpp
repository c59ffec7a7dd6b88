// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/TextEdits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilec::hostpart;

size_t EditedText::originalOf(size_t offset) const {
  auto next = llvm::upper_bound(pieces, offset, [](size_t value, const auto &piece) { return value < piece.first; });
  if (next == pieces.begin())
    return 0;
  size_t distance = offset - std::prev(next)->first;
  size_t place = std::prev(next)->second + distance;
  return next == pieces.end() ? place : std::min(place, next->second);
}

void TextEdits::insert(size_t offset, std::string text) {
  edits.push_back({offset, offset, std::move(text)});
}

void TextEdits::replace(size_t begin, size_t end, std::string text) {
  edits.push_back({begin, end, std::move(text)});
}

/// `# 12 "file" 3`
static bool isLineMarker(llvm::StringRef line) {
  return line.consume_front("# ") && !line.empty() && llvm::isDigit(line.front());
}

/// What keeps the lines behind a removed part right: its line ends and its line markers.
static std::string linesOf(llvm::StringRef removed) {
  std::string kept;
  llvm::StringRef rest = removed.drop_front(std::min(removed.find('\n'), removed.size()));
  while (rest.consume_front("\n")) {
    llvm::StringRef line = rest.take_until([](char c) { return c == '\n'; });
    kept += '\n';
    if (isLineMarker(line))
      kept += line;
    rest = rest.drop_front(line.size());
  }
  return kept;
}

EditedText TextEdits::apply(llvm::StringRef original) const {
  std::vector<const Edit *> sorted;
  for (const Edit &edit : edits)
    sorted.push_back(&edit);
  // Insertions before replacements that begin there; of replacements the longest first.
  llvm::sort(sorted, [](const Edit *a, const Edit *b) {
    bool aInserts = a->begin == a->end, bInserts = b->begin == b->end;
    if (a->begin != b->begin)
      return a->begin < b->begin;
    if (aInserts != bInserts)
      return aInserts;
    return a->end != b->end ? a->end > b->end : a < b;
  });
  EditedText result;
  size_t done = 0;
  auto takeUntil = [&](size_t offset) {
    if (offset <= done)
      return;
    result.pieces.push_back({result.text.size(), done});
    result.text += original.slice(done, offset);
    done = offset;
  };
  for (const Edit *edit : sorted) {
    if (edit->begin < done)
      continue;
    takeUntil(edit->begin);
    result.text += edit->text;
    if (edit->end > edit->begin)
      result.text += linesOf(original.slice(edit->begin, edit->end));
    done = edit->end;
  }
  takeUntil(original.size());
  return result;
}
