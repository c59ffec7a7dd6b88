// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Primitives.h - from the API's primitives to ops of the `tile` dialect ===//
//
// `include/cuda/tiles/primitives.h` declares the primitives. A call arrives here with its operands as values; a table,
// split by family, says how each name is emitted. Emitters know nothing of Clang: what they need of the C++ types is
// the `NumberKind` of each operand and result.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Lower/Arithmetic.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tilec::frontend {

struct PrimitiveCall {
  mlir::OpBuilder &b;
  Arithmetic &arithmetic;
  mlir::Location loc;
  /// The integers behind the name in the annotation.
  llvm::SmallVector<int64_t> constants;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<NumberKind> kinds;
  llvm::SmallVector<mlir::Type> resultTypes;
  llvm::SmallVector<NumberKind> resultKinds;
  /// Hints of the statement, or null.
  mlir::ArrayAttr hints;
  /// Fills the region of a reduction or scan with the closure's body.
  llvm::function_ref<void(mlir::Region &)> lowerCombiner;
  /// Set to say what cannot be compiled yet.
  std::string unsupported;

  mlir::Value operand(unsigned i) const {
    return operands[i];
  }
  mlir::Type resultType() const {
    return resultTypes[0];
  }
  mlir::Type resultElement() const {
    return mlir::getElementTypeOrSelf(resultTypes[0]);
  }
  int64_t constant(unsigned i) const {
    return constants[i];
  }
  mlir::ValueRange operandsFrom(unsigned first) const {
    return mlir::ValueRange(operands).drop_front(first);
  }
  /// Operand `i`, if the constant `flag` says that it was given.
  mlir::Value optional(unsigned i, unsigned flag) const {
    return constants[flag] ? operands[i] : mlir::Value();
  }
};

/// Emits a primitive; returns its results in order.
using PrimitiveEmitter = llvm::SmallVector<mlir::Value> (*)(PrimitiveCall &);
using PrimitiveTable = llvm::StringMap<PrimitiveEmitter>;

/// All primitives by name.
const PrimitiveTable &primitives();

void addArithmeticPrimitives(PrimitiveTable &table);
void addMathPrimitives(PrimitiveTable &table);
void addShapePrimitives(PrimitiveTable &table);
void addMemoryPrimitives(PrimitiveTable &table);
void addAtomicPrimitives(PrimitiveTable &table);
void addViewPrimitives(PrimitiveTable &table);
void addReductionPrimitives(PrimitiveTable &table);
void addAssumptionPrimitives(PrimitiveTable &table);

} // namespace tilec::frontend
