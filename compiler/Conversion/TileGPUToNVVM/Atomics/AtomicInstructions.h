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

/// The loaded value of type `stored`, a scalar of 8 to 64 bits; `padding` where the predicate is false (null:
/// unspecified).
mlir::Value emitAtomicLoad(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Type stored,
                           mlir::Value padding);
void emitAtomicStore(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Value value);
/// The old value, or null when it is not wanted.
mlir::Value emitAtomicRmw(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, tile::AtomicKind kind,
                          mlir::Value value, bool wantsResult);
/// Adds one, or stores 0 where `last` was reached. Returns the old value.
mlir::Value emitAtomicCount(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Value last);
/// Adds `values` to (or subtracts them from) elements that lie side by side in memory, of one floating-point type. The
/// order is relaxed or release. The widest instructions that `target` has are taken.
void emitAtomicVectorAdd(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, tile::AtomicKind kind,
                         mlir::ValueRange values, const Target &target);
/// Compare and swap. Returns the old value, or `expected` where the predicate is false.
mlir::Value emitAtomicCas(mlir::ImplicitLocOpBuilder &builder, const AtomicAccess &access, mlir::Value expected,
                          mlir::Value desired);

} // namespace tilec
