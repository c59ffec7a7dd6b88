// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atomic accesses of one value by one lane, as predicated inline PTX. LLVM's own atomicrmw loses order and scope on
/// this target.
#pragma once

#include "compiler/Target/Target.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// Order, scope, address and predicate (null: true) of an access.
struct AtomicAccess {
  tile::MemoryOrder order;
  tile::MemoryScope scope;
  mlir::Value address;
  mlir::Value predicate;
};

/// `padding` (null: unspecified) where the predicate is false. `stored` is a scalar of 8 to 64 bits.
mlir::Value emitAtomicLoad(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Type stored,
                           mlir::Value padding);
void emitAtomicStore(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Value value);
/// The old value, or null when it is not wanted.
mlir::Value emitAtomicRmw(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, tile::AtomicKind kind,
                          mlir::Value value, bool wantsResult);
/// Counts from 0 to `last` and then from 0 again: the old value.
mlir::Value emitAtomicCount(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Value last);
/// Adds (or subtracts) neighbours of one floating-point type, relaxed or release, by as few instructions as `target`
/// has.
void emitAtomicVectorAdd(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, tile::AtomicKind kind,
                         mlir::ValueRange values, const Target &target);
/// The old value; `expected` where the predicate is false.
mlir::Value emitAtomicCas(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Value expected,
                          mlir::Value desired);

} // namespace tilec
