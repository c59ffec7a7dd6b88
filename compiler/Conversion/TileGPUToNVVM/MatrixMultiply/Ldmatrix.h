// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `ldmatrix`: eight rows of 16 bytes in shared memory as fragments of matrices.
#pragma once

#include "dialects/Layout/SharedMemory/SharedTransferPlan.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/BitVector.h"

namespace tilec {

/// Sets those of `results` that pass `pass` of a plan with `matrices` loads, from the half of the scratch at `address`.
/// What gives none of the registers `taken` is left out; an empty set: all are.
void emitMatrixLoads(mlir::ImplicitLocOpBuilder &builder, const layout::SharedTransferPlan &plan, unsigned pass,
                     mlir::Value address, mlir::Type registerType, llvm::MutableArrayRef<mlir::Value> results,
                     const llvm::BitVector &taken = {});

} // namespace tilec
