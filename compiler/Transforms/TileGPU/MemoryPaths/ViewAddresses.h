// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The addresses of a view's tile, element by element.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {

/// Where the elements of one tile of a view are, for lanes that compute it themselves.
struct ViewAddresses {
  /// Distributed tile of pointers.
  mlir::Value pointers;
  /// Elements inside the tensor; null if all are.
  mlir::Value mask;
};

/// What is masked of an access through a view.
enum class ViewMask {
  None,      ///< nothing: all elements are in the tensor
  Elements,  ///< those outside of the tensor
  WholeTile, ///< all or none, if some would be outside along a dimension that no index tile gathers
};

/// Computes the addresses of tile `indices` of `view` in `layout`, as in:
///
///     start_d   = index_d * step_d                          uniform, i64
///     pointers  = pointer + sum(start_d * stride_d) + sum(coordinate_d * stride_d)
///     inside    = all(coordinate_d < clamp(extent_d - start_d, 0, tile extent_d))
///
/// Along the dimension of a gather/scatter view the index tile takes the place of `start_d + coordinate_d`.
/// Fails, with an error at `access`, if the ops that make the view cannot be seen.
mlir::FailureOr<ViewAddresses> computeViewAddresses(mlir::OpBuilder &builder, mlir::Operation *access, mlir::Value view,
                                                    mlir::ValueRange indices, ViewMask mask, LayoutAttr layout);

/// What a view's elements outside the tensor read as, as a distributed tile of this type; null if unspecified.
mlir::Value createPadding(mlir::OpBuilder &builder, mlir::Location loc, tile::ViewType view,
                          mlir::RankedTensorType type);

} // namespace tilec::tile_gpu
