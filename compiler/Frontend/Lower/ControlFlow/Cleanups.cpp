// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Cleanups.cpp - destructors at the ends of scopes and full expressions ===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

/// Notes that `object` must be destroyed when the scope ends: the full expression, or with `extended` the block around.
void KernelLowering::pushCleanup(Object *object, QualType type, bool extended) {
  if (failed || type.isDestructedType() != QualType::DK_cxx_destructor)
    return;
  auto &list = extended ? frame->extendedCleanups : frame->cleanups;
  list.push_back(object);
}

/// Runs the destructors due when control leaves for a place with `downTo` cleanups pending.
void KernelLowering::emitCleanups(size_t downTo, SourceLocation where) {
  for (size_t i = frame->cleanups.size(); i > downTo && !failed; --i) {
    destroyObject(frame->cleanups[i - 1], where);
  }
}

void KernelLowering::popCleanups(size_t downTo, SourceLocation where) {
  if (!isUnreachable())
    emitCleanups(downTo, where);
  frame->cleanups.resize(downTo);
}

void KernelLowering::fullExpression(llvm::function_ref<void()> emit) {
  size_t depth = frame->cleanups.size();
  auto outer = std::move(frame->extendedCleanups);
  frame->extendedCleanups.clear();
  emit();
  popCleanups(depth, here);
  llvm::append_range(frame->cleanups, frame->extendedCleanups);
  frame->extendedCleanups = std::move(outer);
}

/// A part of an expression that may be skipped: its temporaries could not be destroyed at the end of the whole.
void KernelLowering::withoutNewCleanups(const Expr *part, llvm::function_ref<void()> emit) {
  size_t depth = frame->cleanups.size();
  emit();
  if (frame->cleanups.size() > depth)
    unsupported(part->getBeginLoc(), "a temporary with a destructor in a part of an expression that may be skipped");
}

void KernelLowering::destroy(Object *object, const CXXDestructorDecl *destructor, SourceLocation where) {
  if (failed || !destructor || destructor->isTrivial())
    return;
  if (destructor->isVirtual())
    return error(where, "virtual functions are not allowed in tile code");
  const FunctionDecl *definition = nullptr;
  if (destructor->hasBody(definition))
    inlineWithObjects(destructor, object, {}, where);
  if (!failed)
    destroyParts(object, where);
}

/// A class by its destructor, an array element by element from the last; nothing for others.
void KernelLowering::destroyObject(Object *object, SourceLocation where) {
  if (const auto *record = object->type->getAsCXXRecordDecl())
    return record->hasTrivialDestructor() ? void() : destroy(object, record->getDestructor(), where);
  if (object->type.isDestructedType() == QualType::DK_cxx_destructor)
    for (unsigned i = partCount(object->type); i > 0; --i)
      destroyObject(part(object, i - 1), where);
}

/// Members in reverse order, then bases.
void KernelLowering::destroyParts(Object *object, SourceLocation where) {
  if (isUnion(object->type) || leafType(object->type))
    return;
  for (unsigned i = partCount(object->type); i > 0; --i)
    if (partType(object->type, i - 1).isDestructedType() == QualType::DK_cxx_destructor)
      destroyObject(part(object, i - 1), where);
}
