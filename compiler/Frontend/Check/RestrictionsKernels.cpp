// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsKernels.cpp - what may be a kernel -------------------------===//
//
// A kernel is a function at namespace scope, returns nothing and takes scalars, enums, pointers and references. Clang
// itself reports other return types, ellipses and direct calls; MessageFilter puts those into our words.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"

using namespace clang;
using namespace tilec::frontend;

/// CUDA's limit on the parameters of a kernel.
static constexpr int64_t maxParameterBytes = 32764;

/// Not so is one that a class only befriends, and that is defined where it should be.
static bool isDefinedAsFriend(const FunctionDecl *kernel) {
  const FunctionDecl *pattern = kernel->getTemplateInstantiationPattern();
  return kernel->getFriendObjectKind() != Decl::FOK_None && kernel->isThisDeclarationADefinition() &&
         (pattern ? pattern : kernel)->getLexicalDeclContext()->isRecord();
}

void TileCodeChecker::checkKernel(const FunctionDecl *kernel) {
  calls.clear();
  const FunctionDecl *definition = kernel->getDefinition();
  if (definition && definition != kernel)
    return;
  if (isa<CXXMethodDecl>(kernel))
    error(kernel->getLocation(),
          "kernel '" + nameOf(kernel) + "' is a class member: a kernel is a function at namespace scope");
  else if (isDefinedAsFriend(kernel))
    error(kernel->getLocation(),
          "kernel '" + nameOf(kernel) + "' is defined as a friend: a kernel is defined at namespace scope");
  if (kernel->isVariadic())
    error(kernel->getLocation(),
          "kernel '" + nameOf(kernel) + "' has an ellipsis: a kernel takes a fixed number of parameters");
  if (kernel->isInlineSpecified())
    warning(kernel->getLocation(), "'inline' has no effect on kernel '" + nameOf(kernel) + "'", "ignored-qualifiers");

  int64_t bytes = 0;
  for (const ParmVarDecl *parameter : kernel->parameters()) {
    checkKernelParameter(kernel, parameter);
    if (!parameter->getType()->isDependentType() && !parameter->getType()->isIncompleteType())
      bytes += ast.getTypeSizeInChars(parameter->getType()).getQuantity();
  }
  if (bytes > maxParameterBytes)
    error(kernel->getLocation(), "parameters of kernel '" + nameOf(kernel) + "' take " + llvm::Twine(bytes) +
                                     " bytes, expected at most " + llvm::Twine(maxParameterBytes));
  checkKernelHints(kernel);
  if (kernel->isThisDeclarationADefinition())
    enter(kernel, kernel->getLocation());
}

void TileCodeChecker::checkKernelParameter(const FunctionDecl *kernel, const ParmVarDecl *parameter) {
  QualType type = parameter->getType().getCanonicalType();
  std::string name = parameter->getName().empty() ? "a parameter" : "parameter '" + parameter->getName().str() + "'";
  std::string start = name + " of kernel '" + nameOf(kernel) + "' ";
  std::string rule = ": a kernel takes scalars, enums, pointers and references";
  if (type->isMemberPointerType())
    return error(parameter->getLocation(), start + "is a pointer to member" + rule);
  if (isTileType(type))
    return error(parameter->getLocation(),
                 start + "is a tile" + rule + "; pass a pointer and load the tile in the kernel");
  if (type->isRecordType() && !isScalarClass(type)) {
    bool isSpan = type->getAsCXXRecordDecl() && type->getAsCXXRecordDecl()->getName() == "tensor_span";
    return error(parameter->getLocation(),
                 start + "has class type '" + typeName(parameter->getType()) + "'" + rule +
                     (isSpan ? "; pass a pointer and the extents and make the span in the kernel"
                             : "; pass its members, or a pointer to it"));
  }
  if (type->isVectorType() || type->isAnyComplexType())
    return error(parameter->getLocation(), start + "has type '" + typeName(parameter->getType()) + "'" + rule);
  if (type->isReferenceType()) // as a pointer to it
    type = ast.getPointerType(type.getNonReferenceType());
  checkType(type, parameter->getLocation());
}

void TileCodeChecker::checkTileFunctionDeclaration(const FunctionDecl *function) {
  calls.clear();
  if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && method->isVirtual()) {
    error(method->getLocation(),
          "tile function '" + nameOf(method) +
              "' is virtual: there are no virtual functions in tile code; pass the class as a template argument");
    polymorphicReported.insert(method->getParent()->getCanonicalDecl());
  }
  checkFunctionHints(function);
}
