// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/References.h"
#include "compiler/HostPart/Spaces.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::hostpart;

std::string References::symbolOf(const clang::NamedDecl *declaration) const {
  std::unique_ptr<clang::MangleContext> mangler(instance.getASTContext().createMangleContext());
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
  if (!constraintsInSymbols)
    language.setClangABICompat(clang::LangOptions::ClangABI::Ver17);
  std::string label = symbolOf(declaration);
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
}

HostKernel References::ofKernel(const clang::FunctionDecl *kernel) const {
  HostKernel reference;
  fill(reference, kernel);
  reference.name = nameOf(kernel);
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
