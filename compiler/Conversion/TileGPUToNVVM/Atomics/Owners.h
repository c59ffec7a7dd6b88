// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Of the lanes that hold an element, the one that accesses memory for it, once; a scalar's is thread 0.
#pragma once
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Layout/LinearLayout.h"

namespace tilec {

/// Who accesses the elements of a scalar or tile, and how results reach everybody.
class Owners {
public:
  Owners(mlir::Operation *op, mlir::Type type, mlir::ImplicitLocOpBuilder &builder);

  /// Calls `access(register)` for each register that counts; collects what it returns under every copy.
  llvm::SmallVector<mlir::Value> forEach(llvm::function_ref<mlir::Value(unsigned)> access);
  /// True (i1, null: always) where this lane performs the access that `mask` (may be null) allows.
  mlir::Value predicateFor(mlir::Value mask);
  /// `results` of the owners in all lanes that hold them, through the op's scratch memory.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> distribute(llvm::SmallVector<mlir::Value> results);

private:
  uint64_t element(unsigned index) const;

  mlir::Operation *op;
  mlir::Type type;
  mlir::ImplicitLocOpBuilder &builder;
  bool isUniform;
  layout::LinearLayout layout;
  mlir::Value predicate;
};

} // namespace tilec
