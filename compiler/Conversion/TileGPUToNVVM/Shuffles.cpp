// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The hardware shuffles 32 bits: narrower values are widened, 64-bit ones go in two halves.
#include "compiler/Conversion/TileGPUToNVVM/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

static Value shuffleWord(ImplicitLocOpBuilder &b, Value word, Value operand, NVVM::ShflKind kind) {
  Value everyLane = constant32(b, -1), clamp = constant32(b, Target::kLanesPerWarp - 1);
  return NVVM::ShflOp::create(b, b.getI32Type(), everyLane, word, operand, clamp, kind, UnitAttr());
}

static Value shuffle(ImplicitLocOpBuilder &b, Value value, Value operand, NVVM::ShflKind kind) {
  Type type = value.getType();
  PtxOperand bits = toPtxOperand(b, value);
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  if (bits.constraint == 'r')
    return fromPtxResult(b, shuffleWord(b, bits.value, operand, kind), type);
  if (bits.constraint == 'h') {
    Value word = shuffleWord(b, arith::ExtUIOp::create(b, i32, bits.value), operand, kind);
    return fromPtxResult(b, arith::TruncIOp::create(b, b.getI16Type(), word), type);
  }
  Value shift = arith::ConstantOp::create(b, b.getI64IntegerAttr(32));
  Value low = arith::TruncIOp::create(b, i32, bits.value);
  Value high = arith::TruncIOp::create(b, i32, arith::ShRUIOp::create(b, bits.value, shift));
  low = arith::ExtUIOp::create(b, i64, shuffleWord(b, low, operand, kind));
  high = arith::ExtUIOp::create(b, i64, shuffleWord(b, high, operand, kind));
  return fromPtxResult(b, arith::OrIOp::create(b, low, arith::ShLIOp::create(b, high, shift)), type);
}

Value tilec::shuffleFrom(ImplicitLocOpBuilder &builder, Value value, Value lane) {
  return shuffle(builder, value, lane, NVVM::ShflKind::idx);
}

Value tilec::shuffleXor(ImplicitLocOpBuilder &builder, Value value, unsigned mask) {
  return shuffle(builder, value, constant32(builder, mask), NVVM::ShflKind::bfly);
}
