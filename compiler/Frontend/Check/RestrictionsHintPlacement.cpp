// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsHintPlacement.cpp - hints that are wrong or have no effect ---------===//
//
// A statement hint reaches the loads and stores written in its statement: an expression, an initialised declaration or
// a `return`. Anywhere else it is ignored, with a warning.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
/// What accesses are written in a statement.
struct Accesses {
  bool throughPointers = false;
  bool throughViews = false;
};

/// `load`, `store` and their masked forms. Atomics are not among them.
bool isAccessName(llvm::StringRef name) {
  return name == "load" || name == "store" || name == "load_masked" || name == "store_masked";
}

bool isApiFunction(const FunctionDecl *function) {
  const auto *space = dyn_cast<NamespaceDecl>(function->getDeclContext()->getEnclosingNamespaceContext());
  return space && space->getQualifiedNameAsString().starts_with("cuda::tiles");
}

void findAccesses(const Stmt *statement, Accesses &accesses) {
  if (!statement || isa<LambdaExpr>(statement))
    return;
  if (const auto *call = dyn_cast<CallExpr>(statement)) {
    const FunctionDecl *function = call->getDirectCallee();
    if (function && function->getIdentifier() && isAccessName(function->getName()) && isApiFunction(function))
      (isa<CXXMethodDecl>(function) ? accesses.throughViews : accesses.throughPointers) = true;
  }
  for (const Stmt *child : statement->children())
    findAccesses(child, accesses);
}
} // namespace

/// Hints are attributes, and so are those that are ignored.
static constexpr llvm::StringLiteral kIgnored = "ignored-attributes";

void TileCodeChecker::reportHints(llvm::ArrayRef<HintProblem> problems) {
  for (const HintProblem &problem : problems)
    if (problem.isError)
      report(plainError(), problem.where, problem.text);
    else
      warning(problem.where, problem.text, kIgnored);
}

void TileCodeChecker::checkKernelHints(const FunctionDecl *kernel) {
  llvm::SmallVector<HintProblem> problems;
  readKernelHints(kernel, problems);
  reportHints(problems);
}

void TileCodeChecker::checkFunctionHints(const FunctionDecl *function) {
  for (const auto *annotation : function->specific_attrs<AnnotateAttr>())
    if (annotation->getAnnotation() == "cutile.hint" && !annotation->isInherited())
      warning(annotation->getLocation(),
              "a hint on tile function '" + nameOf(function) +
                  "' is ignored: hints belong on kernels, loads and stores",
              kIgnored);
}

void TileCodeChecker::checkStatementHints(llvm::ArrayRef<const Attr *> attributes, const Stmt *statement) {
  const Attr *first = nullptr;
  for (const Attr *attribute : attributes)
    if (const auto *annotation = dyn_cast<AnnotateAttr>(attribute);
        annotation && annotation->getAnnotation() == "cutile.hint" && !first)
      first = annotation;
  if (!first)
    return;

  llvm::SmallVector<HintProblem> problems;
  std::vector<Hint> hints = readHints(ast, attributes, HintPlace::Statement, problems);
  reportHints(problems);

  if (statement && !isa<Expr, ReturnStmt>(statement))
    return warning(first->getLocation(),
                   "a hint on this statement is ignored: hints belong on expressions, initialised "
                   "declarations and 'return', with a load or store in them",
                   kIgnored);
  Accesses accesses;
  findAccesses(statement, accesses);
  for (const Hint &hint : hints) {
    if (!accesses.throughPointers && !accesses.throughViews)
      warning(hint.where, "hint '" + hint.key + "' is ignored: there is no load or store of tiles in this statement",
              kIgnored);
    else if (hint.key == "allow_tma" && !accesses.throughViews)
      warning(hint.where, "hint 'allow_tma' is ignored: there is no load or store through a view in this statement",
              kIgnored);
  }
}
