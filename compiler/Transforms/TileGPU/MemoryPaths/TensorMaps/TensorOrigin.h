// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a tensor begins: at an address that the launcher computes, moved by what only the kernel knows.
//
// Kernels often make a view of one matrix of many: `q + head * length * width`. The launcher knows `q`, `length` and
// `width`, not `head`. So the tensor map gets one dimension more, whose coordinate is `head` and whose stride is the
// rest:
//
//     offset = bid.z * length * width + first        =>   base q + first, stride length * width, coordinate bid.z
//
// The offset is taken apart into sums of products, each of factors that the launcher can compute (the stride) and
// others (the coordinate). That is exact: 64-bit arithmetic wraps as addresses do, narrower arithmetic is taken apart
// only where it cannot wrap, and a signed argument must not be negative: that becomes a fact of the variant, unless it
// is known (or the argument is an extent of the tensor, too: the launcher refuses maps of negative extents). A
// coordinate has to be known to lie in [0, kMaxMapExtent); one that is too large, or whose stride is no multiple of
// 16 bytes, is divided by what divides it. So `offset` as a whole becomes one dimension with steps of 16 bytes where
// nothing else is known.
#pragma once

#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/ArgumentExpressions.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include <string>

namespace tilec::tile_gpu {

/// A dimension of the map that the tile does not have.
struct OuterDimension {
  mlir::AffineExpr stride;                ///< bytes
  llvm::SmallVector<mlir::Value> factors; ///< of the coordinate; none is negative
  int64_t divisor = 1;                    ///< of their product
};

struct TensorOrigin {
  mlir::AffineExpr base;
  llvm::SmallVector<OuterDimension> outer;
  /// Numbers of arguments that a launch must not have negative.
  llvm::SmallVector<unsigned> nonNegative;
  /// What stands against it, and what the user could change; empty if nothing does.
  std::string whyNot;
};

/// What decides besides the tensor.
struct OriginFacts {
  tile::Divisibility &divisibility;
  /// Computed at the first call.
  llvm::function_ref<const tile::IntegerRanges &()> ranges;
};

/// The reason against a map where all that is known of the tensor's address is its divisor, which is too small.
std::string whyNotAligned(int64_t divisor);

TensorOrigin findTensorOrigin(tile::MakeTensorViewOp tensor, ArgumentExpressions &expressions, OriginFacts &facts);

/// The coordinate, i32.
mlir::Value createOuterCoordinate(mlir::OpBuilder &builder, mlir::Location loc, const OuterDimension &outer);

} // namespace tilec::tile_gpu
