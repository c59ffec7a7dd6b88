// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Report/Roofline.h"
#include "tools/tilec/Report/Html.h"
#include "tools/tilec/Report/Lines.h"

#include "compiler/Jit/KernelWork.h"
#include "compiler/Strategy/MmaCycles.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

/// A part of a kernel, as it is shown.
struct Point {
  std::string name;
  unsigned line = 0; ///< of the source; 0: none
  const strategy::Work *work = nullptr;
  strategy::Limit limit;

  double intensity() const {
    return work->bytes() > 0 ? work->operations() / work->bytes() : 0;
  }
  /// Operations in a cycle of a multiprocessor.
  double rate() const {
    return limit.cycles > 0 ? work->operations() / limit.cycles : 0;
  }
  bool isDrawn() const {
    return intensity() > 0 && rate() > 0;
  }
};

/// A logarithmic axis.
struct Axis {
  double low, high;     ///< values
  double start, length; ///< pixels
  double at(double value) const {
    return start + length * std::log2(value / low) / std::log2(high / low);
  }
};

/// Both axes are in powers of two.
class Graph {
public:
  Graph(llvm::ArrayRef<Point> points, const Target &target) : points(points), memoryBytes(target.rates().memoryBytes) {
    peaks["FMA units"] = 2 * strategy::kLaneOpsPerCycle;
    for (const Point &point : points)
      for (const strategy::UnitWork &unit : point.work->units)
        if (unit.peak > 0)
          peaks[unit.unit] = std::max(peaks[unit.unit], unit.peak);
    scale();
  }

  std::string svg() const {
    std::string text = llvm::formatv("<svg class=\"roofline\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
                                     kWidth, kHeight)
                           .str();
    text += axes();
    if (memoryBytes > 0)
      text += bandwidth("memory", memoryBytes, "#06c");
    text += bandwidth("L2", strategy::kL2BytesPerCycle, "#693");
    for (const auto &[unit, peak] : peaks)
      text += svgLine(x.at(x.low), y.at(peak), x.at(x.high), y.at(peak), "class=\"roof peak\" stroke=\"#a50\"") +
              svgText(x.at(x.high) - 3, y.at(peak) - 3, unit + ", " + numberText(peak), "text-anchor=\"end\"");
    for (const Point &point : points)
      if (point.isDrawn())
        text += dot(point);
    return text + "</svg>\n";
  }

private:
  static constexpr int kWidth = 430, kHeight = 270;
  static constexpr double kLeft = 52, kRight = 8, kTop = 16, kBottom = 36;

  void scale() {
    double least = 1, most = 1, slowest = 0, fastest = 0;
    for (const auto &[unit, peak] : peaks) {
      slowest = slowest ? std::min(slowest, peak) : peak;
      fastest = std::max(fastest, peak);
    }
    // Where the roofs meet is to be seen.
    most = fastest / (memoryBytes > 0 ? memoryBytes : strategy::kL2BytesPerCycle);
    for (const Point &point : points)
      if (point.isDrawn()) {
        least = std::min(least, point.intensity());
        most = std::max(most, point.intensity());
        slowest = std::min(slowest, point.rate());
      }
    auto power = [](double value) { return std::exp2(std::floor(std::log2(value))); };
    constexpr double kMargin = 4;
    x = {power(least / kMargin), power(most * kMargin), kLeft, kWidth - kLeft - kRight};
    y = {power(slowest / kMargin), power(fastest * kMargin), kHeight - kBottom, -(kHeight - kBottom - kTop)};
  }

  static std::string tickText(double value) {
    return value < 1 ? "1/" + std::to_string(int64_t(1 / value)) : std::to_string(int64_t(value));
  }

  std::string axes() const {
    std::string text;
    constexpr double kMostTicks = 6;
    auto stepOf = [](const Axis &axis) {
      return std::exp2(std::max(1.0, std::ceil(std::log2(axis.high / axis.low) / kMostTicks)));
    };
    for (double value = x.low; value <= x.high; value *= stepOf(x))
      text += svgLine(x.at(value), y.at(y.low), x.at(value), y.at(y.high), "class=\"axis\"") +
              svgText(x.at(value), kHeight - kBottom + 14, tickText(value), "text-anchor=\"middle\"");
    for (double value = y.low; value <= y.high; value *= stepOf(y))
      text += svgLine(x.at(x.low), y.at(value), x.at(x.high), y.at(value), "class=\"axis\"") +
              svgText(kLeft - 4, y.at(value) + 4, tickText(value), "text-anchor=\"end\"");
    return text + svgText(kLeft, 11, "operations in a cycle of a multiprocessor") +
           svgText(kWidth - kRight, kHeight - 6, "operations for each byte of global memory", "text-anchor=\"end\"");
  }

  /// Operations in a cycle where so many bytes come in one.
  std::string bandwidth(StringRef name, double bytes, StringRef color) const {
    double from = std::max(x.low, y.low / bytes);
    double to = std::min(x.high, y.high / bytes);
    for (const auto &[unit, peak] : peaks)
      if (peak == highestPeak())
        to = std::min(to, peak / bytes);
    if (from >= to)
      return "";
    double x1 = x.at(from), y1 = y.at(from * bytes), x2 = x.at(to), y2 = y.at(to * bytes);
    double degrees = std::atan2(y2 - y1, x2 - x1) * 180 / M_PI;
    std::string turned =
        llvm::formatv("fill=\"{0}\" transform=\"rotate({1:F1} {2:F1} {3:F1})\"", color, degrees, x1 + 8, y1 - 10);
    return svgLine(x1, y1, x2, y2, ("class=\"roof bandwidth\" stroke=\"" + color + "\"").str()) +
           svgText(x1 + 8, y1 - 10, name.str() + ", " + numberText(bytes) + " bytes a cycle", turned);
  }

  double highestPeak() const {
    double most = 0;
    for (const auto &[unit, peak] : peaks)
      most = std::max(most, peak);
    return most;
  }

  std::string dot(const Point &point) const {
    return llvm::formatv("<circle class=\"point\"{0} cx=\"{1:F1}\" cy=\"{2:F1}\" r=\"5\"><title>{3}: {4} operations a "
                         "byte, {5} operations a cycle, limited by {6}</title></circle>\n",
                         lineAttribute(point.line), x.at(point.intensity()), y.at(point.rate()), escaped(point.name),
                         numberText(point.intensity()), numberText(point.rate()), escaped(point.limit.name))
        .str();
  }

  llvm::ArrayRef<Point> points;
  double memoryBytes;
  std::map<std::string, double> peaks;
  Axis x, y;
};

Point pointOf(const jit::WorkPart &part, bool hasLoops, StringRef sourceName, const Target &target) {
  Point point;
  point.work = &part.work;
  point.limit = part.work.limit(target);
  point.name = hasLoops ? "outside of loops" : "the whole tile block";
  if (part.loop.empty())
    return point;
  auto [file, line] = part.loop.front();
  for (const auto &[path, number] : part.loop)
    if (isSource(path, sourceName)) {
      point.line = number;
      break;
    }
  point.name = "one iteration of a loop";
  if (line)
    point.name = point.line ? "one iteration of the loop of line " + std::to_string(point.line)
                            : "one iteration of the loop of " + file + ":" + std::to_string(line);
  return point;
}

std::string listOf(const std::vector<strategy::Limit> &limits) {
  std::string text;
  for (const strategy::Limit &limit : limits)
    text += (text.empty() ? "" : "; ") + limit.name + " " + numberText(limit.cycles);
  return text;
}

/// What the tables of chips have no rate for.
std::string missingRates(const strategy::Work &work) {
  std::string text;
  for (const strategy::UnitWork &unit : work.units)
    if (unit.peak <= 0)
      text += "; the tables of chips have no rate for " + unit.unit;
  return text;
}

std::string rowOf(const Point &point, const Target &target) {
  const strategy::Work &work = *point.work;
  std::string limit = point.limit.cycles > 0 ? "limited by " + point.limit.name : "nothing that has a rate";
  std::string cells[] = {point.name,
                         numberText(work.operations()),
                         numberText(work.loaded),
                         numberText(work.stored),
                         work.bytes() > 0 ? numberText(point.intensity()) : "no bytes",
                         limit,
                         numberText(point.limit.cycles),
                         point.rate() > 0 ? numberText(point.rate()) : "0",
                         listOf(work.limits(target)) + missingRates(work)};
  std::string row = "<tr" + lineAttribute(point.line) + ">";
  for (const std::string &cell : cells)
    row += "<td>" + escaped(cell) + "</td>";
  return row + "</tr>\n";
}

std::string notesOf(const jit::KernelWork &kernel, bool hasLoops, const Target &target) {
  std::string text;
  if (hasLoops)
    text += "How often loops run is known at run time only: each point and row is one iteration, without the loops in "
            "it that have rows of their own. ";
  if (kernel.ctas > 1)
    text += "Of a tile block that " + std::to_string(kernel.ctas) + " CTAs share: the work of one of them. ";
  if (auto [x, y, z] = kernel.joined; x * y * z > 1)
    text += llvm::formatv("{0} x {1} x {2} blocks of the source are one. ", x, y, z).str();
  if (target.isPortable())
    text += "Portable PTX runs on later chips, too: these are the rates of the named one. ";
  if (target.rates().memoryBytes <= 0)
    text += "The table of chips has no bandwidth of memory for " + target.name() + ". ";
  return text;
}

std::string sectionOf(const jit::KernelWork &kernel, const std::string &title, unsigned number, StringRef sourceName,
                      const Target &target) {
  bool hasLoops = llvm::any_of(kernel.parts, [](const jit::WorkPart &part) { return !part.loop.empty(); });
  std::vector<Point> points;
  for (const jit::WorkPart &part : kernel.parts)
    points.push_back(pointOf(part, hasLoops, sourceName, target));
  std::string text = "<h2>" + escaped(title) + "</h2>\n<div class=\"graph\">\n" + Graph(points, target).svg() +
                     "<div><table id=\"roofline" + std::to_string(number) +
                     "\"><tr><th>of one tile block</th><th>operations</th><th>bytes loaded</th><th>bytes stored</th>"
                     "<th>operations a byte</th><th>predicted</th><th>cycles</th><th>operations a cycle</th><th>cycles "
                     "of each limit</th></tr>\n";
  for (const Point &point : points)
    text += rowOf(point, target);
  text += "</table>\n";
  std::string notes = notesOf(kernel, hasLoops, target);
  if (points.empty())
    notes += "It neither computes with floats nor reaches global memory. ";
  else if (llvm::none_of(points, [](const Point &point) { return point.isDrawn(); }))
    notes += "Without operations, or without bytes, there is no point. ";
  return text + "<p>" + escaped(notes) + "</p></div>\n</div>\n";
}

} // namespace

llvm::Expected<std::string> tool::drawRooflines(const std::string &tile, const std::string &sourceName,
                                                const CompileOptions &options, const manifest::Manifest &manifest) {
  auto target = Target::parse(options.architecture);
  if (!target)
    return target.takeError();
  auto kernels = jit::workOfKernels(tile, options, *target);
  if (!kernels)
    return kernels.takeError();
  std::string text =
      "<details id=\"rooflines\"><summary>roofline</summary>\n"
      "<p>What the plan of a tile block does, and the least cycles of a multiprocessor that this takes by the "
      "compiler's tables of chips. Bytes count whether they come from memory or a cache. Operands of MMAs that other "
      "blocks load, too, count for L2 and not for memory. A function such as exp counts as one operation.</p>\n";
  unsigned number = 0;
  for (const manifest::Kernel &kernel : manifest.kernels)
    for (size_t i = 0; i < kernel.variants.size(); ++i)
      for (const jit::KernelWork &work : *kernels)
        if (work.entry == kernel.variants[i].entry)
          text += sectionOf(work, kernel.displayName + ", variant " + std::to_string(i), number++, sourceName, *target);
  return text + "</details>\n";
}
