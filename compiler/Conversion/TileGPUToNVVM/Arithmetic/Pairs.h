// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Two registers as one vector, for instructions that take two elements at once: `fma.rn.f32x2`, `max.bf16x2`.
#pragma once

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <array>

namespace tilec {

/// A vector of two values of one type.
mlir::Value packPair(mlir::ImplicitLocOpBuilder &b, mlir::Value first, mlir::Value second);

/// The elements of a vector of two.
std::array<mlir::Value, 2> unpackPair(mlir::ImplicitLocOpBuilder &b, mlir::Value pair);

} // namespace tilec
