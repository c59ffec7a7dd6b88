// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Pairs.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

Value tilec::packPair(ImplicitLocOpBuilder &b, Value first, Value second) {
  Value pair = LLVM::PoisonOp::create(b, VectorType::get({2}, first.getType()));
  pair = LLVM::InsertElementOp::create(b, pair, first, constant32(b, 0));
  return LLVM::InsertElementOp::create(b, pair, second, constant32(b, 1));
}

std::array<Value, 2> tilec::unpackPair(ImplicitLocOpBuilder &b, Value pair) {
  return {LLVM::ExtractElementOp::create(b, pair, constant32(b, 0)),
          LLVM::ExtractElementOp::create(b, pair, constant32(b, 1))};
}
