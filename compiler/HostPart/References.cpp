// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/References.h"
#include "compiler/HostPart/Spaces.h"
#include "compiler/HostPart/Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::hostpart;

/// The number of a lambda among all of its function, from 1 on.
static clang::UnsignedOrNone lambdaNumber(clang::ASTContext &, const clang::NamedDecl *declaration) {
  const auto *lambda = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  if (!lambda || !lambda->isLambda() || !lambda->getDeclContext()->isFunctionOrMethod())
    return std::nullopt;
  unsigned number = 0;
  for (const clang::Decl *other : lambda->getDeclContext()->decls()) {
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(other);
    number += record && record->isLambda();
    if (record == lambda)
      break;
  }
  return number;
}

std::string References::symbolOf(const clang::NamedDecl *declaration, bool hasLambdasByParameters) const {
  clang::ASTContext &context = instance.getASTContext();
  std::unique_ptr<clang::MangleContext> mangler(
      hasLambdasByParameters ? context.createMangleContext()
                             : clang::ItaniumMangleContext::create(context, context.getDiagnostics(), lambdaNumber));
  if (!mangler->shouldMangleDeclName(declaration))
    return declaration->getNameAsString();
  std::string symbol;
  llvm::raw_string_ostream stream(symbol);
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    mangler->mangleName(clang::GlobalDecl(function), stream);
  else
    mangler->mangleName(clang::GlobalDecl(llvm::cast<clang::VarDecl>(declaration)), stream);
  return symbol;
}

std::string References::labelOf(const clang::NamedDecl *declaration) const {
  clang::LangOptions &language = instance.getLangOpts();
  clang::LangOptions::ClangABI present = language.getClangABICompat();
  if (!mangling.hasConstraints)
    language.setClangABICompat(clang::LangOptions::ClangABI::Ver17);
  std::string label = symbolOf(declaration, mangling.hasLambdasByParameters);
  language.setClangABICompat(present);
  return label;
}

/// `ns::k<float, 3>`, without what C++ has no words for.
static std::string nameOf(const clang::NamedDecl *declaration) {
  clang::PrintingPolicy policy = declaration->getASTContext().getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;
  policy.PrintAsCanonical = true;
  policy.SuppressInlineNamespace = llvm::to_underlying(clang::PrintingPolicy::SuppressInlineNamespaceMode::None);
  std::string name;
  llvm::raw_string_ostream stream(name);
  declaration->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  return name;
}

void References::fill(HostReference &reference, const clang::NamedDecl *declaration) const {
  reference.symbol = symbolOf(declaration);
  // A variable of this source alone may have been left out of the object. A managed one is a template's argument.
  if (llvm::isa<clang::VarDecl>(declaration) &&
      (!declaration->isExternallyVisible() || isInSpace(declaration, "managed")))
    reference.expression = "&::" + nameOf(declaration);
  else
    reference.label = labelOf(declaration);
  if (const clang::IdentifierInfo *name = declaration->getIdentifier())
    reference.identifier = name->getName().str();
}

HostKernel References::ofKernel(const clang::FunctionDecl *kernel) const {
  HostKernel reference;
  fill(reference, kernel);
  reference.name = nameOf(kernel);
  reference.spelling = spellingOf(kernel);
  reference.isTile = isInSpace(kernel, "tile_global");
  reference.isUsed = kernel->isReferenced() || kernel->isTemplateInstantiation();
  reference.isWeak = kernel->isExternallyVisible() && (kernel->isTemplateInstantiation() || kernel->isInlined());
  return reference;
}

HostVariable References::ofVariable(const clang::VarDecl *variable) const {
  HostVariable reference;
  fill(reference, variable);
  reference.isTile = isInSpace(variable, "tile");
  reference.isManaged = isInSpace(variable, "managed");
  reference.isConstant = isInSpace(variable, "constant");
  reference.isWeak = variable->isExternallyVisible() && variable->isInline();
  reference.bytes = variable->getASTContext().getTypeSizeInChars(variable->getType()).getQuantity();
  return reference;
}
