// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Restrictions.cpp - what tile code may not contain ----------------------===//
#include "compiler/Frontend/Check/Restrictions.h"
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
/// Finds what is subject to the rules, in the order of the source.
class Collector : public DynamicRecursiveASTVisitor {
public:
  explicit Collector(const SourceManager &sources) : sources(sources) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (function->isDependentContext() || function->isInvalidDecl())
      return true;
    if (isKernel(function))
      kernels.push_back(function);
    else if (isTile(function))
      functions.push_back(function);
    else if (!function->isTemplateInstantiation() && !sources.isInSystemHeader(function->getLocation()))
      others.push_back(function);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    if (!isa<ParmVarDecl>(variable) && (isTile(variable) || isAnnotated(variable, "tile.kernel")) &&
        !variable->isInvalidDecl())
      variables.push_back(variable);
    return true;
  }
  /// Kernels and tile variables do not hide in bodies, except as what a launch instantiates, which is found elsewhere.
  bool TraverseStmt(Stmt *) override {
    return true;
  }

  std::vector<const FunctionDecl *> kernels, functions, others;
  std::vector<const VarDecl *> variables;

private:
  const SourceManager &sources;
};
} // namespace

void tilec::frontend::checkTileCode(CompilerInstance &instance, const FrontendOptions &options) {
  Collector collector(instance.getSourceManager());
  collector.TraverseAST(instance.getASTContext());
  TileCodeChecker checker(instance, options);
  for (const VarDecl *variable : collector.variables)
    checker.checkTileVariableDeclaration(variable);
  for (const FunctionDecl *function : collector.functions)
    checker.checkTileFunctionDeclaration(function);
  for (const FunctionDecl *kernel : collector.kernels)
    checker.checkKernel(kernel);
  for (const FunctionDecl *function : collector.others)
    if (isSimtFunction(function) && function->hasSkippedBody())
      checker.checkSimtFunction(function);
    else if (function->doesThisDeclarationHaveABody() && !function->hasSkippedBody())
      checker.checkHostFunction(function);
}
