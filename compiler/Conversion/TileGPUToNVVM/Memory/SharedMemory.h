// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CTA's dynamic shared memory: its base symbol, and passing single elements through it.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// Address space of PTX's `.shared`.
inline constexpr unsigned kSharedAddressSpace = 3;
/// Address space of PTX's `.shared::cluster`, the shared memory of all CTAs of a cluster.
inline constexpr unsigned kClusterAddressSpace = 7;

/// `offset` bytes into the dynamic shared memory, as a pointer to address space 3; of scratch the builder's group's.
/// Fails with an error at `op` when shared memory was not allocated.
mlir::FailureOr<mlir::Value> sharedAddress(mlir::Operation *op, std::optional<int64_t> offset,
                                           mlir::ImplicitLocOpBuilder &builder);

/// Scratch memory of one op seen as an array of one element type.
class SharedArray {
public:
  /// `element` is a tile element type; its storage form lies in memory.
  SharedArray(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::Type element);

  /// Stores `value` at `index` (i32) where `predicate` (null: everywhere) holds.
  void store(mlir::Value index, mlir::Value value, mlir::Value predicate = {});
  /// What lies at `index`, as a register of the element type.
  mlir::Value load(mlir::Value index);
  /// What lies at `index` and behind it; `index` is a multiple of `count`, a power of two.
  llvm::SmallVector<mlir::Value> loadRun(mlir::Value index, unsigned count);
  /// Stores each owned register of a tile at its row-major element number.
  void storeTile(mlir::ValueRange registers, const layout::LinearLayout &layout);
  /// The registers of a tile whose elements lie there in row-major order.
  llvm::SmallVector<mlir::Value> loadTile(const layout::LinearLayout &layout);

private:
  mlir::Value addressOf(mlir::Value index);

  mlir::ImplicitLocOpBuilder &builder;
  mlir::Value address;
  mlir::Type registerType, storedType;
};

/// All lanes of `numWarps` warps wait for each other, and see each other's writes: of a warp, of the CTA, or of the
/// consumers where warps have roles.
void emitCtaBarrier(mlir::ImplicitLocOpBuilder &builder, unsigned numWarps);
/// All lanes of all CTAs of the cluster do.
void emitClusterBarrier(mlir::ImplicitLocOpBuilder &builder);

} // namespace tilec
