// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Calls of functions that the driver provides in every kernel, and the strings they take.
#pragma once

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// The generic address of a zero-terminated string constant; equal strings are one.
mlir::Value stringConstant(mlir::ImplicitLocOpBuilder &builder, mlir::ModuleOp module, llvm::StringRef text);

mlir::LLVM::LLVMFuncOp declareFunction(mlir::ModuleOp module, llvm::StringRef name, mlir::Type result,
                                       llvm::ArrayRef<mlir::Type> arguments);

} // namespace tilec
