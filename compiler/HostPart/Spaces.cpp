// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/Spaces.h"
#include "compiler/HostPart/SpaceMarkers.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace tilec;

static bool isAnnotated(const clang::Decl *declaration, llvm::StringRef space) {
  for (const auto *annotation : declaration->specific_attrs<clang::AnnotateAttr>()) {
    llvm::StringRef name = annotation->getAnnotation();
    if (name.consume_front(hostpart::kAnnotationPrefix) && name == space)
      return true;
  }
  return false;
}

bool hostpart::isInSpace(const clang::Decl *declaration, llvm::StringRef space) {
  if (isAnnotated(declaration, space))
    return true;
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  const clang::FunctionDecl *pattern = function ? function->getTemplateInstantiationPattern() : nullptr;
  return pattern && pattern != function && isAnnotated(pattern, space);
}

bool hostpart::isKernel(const clang::Decl *declaration) {
  return isInSpace(declaration, "global") || isInSpace(declaration, "tile_global");
}

bool hostpart::isDeviceOnly(const clang::FunctionDecl *function) {
  return !isKernel(function) && !isInSpace(function, "host") &&
         (isInSpace(function, "device") || isInSpace(function, "tile"));
}

bool hostpart::isDeviceVariable(const clang::VarDecl *variable) {
  return variable->hasGlobalStorage() && !variable->isLocalVarDecl() && !isInSpace(variable, "shared") &&
         (isInSpace(variable, "device") || isInSpace(variable, "constant") || isInSpace(variable, "managed") ||
          isInSpace(variable, "tile"));
}
