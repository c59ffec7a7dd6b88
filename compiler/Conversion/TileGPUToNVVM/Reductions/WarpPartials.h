// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The scratch through which warps combine their parts of a scan: for each operand an array, aligned to 16
/// bytes, with the partial results of all warps along the axis side by side for each element of the other dimensions.
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

namespace tilec {

/// One array for each of `sources`, in the scratch of `op`.
mlir::FailureOr<std::vector<SharedArray>> warpPartials(tile_gpu::ScratchInterface op, mlir::ValueRange sources,
                                                       unsigned axis, mlir::ImplicitLocOpBuilder &builder);

/// Position of this warp among those along `axis`. i32.
mlir::Value warpPosition(mlir::ImplicitLocOpBuilder &builder, const layout::LinearLayout &layout, unsigned axis);

} // namespace tilec
