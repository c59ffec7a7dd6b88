// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Questions about element types and tile types that ops, passes and back ends ask alike.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include <cstdint>

namespace tilec::tile {

/// One of the dialect's element types, pointers included.
bool isElementType(mlir::Type type);
/// i1, i8, i16, i32 or i64.
bool isIntegerElement(mlir::Type type);
/// Any of the floating-point element types.
bool isFloatElement(mlir::Type type);
/// f16, bf16, f32 or f64: the floating-point types that have arithmetic.
bool isArithmeticFloat(mlir::Type type);
/// A statically shaped, power-of-two tensor of at most 2^24 elements; its encoding does not matter.
bool isTileShape(mlir::Type type);

/// A load through a view can make elements of type `loaded` from those of type `stored`: it rounds f32 to tf32, as
/// `tile.ftof` does.
bool isLoadConversion(mlir::Type stored, mlir::Type loaded);

/// Bytes that one element occupies in memory: i1 and f4E2M1FN one, tf32 four, pointers eight.
int64_t storageBytes(mlir::Type element);

/// Elements of a tile; 1 for a scalar.
int64_t elementCount(mlir::Type type);
/// Extents of a tile; empty for a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);
/// `like` (scalar or tile) with another element type.
mlir::Type withElementType(mlir::Type like, mlir::Type element);
/// The i1 scalar or tile of the shape of `like`.
mlir::Type maskTypeOf(mlir::Type like);
/// What loading through `pointers` (a pointer or tile of pointers) yields; a null type if they are no pointers.
mlir::Type pointeeLike(mlir::Type pointers);

} // namespace tilec::tile
