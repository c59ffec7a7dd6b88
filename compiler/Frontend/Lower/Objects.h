// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Objects.h - the C++ objects a kernel works on, known at compile time ===//
//
// An `Object` is an lvalue whose identity is known while walking: a variable, a temporary, or a part of one.
//
//   Leaf       a scalar, pointer, tile or reference member: one SSA variable, no address
//   Aggregate  a class or array: the objects of its bases, then fields, or of its elements
//   Memory     something at a run-time address: `*p`, a `__tile__` variable, or a local that must be addressable
//
// A local begins as Leaf or Aggregate. Its address (`&x`, a reference capture, `this`) is a *placeholder* value that
// maps back to the object; as long as all uses of the address can be resolved to the object, no memory is needed. A
// placeholder that ends up in a real op (a run-time index, a pointer merged under control flow, a comparison) makes the
// walker start the kernel again with that local in memory.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Lower/ControlFlow/Ssa.h"
#include "clang/AST/Type.h"
#include <deque>
#include <vector>

namespace tilec::frontend {

struct Object {
  enum class Kind { Leaf, Aggregate, Memory };

  Kind kind = Kind::Leaf;
  clang::QualType type;
  /// The object this one is a part of, and which part.
  Object *parent = nullptr;
  unsigned index = 0;
  /// Declaration or expression that made the outermost object: what is remembered across starts.
  const void *origin = nullptr;
  /// Leaf: its SSA variable.
  SsaBuilder::Variable variable = 0;
  /// Aggregate: direct bases in order, then fields in order; or elements.
  std::vector<Object *> parts;
  /// Memory: the address. Otherwise the placeholder, once the address was asked for.
  mlir::Value address;

  bool isMemory() const {
    return kind == Kind::Memory;
  }
  Object *root() {
    return parent ? parent->root() : this;
  }
};

/// Owns the objects of one kernel.
class ObjectPool {
public:
  Object *create(Object::Kind kind, clang::QualType type) {
    objects.emplace_back();
    objects.back().kind = kind;
    objects.back().type = type;
    return &objects.back();
  }

private:
  std::deque<Object> objects;
};

} // namespace tilec::frontend
