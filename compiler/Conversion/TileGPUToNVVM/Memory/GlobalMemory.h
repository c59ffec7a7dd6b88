// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Single loads and stores of a lane, of one value or of several neighbours at once, unconditional or predicated.
///
/// Unconditional ones are LLVM loads and stores, which LLVM may reorder and combine. Predicated ones are inline PTX
/// (`@p ld.global.v4.b32 ...`): no branch, and no access where the predicate is false. So are those with a cache
/// policy, which LLVM cannot spell, and those that bring what lies beside into L2 (`ld.global.L2::256B`).
///
/// | policy    | load               | store            |
/// |-----------|--------------------|------------------|
/// | streaming | `.L1::no_allocate` | `.cs`            |
/// | reused    | `.L1::evict_last`  | `.L1::evict_last`|
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// Address space of PTX's `.global`.
inline constexpr unsigned kGlobalAddressSpace = 1;

/// A generic address, as one of global memory if it is known to be that.
mlir::Value inKnownSpace(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, bool isGlobal);
/// A generic address that `access` uses, as one of global or shared memory if it is known to be that.
mlir::Value inKnownSpace(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::Operation *access,
                         const KnownSpaces &spaces);
/// A register as it lies in memory: a boolean as a byte. Null stays null.
mlir::Value toStored(mlir::ImplicitLocOpBuilder &builder, mlir::Value value);
/// The type that it lies there as.
mlir::Type storedType(mlir::Type registerType);
/// Back to a register of `type`.
mlir::Value fromStored(mlir::ImplicitLocOpBuilder &builder, mlir::Value value, mlir::Type type);

/// What an access of global memory asks of caches.
struct CacheUse {
  std::optional<tile_gpu::CachePolicy> policy;
  bool readOnly = false; ///< nothing writes there while the kernel runs
  /// In grids with at most so many blocks along x, unconditional loads bring what lies beside into L2, too.
  uint64_t adjacentBlocks = 0;
};

/// The address `count` elements behind `address`.
mlir::Value addressBehind(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::Type element, unsigned count);

/// Loads `count` neighbours of `element` (an LLVM scalar of 8 to 64 bits; `count` times its size is a power of two of
/// at most what the target takes and the address a multiple of it; only global memory takes more than 16 bytes at once,
/// elsewhere the access is cut). Where `predicate` (null: true) is false, nothing is accessed and
/// the results are `padding` (empty: unspecified values).
llvm::SmallVector<mlir::Value> loadVector(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::Type element,
                                          unsigned count, mlir::Value predicate, mlir::ValueRange padding,
                                          const CacheUse &cache = {});

/// Stores neighbours under the same rules.
void storeVector(mlir::ImplicitLocOpBuilder &builder, mlir::Value address, mlir::ValueRange values,
                 mlir::Value predicate, const CacheUse &cache = {});

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
/// Emits inline PTX without results that touches shared memory and parameters only (`kPrologueAttr`).
void emitProloguePtx(mlir::ImplicitLocOpBuilder &builder, const std::string &text, const std::string &constraints,
                     mlir::ValueRange operands);
/// `.global`, `.shared`, `.shared::cluster`, or nothing for a generic address.
llvm::StringRef stateSpace(mlir::Value address);

} // namespace tilec
