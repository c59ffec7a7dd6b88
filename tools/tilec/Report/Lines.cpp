// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Report/Lines.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

/// `"FILE":LINE:COLUMN`: the line, if the file is the source.
unsigned lineOf(StringRef location, StringRef sourceName) {
  if (!location.consume_front("\""))
    return 0;
  auto [file, rest] = location.split('"');
  unsigned line = 0;
  if (!isSource(file, sourceName) || !rest.consume_front(":") || rest.consumeInteger(10, line))
    return 0;
  return line;
}

/// The `#locN = loc(...)` at the end of a module.
class Locations {
public:
  Locations(llvm::ArrayRef<StringRef> lines, StringRef sourceName) : sourceName(sourceName) {
    for (StringRef line : lines)
      if (auto [name, value] = line.split(" = loc("); line.starts_with("#loc") && !value.empty())
        values[name] = value.drop_back(1);
  }

  /// Of `#locN`, `"file":1:2`, `callsite(a at b)`, `fused<...>[a, b]`: the innermost one in the source.
  unsigned line(StringRef location, unsigned depth = 0) const {
    constexpr unsigned kDeepest = 100;
    location = location.trim();
    if (depth > kDeepest)
      return 0;
    if (auto known = values.find(location); known != values.end())
      return line(known->second, depth + 1);
    if (location.consume_front("callsite(")) {
      auto [callee, caller] = location.drop_back(1).split(" at ");
      unsigned found = line(callee, depth + 1);
      return found ? found : line(caller, depth + 1);
    }
    if (size_t open = location.find('['); location.starts_with("fused") && open != StringRef::npos) {
      llvm::SmallVector<StringRef> parts;
      location.drop_front(open + 1).drop_back(1).split(parts, ", ");
      for (StringRef part : parts)
        if (unsigned found = line(part, depth + 1))
          return found;
      return 0;
    }
    return lineOf(location, sourceName);
  }

private:
  StringRef sourceName;
  llvm::StringMap<StringRef> values;
};

/// Moves what stands before the next ` loc(...)` of `line` to `shown`; gives what stands in its brackets.
std::optional<StringRef> takeLocation(StringRef &line, std::string &shown) {
  size_t at = line.find(" loc(");
  if (at == StringRef::npos)
    return std::nullopt;
  StringRef rest = line.drop_front(at + 5);
  size_t quoted = rest.starts_with("\"") ? rest.find('"', 1) : 0;
  size_t end = rest.find(')', quoted == StringRef::npos ? 0 : quoted);
  if (end == StringRef::npos)
    return std::nullopt;
  shown += line.take_front(at);
  line = rest.drop_front(end + 1);
  return rest.take_front(end);
}

llvm::SmallVector<StringRef> split(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.rtrim('\n').split(lines, '\n');
  return lines;
}

} // namespace

bool tool::isSource(StringRef path, StringRef sourceName) {
  return path == sourceName || llvm::sys::path::filename(path) == llvm::sys::path::filename(sourceName);
}

std::vector<ListedLine> tool::linesOfTile(StringRef text, StringRef sourceName) {
  llvm::SmallVector<StringRef> lines = split(text);
  Locations locations(lines, sourceName);
  std::vector<ListedLine> listed;
  for (StringRef line : lines) {
    if (line.starts_with("#loc"))
      continue;
    size_t at = line.rfind(" loc(");
    unsigned source = 0;
    // Brackets of parameters have locations, too: the last one of a line is the operation's.
    if (at != StringRef::npos && line.ends_with(")")) {
      source = locations.line(line.drop_front(at + 5).drop_back(1));
      line = line.take_front(at);
    }
    std::string shown;
    for (std::optional<StringRef> inner; (inner = takeLocation(line, shown));)
      source = source ? source : locations.line(*inner);
    listed.push_back({shown + line.str(), source});
  }
  return listed;
}

std::vector<ListedLine> tool::linesOfPtx(StringRef text, StringRef sourceName) {
  llvm::SmallVector<StringRef> lines = split(text);
  llvm::StringMap<bool> isOurs; // by number of the file
  for (StringRef line : lines)
    if (StringRef rest = line.trim(); rest.consume_front(".file")) {
      auto [number, path] = rest.trim().split(' ');
      isOurs[number] = isSource(path.trim().trim('"'), sourceName);
    }
  std::vector<ListedLine> listed;
  unsigned current = 0;
  for (StringRef line : lines) {
    StringRef rest = line.trim();
    if (rest.consume_front(".loc")) {
      auto [number, place] = rest.trim().split(' ');
      unsigned found = 0;
      if (isOurs.lookup(number) && !place.consumeInteger(10, found) && found)
        current = found;
      continue;
    }
    if (rest.starts_with("}") || rest.contains(".entry") || rest.contains(".func"))
      current = 0;
    bool isCode = current && !rest.empty() && !rest.starts_with("//");
    listed.push_back({line.str(), isCode ? current : 0});
  }
  return listed;
}

std::vector<ListedLine> tool::linesOfSass(StringRef text, StringRef sourceName) {
  std::vector<ListedLine> listed;
  unsigned current = 0;
  bool isGroup = false; // of markers: the first one is innermost
  for (StringRef line : split(text)) {
    StringRef rest = line.trim();
    if (rest.consume_front("//## File \"")) {
      auto [file, place] = rest.split('"');
      unsigned found = 0;
      bool isPlace = place.consume_front(", line ") && !place.consumeInteger(10, found) && isSource(file, sourceName);
      if (!isGroup)
        current = 0;
      if (isPlace && current == 0)
        current = found;
      isGroup = true;
      continue;
    }
    isGroup = false;
    if (rest.starts_with(".section") || rest.starts_with(".text"))
      current = 0;
    listed.push_back({line.str(), rest.starts_with("/*") ? current : 0});
  }
  return listed;
}
