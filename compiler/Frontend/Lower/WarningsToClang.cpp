// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Frontend/Lower/WarningsToClang.h"

#include "dialects/Tile/IR/UserLocations.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace tilec::frontend;

WarningsToClang::WarningsToClang(CompilerInstance &instance, mlir::MLIRContext *context, llvm::StringRef group)
    : instance(instance), group(group),
      handler(context, [this](mlir::Diagnostic &diagnostic) { return report(diagnostic); }) {}

/// Where Clang has the position; invalid where a #line directive made its name up.
SourceLocation WarningsToClang::find(mlir::FileLineColLoc position) const {
  OptionalFileEntryRef file = instance.getFileManager().getOptionalFileRef(position.getFilename().getValue());
  if (!file)
    return {};
  SourceManager &sources = instance.getSourceManager();
  SourceLocation where = sources.translateFileLineCol(*file, position.getLine(), position.getColumn());
  PresumedLoc presumed = sources.getPresumedLoc(where);
  bool isSame = presumed.isValid() && presumed.getLine() == position.getLine() &&
                presumed.getFilename() == position.getFilename().getValue();
  return isSame ? where : SourceLocation();
}

mlir::LogicalResult WarningsToClang::report(mlir::Diagnostic &diagnostic) {
  llvm::SmallVector<mlir::FileLineColLoc> positions = tile::userLocations(diagnostic.getLocation());
  SourceLocation where = positions.empty() ? SourceLocation() : find(positions.front());
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Warning || where.isInvalid())
    return mlir::failure(); // for the handler around this one
  std::string text = diagnostic.str();
  if (!reported.insert(std::to_string(where.getRawEncoding()) + text).second)
    return mlir::success();
  DiagnosticsEngine &engine = instance.getDiagnostics();
  DiagnosticIDs::CustomDiagDesc description(diag::Severity::Warning, "%0", DiagnosticIDs::CLASS_WARNING,
                                            /*ShowInSystemHeader=*/false, /*ShowInSystemMacro=*/false,
                                            DiagnosticIDs::getGroupForWarningOption(group));
  engine.Report(where, engine.getDiagnosticIDs()->getCustomDiagID(description)) << text;
  for (mlir::FileLineColLoc caller : llvm::ArrayRef(positions).drop_front())
    if (SourceLocation from = find(caller); from.isValid())
      engine.Report(from, engine.getCustomDiagID(DiagnosticsEngine::Note, "inlined here"));
  return mlir::success();
}
