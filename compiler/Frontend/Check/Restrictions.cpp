// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Restrictions.cpp - what tile code may not contain ----------------------===//
#include "compiler/Frontend/Check/Restrictions.h"
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace tilec::frontend;

/// A lambda belongs to who calls it.
static bool isOfLambda(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return method && method->getParent()->isLambda();
}

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
    else if (function->isThisDeclarationADefinition() && !isa<CXXDeductionGuideDecl>(function) &&
             !isOfLambda(function) && !sources.isInSystemHeader(function->getLocation()))
      others.push_back(function);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    if (!isa<ParmVarDecl>(variable) && !variable->isInvalidDecl() && isTile(variable))
      variables.push_back(variable);
    return true;
  }
  bool VisitNamespaceAliasDecl(NamespaceAliasDecl *alias) override {
    if (alias->getNamespace()->getQualifiedNameAsString() == "cuda::tiles")
      namesOfApi.insert(alias->getName());
    return true;
  }
  /// Kernels and tile variables do not hide in bodies, except as what a launch instantiates, which is found elsewhere.
  bool TraverseStmt(Stmt *) override {
    return true;
  }

  std::vector<const FunctionDecl *> kernels, functions, others;
  std::vector<const VarDecl *> variables;
  llvm::StringSet<> namesOfApi = {"tiles"};

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
    checker.checkOtherFunction(function, collector.namesOfApi);
}
