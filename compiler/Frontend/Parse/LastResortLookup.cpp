// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LastResortLookup.cpp - names that only some sources lack ---------------===//
#include "compiler/Frontend/Parse/LastResortLookup.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace tilec::frontend;

/// The member of `outer` that is a namespace called `name`, or null.
static NamespaceDecl *findNamespace(DeclContext *outer, llvm::StringRef name) {
  IdentifierTable &names = outer->getParentASTContext().Idents;
  for (NamedDecl *found : outer->lookup(&names.get(name)))
    if (auto *space = dyn_cast<NamespaceDecl>(found))
      return space;
  return nullptr;
}

bool LastResortLookup::LookupUnqualified(LookupResult &result, Scope *) {
  const IdentifierInfo *name = result.getLookupName().getAsIdentifierInfo();
  if (!name || name->getName() != "detail" || result.getLookupKind() != Sema::LookupNestedNameSpecifierName)
    return false;
  DeclContext *space = sema.getASTContext().getTranslationUnitDecl();
  for (llvm::StringRef part : {"cuda", "tiles", "__vendor_detail"}) {
    space = findNamespace(space, part);
    if (!space)
      return false;
  }
  result.addDecl(cast<NamespaceDecl>(space));
  result.resolveKind();
  return true;
}
