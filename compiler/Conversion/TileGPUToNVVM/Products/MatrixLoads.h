// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `ldmatrix`: eight rows of 16 bytes in shared memory as fragments of matrices.
#pragma once

#include "compiler/Layout/SharedMemoryPlan.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// Sets those of `results` that pass `pass` of a plan with `matrices` loads, from the half of the scratch at `address`.
void emitMatrixLoads(mlir::ImplicitLocOpBuilder &builder, const layout::SharedMemoryPlan &plan, unsigned pass,
                     mlir::Value address, mlir::Type registerType, llvm::MutableArrayRef<mlir::Value> results);

} // namespace tilec
