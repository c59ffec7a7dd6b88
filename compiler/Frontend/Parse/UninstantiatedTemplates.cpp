// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UninstantiatedTemplates.cpp - errors that nobody meets -----------------===//
#include "compiler/Frontend/Parse/UninstantiatedTemplates.h"
#include "compiler/Frontend/Parse/RewrittenFiles.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace tilec::frontend;

void MessageRecord::send() {
  for (const Message &message : messages) {
    message.sendTo(next);
    if (message.level >= DiagnosticsEngine::Error)
      ++NumErrors;
  }
  messages.clear();
}

void MessageRecord::sendErrorsAsWarnings(llvm::StringRef reason, llvm::function_ref<bool(const Message &)> wanted) {
  bool isOfError = false;
  for (Message &message : messages) {
    if (message.engine->getIgnoreAllWarnings())
      break;
    bool isNote = message.level == DiagnosticsEngine::Note;
    if (!isNote)
      isOfError = message.level >= DiagnosticsEngine::Error && wanted(message);
    if (!isOfError)
      continue;
    if (!isNote) {
      message.level = DiagnosticsEngine::Warning;
      message.text += reason;
    }
    message.sendTo(next);
  }
  messages.clear();
}

namespace {
/// Bodies of templates of the source, and which of them are instantiated.
struct TemplateBodies : DynamicRecursiveASTVisitor {
  struct Body {
    const FunctionDecl *pattern;
    SourceRange range;
  };
  std::vector<Body> bodies;
  llvm::DenseSet<const FunctionDecl *> instantiated;

  TemplateBodies() {
    ShouldVisitTemplateInstantiations = true;
  }

  /// The declaration alone may have been made to choose between overloads. If its type follows from its body, it may
  /// have been used without a trace, as the use is an error.
  static bool isUsed(const FunctionDecl *instance) {
    return instance->getPointOfInstantiation().isValid() || instance->isReferenced() ||
           instance->getReturnType()->getContainedDeducedType();
  }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (function->isDependentContext()) {
      if (const Stmt *body = function->doesThisDeclarationHaveABody() ? function->getBody() : nullptr)
        bodies.push_back({function, body->getSourceRange()});
    } else if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern(); pattern && isUsed(function)) {
      instantiated.insert(pattern);
    }
    return true;
  }
};

/// A place in a file, without regard to macros.
std::pair<FileID, unsigned> placeInFile(SourceLocation where, const SourceManager &sources) {
  return sources.getDecomposedLoc(sources.getExpansionLoc(where));
}
} // namespace

std::optional<std::vector<PreambleFile>> tilec::frontend::withoutFaultyTemplates(llvm::ArrayRef<SourceLocation> errors,
                                                                                 llvm::ArrayRef<Decl *> declarations) {
  if (declarations.empty() || errors.empty())
    return std::nullopt;
  const SourceManager &sources = declarations.front()->getASTContext().getSourceManager();
  TemplateBodies found;
  for (Decl *declaration : declarations)
    found.TraverseDecl(declaration);

  RewrittenFiles files(sources);
  for (SourceLocation error : errors) {
    if (error.isInvalid())
      return std::nullopt;
    auto [file, offset] = placeInFile(error, sources);
    // The outermost comes first: lambdas and local classes follow the function that they are in.
    auto body = llvm::find_if(found.bodies, [&, file = file, offset = offset](const auto &body) {
      auto [bodyFile, begin] = placeInFile(body.range.getBegin(), sources);
      auto [endFile, end] = placeInFile(body.range.getEnd(), sources);
      return bodyFile == file && endFile == file && begin < offset && offset < end;
    });
    if (body == found.bodies.end() || found.instantiated.contains(body->pattern))
      return std::nullopt;
    unsigned begin = placeInFile(body->range.getBegin(), sources).second + 1;
    unsigned end = placeInFile(body->range.getEnd(), sources).second;
    files.blank(file, begin, end);
  }
  return files.take();
}
