// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where a lane stands, and which elements of a tile it therefore holds: a layout's linear map as instructions.
#pragma once

#include "dialects/Layout/LinearLayout.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// An integer known as `base` with `constant` combined into it. `base` may be null (zero).
struct LinearIndex {
  mlir::Value base;      ///< i32, the same for all registers of a lane
  uint64_t baseBits = 0; ///< bits that `base` can have
};

/// Index of the thread in its CTA: lane in bits 0 to 4, warp above. i32.
mlir::Value threadIndex(mlir::ImplicitLocOpBuilder &builder);
/// The thread's number, read again, so that no register holds what follows from it.
mlir::Value threadIndexAnew(mlir::ImplicitLocOpBuilder &builder);
mlir::Value laneIndex(mlir::ImplicitLocOpBuilder &builder);

/// The XOR of `columns[i]` over the set bits i of `input` (i32): as few shifts and masks as the columns allow.
LinearIndex applyColumns(mlir::ImplicitLocOpBuilder &builder, mlir::Value input, llvm::ArrayRef<uint64_t> columns);

/// `index` XOR `constant`, as an addition where no bit is shared (which addresses can absorb). i32.
mlir::Value combine(mlir::ImplicitLocOpBuilder &builder, const LinearIndex &index, uint64_t constant);

/// Bits of an element number (row-major) that a question is about: all, or those of one dimension.
struct ElementBits {
  unsigned first = 0;
  uint64_t mask = ~uint64_t(0);
  static ElementBits all() {
    return {};
  }
  static ElementBits ofDimension(const layout::LinearLayout &layout, unsigned dimension);
  uint64_t of(uint64_t element) const {
    return (element & mask) >> first;
  }
};

/// Element number, or coordinate, of this lane's register 0.
LinearIndex laneElement(mlir::ImplicitLocOpBuilder &builder, const layout::LinearLayout &layout,
                        ElementBits bits = ElementBits::all());
/// What register `index` adds (by XOR) to it.
uint64_t registerElement(const layout::LinearLayout &layout, unsigned index, ElementBits bits = ElementBits::all());

/// True (i1) in the one lane that owns its elements; null where every lane does.
mlir::Value isOwner(mlir::ImplicitLocOpBuilder &builder, const layout::LinearLayout &layout);
/// Whether register `index` is the one that counts among copies.
bool isOwningRegister(const layout::LinearLayout &layout, unsigned index);
/// True (i1) in thread 0 of the CTA, or of the role's warps. A producer is but one lane.
mlir::Value isFirstThread(mlir::ImplicitLocOpBuilder &builder);
/// `a` and `b`; either may be null (true).
mlir::Value conjunction(mlir::ImplicitLocOpBuilder &builder, mlir::Value a, mlir::Value b);

/// i32 constant.
mlir::Value constant32(mlir::ImplicitLocOpBuilder &builder, int64_t value);

} // namespace tilec
