// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tilec/Tuner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilec;
using llvm::StringRef;

static runtime::Error badSpace(const std::string &text) {
  return {"TuneSpace::parse", runtime::kBadOption, "kBadOption", text};
}

/// The parts of `text` between `separator`s that stand outside of brackets and quotes.
static std::vector<StringRef> splitOutside(StringRef text, char separator) {
  std::vector<StringRef> parts;
  int depth = 0;
  bool isQuoted = false;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    isQuoted ^= c == '"';
    if (!isQuoted)
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == separator && !isQuoted && depth == 0) {
      parts.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  parts.push_back(text.drop_front(begin).trim());
  return parts;
}

static std::string unquoted(StringRef text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.drop_front().drop_back();
  return text.str();
}

/// `name = values`.
static runtime::Status addPart(TuneSpace &space, StringRef part) {
  auto [name, value] = part.split('=');
  name = name.trim(), value = value.trim();
  if (name.size() == part.size() || name.empty() || value.empty())
    return badSpace("expected 'name = values', got '" + part.str() + "'");
  if (name == "kernel")
    space.kernel = value.str();
  else if (name == "where")
    space.where = value.str();
  else if (name == "grid")
    for (StringRef extent : splitOutside(value, ','))
      space.grid.push_back(extent.str());
  else {
    TuneAxis axis{name.str(), false, {}};
    for (StringRef one : splitOutside(value, ','))
      axis.values.push_back(unquoted(one));
    space.axes.push_back(std::move(axis));
  }
  return {};
}

runtime::Expected<TuneSpace> TuneSpace::parse(std::string_view text) {
  TuneSpace space;
  for (StringRef part : splitOutside(StringRef(text), ';'))
    if (!part.empty())
      if (runtime::Status status = addPart(space, part); !status)
        return status.error();
  if (space.kernel.empty())
    return badSpace("expected the kernel, as in 'kernel = scale<{N}>; N = 256, 512', got none");
  if (space.grid.size() > 3)
    return badSpace("expected one to three extents of the grid, got " + std::to_string(space.grid.size()));
  std::string left = space.kernel;
  for (TuneAxis &axis : space.axes) {
    std::string marked = "{" + axis.name + "}";
    axis.isConstant = StringRef(space.kernel).contains(marked);
    for (size_t at; (at = left.find(marked)) != std::string::npos;)
      left.erase(at, marked.size());
    if (llvm::count_if(space.axes, [&](const TuneAxis &other) { return other.name == axis.name; }) > 1)
      return badSpace("'" + axis.name + "' is given twice");
  }
  if (size_t open = left.find('{'); open != std::string::npos)
    return badSpace("expected values for " + left.substr(open, left.find('}') - open + 1) + " of the kernel '" +
                    space.kernel + "', got none");
  return space;
}

/// What stands between the brackets of `tune(...)`, with the lines behind backslashes joined.
static StringRef takePragma(StringRef line, StringRef &rest, std::string &joined, unsigned &number) {
  joined = line.rtrim("\r").str();
  while (!joined.empty() && joined.back() == '\\') {
    joined.pop_back();
    StringRef next;
    std::tie(next, rest) = rest.split('\n');
    joined += " " + next.rtrim("\r").str();
    ++number;
  }
  return joined;
}

/// The text behind `#pragma tilec tune`; nothing for other lines.
static std::optional<StringRef> behindPragma(StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#"))
    return std::nullopt;
  for (StringRef word : {"pragma", "tilec", "tune"}) {
    line = line.ltrim();
    if (!line.consume_front(word) || (!line.empty() && llvm::isAlnum(line.front())))
      return std::nullopt;
  }
  return line.trim();
}

runtime::Expected<std::vector<TuneSpace>> TuneSpace::ofSource(const SourceFile &source) {
  std::vector<TuneSpace> spaces;
  StringRef rest = source.text, line;
  std::string joined;
  for (unsigned number = 1; !rest.empty(); ++number) {
    std::tie(line, rest) = rest.split('\n');
    unsigned first = number;
    if (!line.ltrim().starts_with("#"))
      continue;
    std::optional<StringRef> text = behindPragma(takePragma(line, rest, joined, number));
    if (!text)
      continue;
    auto space = text->consume_front("(") && text->consume_back(")")
                     ? parse(std::string_view(*text))
                     : runtime::Expected<TuneSpace>(
                           badSpace("expected '#pragma tilec tune(kernel = ...; ...)', got '" + joined + "'"));
    if (!space) {
      runtime::Error error = space.error();
      error.text = source.name + ":" + std::to_string(first) + ": " + error.text;
      return error;
    }
    spaces.push_back(std::move(*space));
  }
  return spaces;
}
