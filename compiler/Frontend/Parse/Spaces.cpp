// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Spaces.cpp - who may run a declaration ---------------------------------===//
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace {
const AnnotateAttr *ownAnnotation(const Decl *declaration, llvm::StringRef name) {
  for (const auto *annotation : declaration->specific_attrs<AnnotateAttr>())
    if (annotation->getAnnotation() == name)
      return annotation;
  return nullptr;
}

/// The declaration in the template that `declaration` is an instance of, or null.
const Decl *patternOf(const Decl *declaration) {
  if (const auto *function = dyn_cast<FunctionDecl>(declaration))
    return function->getTemplateInstantiationPattern();
  if (const auto *variable = dyn_cast<VarDecl>(declaration))
    return variable->getTemplateInstantiationPattern();
  return nullptr;
}

const AnnotateAttr *findOn(const Decl *declaration, llvm::StringRef name) {
  if (const AnnotateAttr *annotation = ownAnnotation(declaration, name))
    return annotation;
  const Decl *pattern = patternOf(declaration);
  return pattern ? ownAnnotation(pattern, name) : nullptr;
}

template <class Attribute> bool isWritten(const Decl *declaration) {
  for (const auto *attribute : declaration->specific_attrs<Attribute>())
    if (!attribute->isImplicit())
      return true;
  return false;
}

template <class Attribute> bool isWrittenAnywhere(const Decl *declaration) {
  if (isWritten<Attribute>(declaration))
    return true;
  const Decl *pattern = patternOf(declaration);
  return pattern && isWritten<Attribute>(pattern);
}
} // namespace

bool tilec::frontend::isAnnotated(const Decl *declaration, llvm::StringRef name) {
  return findOn(declaration, name) != nullptr;
}

bool tilec::frontend::isKernel(const FunctionDecl *function) {
  return isAnnotated(function, "tile.kernel");
}

bool tilec::frontend::isTile(const Decl *declaration) {
  return isAnnotated(declaration, "tile.function");
}

bool tilec::frontend::isPrimitive(const FunctionDecl *function) {
  return isAnnotated(function, "tile.op");
}

bool tilec::frontend::isSimtFunction(const FunctionDecl *function) {
  return !isKernel(function) && !isTile(function) && !isWrittenAnywhere<CUDAHostAttr>(function) &&
         (isWrittenAnywhere<CUDADeviceAttr>(function) || isWrittenAnywhere<CUDAGlobalAttr>(function));
}

bool tilec::frontend::isWrittenDevice(const Decl *declaration) {
  return isWrittenAnywhere<CUDADeviceAttr>(declaration) && !isTile(declaration);
}

llvm::StringRef tilec::frontend::leafTypeName(QualType type) {
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record)
    return {};
  const CXXRecordDecl *pattern = record->getSpecializedTemplate()->getTemplatedDecl();
  const AnnotateAttr *annotation = ownAnnotation(pattern, "tile.type");
  if (!annotation || annotation->args_size() == 0)
    return {};
  const auto *name = dyn_cast<StringLiteral>((*annotation->args_begin())->IgnoreParenImpCasts());
  return name ? name->getString() : llvm::StringRef();
}

bool tilec::frontend::isScalarClass(const CXXRecordDecl *record) {
  if (!record->getIdentifier() || !record->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return false;
  return llvm::StringSwitch<bool>(record->getName())
      .Cases({"__half", "__nv_bfloat16", "__nv_tf32"}, true)
      .Cases({"__nv_fp8_e4m3", "__nv_fp8_e5m2", "__nv_fp8_e8m0", "__nv_fp4_e2m1"}, true)
      .Default(false);
}

bool tilec::frontend::isScalarClass(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && isScalarClass(record);
}
