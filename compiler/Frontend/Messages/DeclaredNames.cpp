// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeclaredNames.cpp - names that a source could have meant ---------------===//
#include "compiler/Frontend/Messages/DeclaredNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace tilec::frontend;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Slips
//===----------------------------------------------------------------------===//

/// Letters to insert, remove, replace or swap with the next.
static unsigned distance(StringRef from, StringRef to) {
  unsigned best = from.edit_distance(to);
  std::string swapped = from.str();
  for (size_t i = 0; i + 1 < swapped.size(); ++i) {
    std::swap(swapped[i], swapped[i + 1]);
    best = std::min(best, 1 + StringRef(swapped).edit_distance(to));
    std::swap(swapped[i], swapped[i + 1]);
  }
  return best;
}

/// Short names differ from others in few letters by chance.
static unsigned mostLetters(size_t size) {
  return size < 3 ? 0 : size < 6 ? 1 : size < 10 ? 2 : 3;
}

StringRef tilec::frontend::closestName(StringRef name, llvm::ArrayRef<StringRef> names) {
  StringRef closest;
  unsigned least = mostLetters(name.size()) + 1;
  for (StringRef other : names)
    if (unsigned letters = distance(name, other); letters < least) {
      closest = other;
      least = letters;
    }
  return closest;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static const NamespaceDecl *namespaceIn(const DeclContext *outer, ASTContext &ast, StringRef name) {
  for (const NamedDecl *found : outer->lookup(&ast.Idents.get(name)))
    if (const auto *space = dyn_cast<NamespaceDecl>(found))
      return space;
  return nullptr;
}

const NamespaceDecl *DeclaredNames::api() const {
  const NamespaceDecl *cuda = ast ? namespaceIn(ast->getTranslationUnitDecl(), *ast, "cuda") : nullptr;
  return cuda ? namespaceIn(cuda, *ast, "tiles") : nullptr;
}

std::string DeclaredNames::prefix() const {
  for (const Decl *declaration : ast->getTranslationUnitDecl()->noload_decls())
    if (const auto *alias = dyn_cast<NamespaceAliasDecl>(declaration))
      if (alias->getNamespace() && alias->getNamespace()->getQualifiedNameAsString() == "cuda::tiles")
        return alias->getNameAsString() + "::";
  return "cuda::tiles::";
}

/// What users may name: no namespaces, and nothing that is reserved.
static bool isPublic(const NamedDecl *declaration) {
  return declaration->getIdentifier() && !isa<NamespaceDecl>(declaration) && !declaration->getName().starts_with("_") &&
         !declaration->getName().empty();
}

bool DeclaredNames::isApiFunction(StringRef name) const {
  const NamespaceDecl *space = api();
  return space && llvm::any_of(space->lookup(&ast->Idents.get(name)),
                               [](const NamedDecl *found) { return found->getAsFunction() != nullptr; });
}

std::string DeclaredNames::inApi(StringRef name) const {
  const NamespaceDecl *space = api();
  if (!space)
    return {};
  bool isThere = llvm::any_of(space->lookup(&ast->Idents.get(name)), isPublic);
  return isThere ? prefix() + name.str() : "";
}

static void addNames(llvm::iterator_range<DeclContext::decl_iterator> declarations,
                     llvm::SmallVectorImpl<StringRef> &names) {
  for (const Decl *declaration : declarations)
    if (const auto *named = dyn_cast<NamedDecl>(declaration); named && isPublic(named))
      names.push_back(named->getName());
}

std::string DeclaredNames::likeInApi(StringRef name) const {
  llvm::SmallVector<StringRef> names;
  if (const NamespaceDecl *space = api())
    for (const NamespaceDecl *part : space->redecls())
      addNames(part->decls(), names);
  return closestName(name, names).str();
}

std::string DeclaredNames::likeInSource(StringRef name) const {
  llvm::SmallVector<StringRef> names;
  if (ast) {
    const TranslationUnitDecl *unit = ast->getTranslationUnitDecl();
    addNames({unit->noload_decls_begin(), unit->noload_decls_end()}, names);
  }
  return closestName(name, names).str();
}

std::string DeclaredNames::enumerators(StringRef enumeration) const {
  std::string text;
  if (const NamespaceDecl *space = api())
    for (const NamedDecl *found : space->lookup(&ast->Idents.get(enumeration)))
      if (const auto *type = dyn_cast<EnumDecl>(found))
        for (const EnumConstantDecl *value : type->enumerators())
          text += (text.empty() ? "" : ", ") + value->getNameAsString();
  return text;
}
