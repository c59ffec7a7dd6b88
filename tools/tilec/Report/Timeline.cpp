// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Report/Timeline.h"
#include "tools/tilec/Report/Html.h"
#include "tools/tilec/Report/Lines.h"
#include "tools/tilec/RunKernel.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

/// More would make the page slow.
constexpr size_t kMostEvents = 1500;
constexpr uint32_t kWarpsOfGroup = 4;

/// The classes of the page's style, in the order of HostEvent::Kind.
constexpr llvm::StringLiteral kKinds[] = {"load", "store", "mma", "wait", "signal", "barrier"};

/// The line of `location`, `file:line:column`, if it is one of the source; 0 otherwise.
unsigned lineOf(StringRef location, StringRef sourceName) {
  auto [place, column] = location.rsplit(':');
  auto [file, number] = place.rsplit(':');
  unsigned line = 0;
  return isSource(file, sourceName) && !number.getAsInteger(10, line) ? line : 0;
}

/// The innermost line of the source that an event comes from.
unsigned lineOf(const HostEvent &event, StringRef sourceName) {
  if (unsigned line = lineOf(StringRef(event.location), sourceName))
    return line;
  llvm::SmallVector<StringRef> callers;
  StringRef(event.callers).split(callers, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef caller : callers)
    if (unsigned line = lineOf(caller.rsplit(' ').second, sourceName))
      return line;
  return 0;
}

/// What one warp did. `begin` and `end` count the events that had begun by then.
struct Bar {
  HostEvent::Kind kind;
  std::string operation;
  unsigned line = 0; ///< of the source; 0: `place` alone says where it is
  std::string place;
  size_t begin = 0, end = 0; ///< `end` 0: it was not done when the run ended
};

/// A warp, by CTA and number.
using WarpNumber = std::pair<uint32_t, uint32_t>;

struct WarpHistory {
  HostEvent::Role role = HostEvent::Role::None; ///< the last one
  std::vector<Bar> bars;
};

/// What happened in the first block: a CTA, or the CTAs of a cluster.
class Recording {
public:
  explicit Recording(StringRef sourceName) : sourceName(sourceName) {}

  void add(const HostEvent &event) {
    if (event.block != 0)
      return;
    WarpHistory &warp = warps[{event.cta, event.warp}];
    warp.role = std::max(warp.role, event.role);
    began += event.isBegin;
    // What comes behind is never shown: it is only known that there is more.
    if (warp.bars.size() > kMostEvents)
      return;
    if (event.isBegin)
      warp.bars.push_back({event.kind, std::string(event.operation), lineOf(event, sourceName),
                           StringRef(event.location).rsplit(':').first.str(), began, 0});
    else if (!warp.bars.empty())
      warp.bars.back().end = began;
  }

  const std::map<WarpNumber, WarpHistory> &all() const {
    return warps;
  }

private:
  StringRef sourceName;
  std::map<WarpNumber, WarpHistory> warps;
  size_t began = 0;
};

/// The warps of a role or warpgroup, shown by what its first warp did.
struct Row {
  std::string name;
  const WarpHistory *history = nullptr;
  WarpNumber first;
  uint32_t warps = 1;
  HostEvent::Role role;
};

bool isOneWarp(HostEvent::Role role) {
  return role == HostEvent::Role::Producer || role == HostEvent::Role::Issuer;
}

std::string nameOf(const Row &row, bool hasCtas) {
  static constexpr llvm::StringLiteral kNames[] = {"computing", "consumer", "producer", "issuer"};
  std::string name =
      kNames[size_t(row.role)].str() + ", " +
      (row.warps == 1 ? "warp " + std::to_string(row.first.second)
                      : llvm::formatv("warps {0} to {1}", row.first.second, row.first.second + row.warps - 1).str());
  return hasCtas ? "CTA " + std::to_string(row.first.first) + ", " + name : name;
}

std::vector<Row> rowsOf(const Recording &recording) {
  std::vector<Row> rows;
  for (const auto &[number, history] : recording.all()) {
    bool continues = !rows.empty() && !isOneWarp(history.role) && rows.back().role == history.role &&
                     rows.back().first.first == number.first && rows.back().warps < kWarpsOfGroup &&
                     number.second % kWarpsOfGroup != 0;
    if (continues)
      ++rows.back().warps;
    else
      rows.push_back({"", &history, number, 1, history.role});
  }
  bool hasCtas = !rows.empty() && rows.back().first.first > 0;
  for (Row &row : rows)
    row.name = nameOf(row, hasCtas);
  return rows;
}

/// Places in the graph: only what is shown takes room, in the order in which it began.
class Graph {
public:
  explicit Graph(const std::vector<Row> &rows) : rows(rows) {
    for (const Row &row : rows)
      for (const Bar &bar : row.history->bars)
        begins.push_back(bar.begin);
    llvm::sort(begins);
    shown = std::min(begins.size(), kMostEvents);
  }

  bool isCut() const {
    return shown < begins.size();
  }

  std::string svg() const {
    int width = kNames + int(shown) * kStep + kStep, height = int(rows.size()) * kRow + 4;
    std::string text =
        llvm::formatv("<svg class=\"timeline\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n", width, height)
            .str();
    for (auto [number, row] : llvm::enumerate(rows)) {
      int top = int(number) * kRow;
      text += svgText(2, top + kRow - 8, row.name) +
              svgLine(kNames, top + kRow - 1, width, top + kRow - 1, "class=\"axis\"");
      for (const Bar &bar : row.history->bars)
        text += rectangle(bar, top);
    }
    return text + "</svg>\n";
  }

private:
  static constexpr int kNames = 190, kStep = 8, kRow = 24;

  /// How many of what is shown had begun before `event`.
  size_t placeOf(size_t event) const {
    return size_t(llvm::lower_bound(begins, event) - begins.begin());
  }

  std::string rectangle(const Bar &bar, int top) const {
    size_t from = placeOf(bar.begin), to = bar.end ? placeOf(bar.end + 1) : shown;
    if (from >= shown)
      return "";
    to = std::min(std::max(to, from + 1), shown);
    StringRef kind = kKinds[size_t(bar.kind)];
    std::string place = ", " + (bar.line ? "line " + std::to_string(bar.line) : bar.place);
    return llvm::formatv("<rect class=\"event {0}\"{1} x=\"{2}\" y=\"{3}\" width=\"{4}\" height=\"{5}\"><title>{6}{7}"
                         "</title></rect>\n",
                         kind, lineAttribute(bar.line), kNames + int(from) * kStep, top + 3, int(to - from) * kStep,
                         kRow - 7, escaped(bar.operation), escaped(place))
        .str();
  }

  const std::vector<Row> &rows;
  std::vector<size_t> begins;
  size_t shown = 0;
};

std::string legend() {
  std::string text = "<p id=\"kinds\">";
  for (StringRef kind : kKinds)
    text += ("<b class=\"" + kind + "\">" + kind + "</b> ").str();
  return text + "</p>\n";
}

std::string section(const std::string &content) {
  return "<details id=\"timelines\"><summary>timeline</summary>\n" + content + "</details>\n";
}

} // namespace

std::string tool::drawTimeline(Compilation &compilation, const std::string &sourceName, const RunOptions *run) {
  if (!run)
    return section("<p>There is none without a launch: beside --report, the options --run=KERNEL, --grid and --arg say "
                   "what to run. The CPU runs it as a GPU would get it.</p>\n");
  Recording recording(sourceName);
  llvm::Error error = observeKernel(compilation, *run, [&](const HostEvent &event) { recording.add(event); });
  std::string failure = llvm::toString(std::move(error));
  std::vector<Row> rows = rowsOf(recording);
  std::string text =
      "<p>" + escaped(run->kernel) + " on " +
      escaped(llvm::formatv("{0} x {1} x {2}", run->grid.x, run->grid.y, run->grid.z).str()) +
      " tile blocks: what the warps of the first CTA, or cluster, do, in one of the orders in which the "
      "CPU executor can run them. Steps are no cycles. A row shows what its first warp does; a bar is as "
      "long as others go on meanwhile. Copies that a load starts arrive later.</p>\n" +
      legend();
  if (!failure.empty())
    text += "<div class=\"r\">" + escaped(failure) + "</div>\n";
  if (rows.empty())
    return section(text + "<p>The run had no event.</p>\n");
  Graph graph(rows);
  if (graph.isCut())
    text += "<p>The first " + numberText(kMostEvents) + " events are shown.</p>\n";
  return section(text + "<div class=\"wide\">\n" + graph.svg() + "</div>\n");
}
