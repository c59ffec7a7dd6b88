// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far the tensor core may sum products of fp8 by itself, which keeps fewer bits of a sum than f32 has.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace tilec::tile {

/// Name of the attribute (a unit) of a module whose products of fp8 the tensor core sums from end to end.
inline constexpr llvm::StringLiteral kFastAccumulationAttr = "tile.fast_accumulation";

/// Products of `factor` that are summed in `sum`: after so many of the depth, what the tensor core has is added up in
/// f32. None: it sums them all. Asks the module around `op`.
std::optional<int64_t> depthOfPartialSums(mlir::Operation *op, mlir::Type factor, mlir::Type sum);

} // namespace tilec::tile
