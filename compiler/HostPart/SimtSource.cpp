// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/SimtSource.h"
#include "compiler/HostPart/Bodies.h"
#include "compiler/HostPart/HostParse.h"
#include "compiler/HostPart/Launches.h"
#include "compiler/HostPart/ParseText.h"
#include "compiler/HostPart/Spaces.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace tilec;
using namespace tilec::hostpart;

namespace {

/// Only a tile function, so of no use in SIMT code.
bool isTileOnly(const clang::FunctionDecl *function) {
  return isInSpace(function, "tile_global") || (isInSpace(function, "tile") && !isInSpace(function, "device"));
}

bool skipsBody(const clang::Decl *declaration) {
  return declaration->getAsFunction() != nullptr;
}

class SimtVisitor : public clang::DynamicRecursiveASTVisitor {
public:
  SimtVisitor(const SourceTokens &tokens, PlaceOf placeOf, TextEdits &edits)
      : tokens(tokens), placeOf(placeOf), edits(edits) {}

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    if (!function->isThisDeclarationADefinition() || function->isTemplateInstantiation() || !isTileOnly(function) ||
        function->isConstexpr())
      return true;
    if (std::optional<BodyRange> body = bodyOf(function, tokens, placeOf)) {
      bool isEmpty = isKernel(function) || llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function);
      edits.replace(body->begin, body->end, isEmpty ? "{}" : "{ __builtin_trap(); }");
    }
    return true;
  }

private:
  const SourceTokens &tokens;
  PlaceOf placeOf;
  TextEdits &edits;
};

} // namespace

llvm::Expected<std::string> hostpart::rewriteForSimt(const std::string &preprocessed, const HostOptions &options) {
  ParseText text(preprocessed);
  TextEdits edits;
  completeLaunches(text.tokens, edits);
  for (const SpaceMarker &marker : text.markers)
    if (marker.space == "tile_global")
      edits.replace(marker.begin, marker.end, "__attribute__((global))");
    else if (marker.space == "tile" || marker.isHint)
      edits.replace(marker.begin, marker.end);

  auto visit = [&](clang::CompilerInstance &instance) {
    auto placeOf = [&](clang::SourceLocation where) { return text.placeOf(where, instance.getSourceManager()); };
    SimtVisitor(text.tokens, placeOf, edits).TraverseDecl(instance.getASTContext().getTranslationUnitDecl());
  };
  std::vector<std::string> problems;
  if (llvm::Error error = parseHostText(text.parsed.text, options, problems, skipsBody, visit))
    return std::move(error);
  return edits.apply(preprocessed).text;
}
