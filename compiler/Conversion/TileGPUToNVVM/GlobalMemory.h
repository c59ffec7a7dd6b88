// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Single loads and stores of a lane, of one value or of several neighbours at once, unconditional or predicated.
///
/// Unconditional ones are LLVM loads and stores, which LLVM may reorder and combine. Predicated ones are inline PTX
/// (`@p ld.global.v4.b32 ...`): no branch, and no access where the predicate is false.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// Address space of PTX's `.global`.
inline constexpr unsigned kGlobalAddressSpace = 1;

/// A generic address, as one of global memory if it is known to be that.
mlir::Value inKnownSpace(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, bool isGlobal);
/// A register as it lies in memory: a boolean as a byte. Null stays null.
mlir::Value toStored(mlir::ImplicitLocOpBuilder &builder, mlir::Value value);
/// The type that it lies there as.
mlir::Type storedType(mlir::Type registerType);
/// Back to a register of `type`.
mlir::Value fromStored(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type type);

/// Loads `count` neighbours of `element` (an LLVM scalar of 8 to 64 bits; `count` times its size is a power of two of
/// at most 16 bytes and the address a multiple of it). Where `predicate` (null: true) is false, nothing is accessed and
/// the results are `padding` (empty: unspecified values).
llvm::SmallVector<mlir::Value> loadVector(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::Type element,
                                          unsigned count, mlir::Value predicate, mlir::ValueRange padding);

/// Stores neighbours under the same rules.
void storeVector(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::ValueRange values,
                 mlir::Value predicate);

/// How inline PTX takes a value: an integer register of 16 bits or more.
struct PtxOperand {
  mlir::Value value;
  char constraint;
};
PtxOperand toPtxOperand(mlir::ImplicitLocOpBuilder &builder, mlir::Value value);
/// Type and constraint of an inline PTX result that becomes a `type`.
std::pair<mlir::Type, char> ptxResult(mlir::Type type);
mlir::Value fromPtxResult(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type type);
/// Side-effecting inline PTX; one value, several in a struct, or null without results.
mlir::Value emitInlinePtx(mlir::ImplicitLocOpBuilder &builder, mlir::TypeRange results, const std::string &text,
                          const std::string &constraints, mlir::ValueRange operands);
/// `.global`, `.shared`, or nothing for a generic address.
llvm::StringRef stateSpace(mlir::Value address);

} // namespace tilec
