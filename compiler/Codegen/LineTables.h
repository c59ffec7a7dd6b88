// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Source lines for profilers and debuggers (`-lineinfo`).
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace tilec::codegen {

/// Gives every function of `module` (LLVM dialect) a debug scope, and every op one location in the user's sources, so
/// that translation keeps lines and nothing else.
void addLineTables(mlir::ModuleOp module);

} // namespace tilec::codegen
