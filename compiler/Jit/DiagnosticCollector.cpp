// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/DiagnosticCollector.h"
#include "compiler/Jit/RemarkOrigin.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/Tile/IR/UserLocations.h"

#include "mlir/IR/Location.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilec;
using namespace tilec::jit;

namespace {

Diagnostic::Severity severityOf(clang::DiagnosticsEngine::Level level) {
  switch (level) {
  case clang::DiagnosticsEngine::Ignored:
  case clang::DiagnosticsEngine::Note:
    return Diagnostic::Severity::Note;
  case clang::DiagnosticsEngine::Remark:
    return Diagnostic::Severity::Remark;
  case clang::DiagnosticsEngine::Warning:
    return Diagnostic::Severity::Warning;
  case clang::DiagnosticsEngine::Error:
  case clang::DiagnosticsEngine::Fatal:
    return Diagnostic::Severity::Error;
  }
  return Diagnostic::Severity::Error;
}

Diagnostic::Severity severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Note:
    return Diagnostic::Severity::Note;
  case mlir::DiagnosticSeverity::Remark:
    return Diagnostic::Severity::Remark;
  case mlir::DiagnosticSeverity::Warning:
    return Diagnostic::Severity::Warning;
  case mlir::DiagnosticSeverity::Error:
    return Diagnostic::Severity::Error;
  }
  return Diagnostic::Severity::Error;
}

const char *nameOf(Diagnostic::Severity severity) {
  switch (severity) {
  case Diagnostic::Severity::Note:
    return "note";
  case Diagnostic::Severity::Remark:
    return "remark";
  case Diagnostic::Severity::Warning:
    return "warning";
  case Diagnostic::Severity::Error:
    return "error";
  }
  return "error";
}

} // namespace

ClangCollector::ClangCollector(std::vector<Diagnostic> &into, bool colors)
    : into(into), stream(text), printer(stream, options) {
  options.ShowColors = colors;
  options.ShowOptionNames = true;
  options.ShowPresumedLoc = true; // #line counts
  stream.enable_colors(colors);
}

void ClangCollector::BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) {
  printer.BeginSourceFile(language, preprocessor);
}

void ClangCollector::EndSourceFile() {
  printer.EndSourceFile();
}

void ClangCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &clangDiagnostic) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, clangDiagnostic); // counts
  text.clear();
  printer.HandleDiagnostic(level, clangDiagnostic);
  Diagnostic diagnostic;
  diagnostic.severity = severityOf(level);
  llvm::SmallString<256> message;
  clangDiagnostic.FormatDiagnostic(message);
  diagnostic.message = message.str();
  llvm::StringRef group =
      clangDiagnostic.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(clangDiagnostic.getID());
  if (!group.empty() && diagnostic.severity != Diagnostic::Severity::Note)
    diagnostic.option = ("-W" + group).str();
  if (clangDiagnostic.getLocation().isValid() && clangDiagnostic.hasSourceManager()) {
    clang::PresumedLoc place = clangDiagnostic.getSourceManager().getPresumedLoc(
        clangDiagnostic.getSourceManager().getExpansionLoc(clangDiagnostic.getLocation()));
    if (place.isValid()) {
      diagnostic.file = place.getFilename();
      diagnostic.line = place.getLine();
      diagnostic.column = place.getColumn();
    }
  }
  // Without a place it is about the command line.
  bool hasPlace = diagnostic.line || clangDiagnostic.getLocation().isValid();
  diagnostic.rendered = (hasPlace ? "" : "tilec: ") + text;
  into.push_back(std::move(diagnostic));
}

/// Place and text.
static std::string keyOf(const mlir::Diagnostic &diagnostic) {
  std::string key;
  llvm::raw_string_ostream(key) << diagnostic.getLocation() << diagnostic.str();
  return key;
}

MlirCollector::MlirCollector(mlir::MLIRContext &context, std::vector<Diagnostic> &into,
                             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, bool remarks)
    : into(into), files(std::move(files)), remarks(remarks), endOfSummaries(into.size()),
      handler(&context, [this](mlir::Diagnostic &diagnostic) {
        Diagnostic::Severity severity = severityOf(diagnostic.getSeverity());
        if (severity == Diagnostic::Severity::Remark && !this->remarks)
          return;
        // What holds for one kernel, mostly holds for all of its variants.
        if (!reported.insert(keyOf(diagnostic)).second)
          return;
        handle(diagnostic, severity);
        for (const mlir::Diagnostic &note : diagnostic.getNotes())
          handle(note, Diagnostic::Severity::Note);
      }) {}

void MlirCollector::reportError(const std::string &message) {
  Diagnostic diagnostic;
  diagnostic.message = message;
  diagnostic.rendered = render(diagnostic);
  into.push_back(std::move(diagnostic));
}

void MlirCollector::handle(const mlir::Diagnostic &reported, Diagnostic::Severity severity) {
  llvm::StringRef pass = passOf(reported);
  tile::RemarkFields fields = tile::fieldsOf(reported);
  std::vector<Diagnostic> all;
  llvm::SmallVector<mlir::FileLineColLoc> places = tile::userLocations(reported.getLocation());
  for (size_t i = 0; i < std::max<size_t>(places.size(), 1); ++i) {
    Diagnostic diagnostic;
    diagnostic.severity = i == 0 ? severity : Diagnostic::Severity::Note;
    diagnostic.message = i == 0 ? reported.str() : "inlined here";
    diagnostic.pass = pass.str();
    diagnostic.kernel = fields.kernel.str();
    diagnostic.name = fields.name.str();
    for (auto [field, number] : fields.numbers)
      diagnostic.numbers.push_back({field.str(), number});
    std::string line;
    if (i < places.size()) {
      diagnostic.file = places[i].getFilename().str();
      diagnostic.line = places[i].getLine();
      diagnostic.column = places[i].getColumn();
      line = sourceLine(diagnostic.file, diagnostic.line);
    }
    diagnostic.rendered = render(diagnostic, line);
    all.push_back(std::move(diagnostic));
  }
  bool isSummary = pass == "tile-gpu-summarize-kernel";
  into.insert(isSummary ? into.begin() + ptrdiff_t(endOfSummaries) : into.end(), all.begin(), all.end());
  endOfSummaries += isSummary ? all.size() : 0;
}

std::string MlirCollector::sourceLine(const std::string &file, unsigned line) {
  auto buffer = files->getBufferForFile(file);
  if (!buffer || line == 0)
    return {};
  llvm::StringRef rest = (*buffer)->getBuffer();
  for (unsigned i = 1; i < line; ++i)
    rest = rest.split('\n').second;
  return rest.split('\n').first.rtrim('\r').str();
}

std::string tilec::jit::render(const Diagnostic &diagnostic, const std::string &sourceLine) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (diagnostic.line)
    stream << diagnostic.file << ':' << diagnostic.line << ':' << diagnostic.column << ": ";
  else
    stream << "tilec: ";
  stream << nameOf(diagnostic.severity) << ": " << diagnostic.message << '\n';
  if (!sourceLine.empty() && diagnostic.column > 0 && diagnostic.column <= sourceLine.size() + 1) {
    std::string margin = llvm::formatv("{0,5} | ", diagnostic.line).str(), caret;
    for (char c : llvm::StringRef(sourceLine).take_front(diagnostic.column - 1))
      caret += c == '\t' ? '\t' : ' ';
    stream << margin << sourceLine << '\n' << "      | " << caret << "^\n";
  }
  return text;
}
