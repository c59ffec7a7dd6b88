// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Report/Report.h"
#include "tools/tilec/Commands.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/Report/Html.h"
#include "tools/tilec/Report/Lines.h"
#include "tools/tilec/Report/Roofline.h"
#include "tools/tilec/Report/Timeline.h"

#include "compiler/Codegen/Ptx/Ptxas.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace tilec;
using namespace tilec::tool;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title><style>
body { font: 14px sans-serif; margin: 0; display: flex; flex-direction: column; height: 100vh; color: #222; background: #fff; }
header { padding: 8px 12px; max-height: 34vh; overflow: auto; border-bottom: 1px solid #ccc; flex: none; }
h1 { font-size: 17px; margin: 0 0 6px; } h2 { font-size: 14px; margin: 6px 0 2px; } table { border-collapse: collapse; margin: 4px 0; }
td, th { border: 1px solid #ccc; padding: 2px 8px; text-align: left; vertical-align: top; } th { background: #eee; font-weight: 600; }
main { display: flex; flex: auto; min-height: 0; } section { flex: 1; min-width: 0; display: flex; flex-direction: column; }
section + section { border-left: 1px solid #ccc; } nav { padding: 4px 8px; background: #eee; flex: none; }
nav button { font: inherit; border: 1px solid #bbb; background: #fff; padding: 1px 10px; } nav button[aria-pressed=true] { background: #cde; }
.listing { overflow: auto; flex: auto; font: 12px/1.45 monospace; margin: 0; padding: 4px 0; }
.listing[hidden] { display: none; } .listing div { white-space: pre; padding: 0 8px; } .n { color: #999; display: inline-block; width: 4em; user-select: none; }
[data-line] { cursor: pointer; } [data-line]:hover { background: #f2f2f2; } .on { background: #ffef9e !important; }
.graph { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: flex-start; } svg { flex: none; font: 11px sans-serif; }
svg .axis { stroke: #bbb; } svg .roof { stroke-width: 1.5; fill: none; } svg .point { stroke: #222; fill: #c33; } 
.wide { overflow-x: auto; } svg .event { stroke: #fff; } .load { fill: #3b82c4; color: #3b82c4; } .store { fill: #2e9e5b; color: #2e9e5b; }
.mma { fill: #c33; color: #c33; } .wait { fill: #bbb; color: #888; } .signal { fill: #e69f00; color: #b87f00; } .barrier { fill: #555; color: #555; }
svg .on { fill: #ffe14d; stroke: #222; }
.r { white-space: pre-wrap !important; color: #05549b; padding-left: 5em !important; } .p { color: #8a4b00; }
</style></head><body>
)";

constexpr llvm::StringLiteral kScript = R"(<script>
const lines = document.querySelectorAll('[data-line]');
function mark(line, from) {
  const seen = new Set();
  for (const one of lines) {
    const isOn = one.dataset.line === line, list = one.closest('.listing');
    one.classList.toggle('on', isOn);
    if (isOn && list && list !== from && !seen.has(list)) { seen.add(list); list.scrollTop = one.offsetTop - list.offsetTop - list.clientHeight / 3; }
  }
}
for (const one of lines) one.addEventListener('click', () => mark(one.dataset.line, one.closest('.listing')));
for (const button of document.querySelectorAll('nav button')) button.addEventListener('click', () => {
  for (const other of document.querySelectorAll('nav button')) {
    other.setAttribute('aria-pressed', other === button);
    document.getElementById(other.dataset.shows).hidden = other !== button;
  }
});
</script></body></html>
)";

/// What is said about how memory is reached: the remarks on each access.
bool isMemoryPath(StringRef message) {
  for (StringRef start : {"load of ", "store of ", "gather of ", "scatter of ", "atomic"})
    if (message.starts_with(start))
      return true;
  return false;
}

/// What a kernel's speed is expected to be limited by: the remarks on occupancy and products.
bool isLimit(StringRef message) {
  return message.contains("limited by");
}

class Page {
public:
  Page(const SourceFile &source, const CompileOptions &given, const RunOptions *run)
      : source(source), options(given), run(run) {
    options.lineInfo = options.remarks = options.assemblerVerbose = true;
    options.colors = false;
  }

  llvm::Expected<std::string> make() {
    Compilation compilation = Compilation::start(source, options);
    std::optional<std::string> tile = compilation.emitTileWithLocations();
    std::optional<std::string> plan = tile ? compilation.emit(Stage::TileGPU) : std::nullopt;
    std::optional<std::string> ptx = plan ? compilation.emit(Stage::PTX) : std::nullopt;
    if (!ptx)
      return llvm::make_error<Reported>(); // the compilation that the page is about has said why
    listings.push_back({"tile", "tile IR", linesOfTile(*tile, source.name), ""});
    listings.push_back({"plan", "plan, as tile_gpu", linesOfTile(*plan, source.name), ""});
    listings.push_back({"ptx", "PTX", linesOfPtx(*ptx, source.name), ""});
    addMachineCode(compilation);
    addRemarks(compilation);
    auto drawn = drawRooflines(*tile, source.name, options, compilation.manifest());
    if (!drawn)
      return drawn.takeError();
    rooflines = std::move(*drawn);
    timeline = drawTimeline(compilation, source.name, run);
    return text(compilation.manifest());
  }

private:
  struct Listing {
    std::string id, title;
    std::vector<ListedLine> lines;
    std::string missing; ///< why there is none
  };

  static bool isShownFirst(const Listing &listing) {
    return listing.id == "ptx";
  }

  void addMachineCode(Compilation &compilation) {
    Listing listing{"sass", "SASS", {}, ""};
    if (codegen::findToolkitProgram("ptxas").empty()) {
      listing.missing = "ptxas of the CUDA Toolkit was not found";
    } else if (StringRef(options.architecture).starts_with("compute_")) {
      listing.missing = "the driver assembles portable PTX";
    } else if (std::optional<std::string> cubin = compilation.emit(Stage::Cubin)) {
      auto sass = codegen::disassemble(*cubin, /*lineInfo=*/true);
      if (sass)
        listing.lines = linesOfSass(*sass, source.name);
      else
        listing.missing = llvm::toString(sass.takeError());
    } else {
      listing.missing = "ptxas has refused the PTX";
    }
    listings.push_back(std::move(listing));
  }

  void addRemarks(const Compilation &compilation) {
    for (const Diagnostic &diagnostic : compilation.diagnostics())
      if (diagnostic.severity == Diagnostic::Severity::Remark) {
        std::vector<std::string> &list = remarks[diagnostic.file == source.name ? diagnostic.line : 0];
        if (!llvm::is_contained(list, diagnostic.message))
          list.push_back(diagnostic.message);
      }
  }

  std::string text(const manifest::Manifest &manifest) const {
    std::string page = kHead.str();
    page.replace(page.find("@TITLE@"), 7, escaped(source.name + ", " + options.architecture));
    page += "<header><h1>" + escaped(source.name) + " for " + escaped(options.architecture) + "</h1>\n";
    page += kernelTable(manifest) + remarkTable("limits", "occupancy and predicted limit", isLimit) +
            remarkTable("paths", "memory path of each access", isMemoryPath) + assemblerTable() + rooflines + timeline +
            "</header>\n<main>\n";
    page += "<section><nav>source</nav><div class=\"listing\" id=\"source\">\n" + sourceLines() + "</div></section>\n";
    page += "<section><nav>";
    for (const Listing &listing : listings)
      page += "<button data-shows=\"" + listing.id + "\" aria-pressed=\"" + (isShownFirst(listing) ? "true" : "false") +
              "\">" + listing.title + "</button> ";
    page += "</nav>\n";
    for (const Listing &listing : listings)
      page += "<div class=\"listing\" id=\"" + listing.id + "\"" + (isShownFirst(listing) ? "" : " hidden") + ">\n" +
              listed(listing) + "</div>\n";
    return page + "</section>\n</main>\n" + kScript.str();
  }

  static std::string kernelTable(const manifest::Manifest &manifest) {
    std::string table =
        "<table id=\"kernels\"><tr><th>kernel</th><th>variant</th><th>needs</th><th>threads of a CTA</th>"
        "<th>shared memory</th><th>cluster</th></tr>\n";
    for (const manifest::Kernel &kernel : manifest.kernels)
      for (size_t i = 0; i < kernel.variants.size(); ++i) {
        const manifest::Variant &variant = kernel.variants[i];
        const manifest::Dim3 &cluster = variant.cluster;
        table += "<tr><td>" + escaped(kernel.displayName) + "</td><td>" + std::to_string(i) + "</td><td>" +
                 (variant.facts.empty() ? "nothing" : std::to_string(variant.facts.size()) + " facts") + "</td><td>" +
                 std::to_string(variant.threadsPerCta) + "</td><td>" + std::to_string(variant.dynamicSharedBytes) +
                 " bytes</td><td>" + std::to_string(cluster.x) + " x " + std::to_string(cluster.y) + " x " +
                 std::to_string(cluster.z) + "</td></tr>\n";
      }
    return table + "</table>\n";
  }

  std::string remarkTable(StringRef id, StringRef title, bool (*belongs)(StringRef)) const {
    std::string rows;
    for (const auto &[line, list] : remarks)
      for (const std::string &message : list)
        if (line && belongs(message))
          rows += "<tr" + lineAttribute(line) + "><td>" + std::to_string(line) + "</td><td>" + escaped(message) +
                  "</td></tr>\n";
    if (rows.empty())
      rows = "<tr><td></td><td>nothing was reported</td></tr>\n";
    return ("<details><summary>" + title + "</summary><table id=\"" + id + "\"><tr><th>line</th><th>" + title +
            "</th></tr>\n" + rows + "</table></details>\n")
        .str();
  }

  /// Registers and spills, as the assembler reports them.
  std::string assemblerTable() const {
    auto own = remarks.find(0);
    if (own == remarks.end())
      return "";
    std::string rows;
    for (const std::string &message : own->second)
      rows += "<div class=\"r\">" + escaped(message) + "</div>\n";
    return "<details><summary>registers and spills</summary><div id=\"assembler\">\n" + rows + "</div></details>\n";
  }

  std::string sourceLines() const {
    std::string text;
    llvm::SmallVector<StringRef> lines;
    StringRef(source.text).rtrim('\n').split(lines, '\n');
    for (unsigned line = 1; line <= lines.size(); ++line) {
      text += "<div" + lineAttribute(line) + "><span class=\"n\">" + std::to_string(line) + "</span>" +
              escaped(lines[line - 1].rtrim('\r')) + "</div>\n";
      if (auto list = remarks.find(line); list != remarks.end())
        for (const std::string &message : list->second)
          text += std::string("<div class=\"r") + (isMemoryPath(message) ? " p" : "") + "\">" + escaped(message) +
                  "</div>\n";
    }
    return text;
  }

  static std::string listed(const Listing &listing) {
    std::string text = listing.missing.empty() ? "" : "<div class=\"r\">" + escaped(listing.missing) + "</div>\n";
    for (const ListedLine &line : listing.lines)
      text += "<div" + lineAttribute(line.source) + ">" + escaped(line.text) + "</div>\n";
    return text;
  }

  SourceFile source;
  CompileOptions options;
  const RunOptions *run; ///< may be null
  std::vector<Listing> listings;
  std::string rooflines, timeline;                      ///< as HTML
  std::map<unsigned, std::vector<std::string>> remarks; ///< by line; 0: of no line
};

} // namespace

llvm::Error tool::writeReport(const SourceFile &source, const CompileOptions &options, const std::string &path,
                              const RunOptions *run) {
  auto page = Page(source, options, run).make();
  return page ? writeFile(path, *page) : page.takeError();
}
