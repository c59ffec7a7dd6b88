// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelDeclarations.cpp - kernels keep to Clang's space rules -----------===//
#include "compiler/Frontend/Parse/KernelDeclarations.h"
#include "clang/AST/DeclBase.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
class SpecifierWatch : public PPCallbacks {
public:
  SpecifierWatch(KernelDeclarations &kernels, const IdentifierInfo *specifier)
      : kernels(kernels), specifier(specifier) {}

  void MacroExpands(const Token &name, const MacroDefinition &, SourceRange, const MacroArgs *) override {
    if (name.getIdentifierInfo() == specifier)
      kernels.specifierRead(name.getLocation());
  }

private:
  KernelDeclarations &kernels;
  const IdentifierInfo *specifier;
};
} // namespace

void KernelDeclarations::watch() {
  Preprocessor &preprocessor = instance.getPreprocessor();
  preprocessor.addPPCallbacks(
      std::make_unique<SpecifierWatch>(*this, preprocessor.getIdentifierInfo("__tile_global__")));
}

void KernelDeclarations::specifierRead(SourceLocation where) {
  if (!instance.hasSema())
    return;
  if (waiting.empty())
    instance.getSema().CUDA().PopForceHostDevice();
  waiting.push_back(instance.getSourceManager().getExpansionLoc(where));
}

void KernelDeclarations::bodyStarts(const Decl *function) {
  settleBefore(function->getLocation());
}

void KernelDeclarations::declarationEnds(const Decl *declaration) {
  settleBefore(declaration->getEndLoc());
}

void KernelDeclarations::settleBefore(SourceLocation end) {
  if (waiting.empty() || end.isInvalid())
    return;
  SourceManager &sources = instance.getSourceManager();
  SourceLocation place = sources.getExpansionLoc(end);
  llvm::erase_if(waiting, [&](SourceLocation where) { return sources.isBeforeInTranslationUnit(where, place); });
  if (waiting.empty())
    instance.getSema().CUDA().PushForceHostDevice();
}
