// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The hardware shuffles 32 bits: narrower values are widened, 64-bit ones go in two halves.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

/// Shuffles one register of 32 bits.
using ShuffleWord = llvm::function_ref<Value(Value word)>;

static Value shuffleWord(ImplicitLocOpBuilder &b, Value word, Value operand, NVVM::ShflKind kind) {
  Value everyLane = constant32(b, -1), clamp = constant32(b, kLanesPerWarp - 1);
  return NVVM::ShflOp::create(b, b.getI32Type(), everyLane, word, operand, clamp, kind, UnitAttr());
}

static Value shuffle(ImplicitLocOpBuilder &b, Value value, ShuffleWord shuffleWord) {
  Type type = value.getType();
  PtxOperand bits = toPtxOperand(b, value);
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  if (bits.constraint == 'r')
    return fromPtxResult(b, shuffleWord(bits.value), type);
  if (bits.constraint == 'h') {
    Value word = shuffleWord(arith::ExtUIOp::create(b, i32, bits.value));
    return fromPtxResult(b, arith::TruncIOp::create(b, b.getI16Type(), word), type);
  }
  Value shift = arith::ConstantOp::create(b, b.getI64IntegerAttr(32));
  Value low = arith::TruncIOp::create(b, i32, bits.value);
  Value high = arith::TruncIOp::create(b, i32, arith::ShRUIOp::create(b, bits.value, shift));
  low = arith::ExtUIOp::create(b, i64, shuffleWord(low));
  high = arith::ExtUIOp::create(b, i64, shuffleWord(high));
  return fromPtxResult(b, arith::OrIOp::create(b, low, arith::ShLIOp::create(b, high, shift)), type);
}

static Value shuffle(ImplicitLocOpBuilder &b, Value value, Value operand, NVVM::ShflKind kind) {
  return shuffle(b, value, [&](Value word) { return shuffleWord(b, word, operand, kind); });
}

Value tilec::shuffleFrom(ImplicitLocOpBuilder &builder, Value value, Value lane) {
  return shuffle(builder, value, lane, NVVM::ShflKind::idx);
}

Value tilec::shuffleXor(ImplicitLocOpBuilder &builder, Value value, unsigned mask) {
  return shuffle(builder, value, constant32(builder, mask), NVVM::ShflKind::bfly);
}

ShiftedValue tilec::shuffleShifted(ImplicitLocOpBuilder &b, Value value, int distance, unsigned width) {
  bool isUp = distance > 0;
  Value everyLane = constant32(b, -1), step = constant32(b, std::abs(distance));
  // Lanes of one group agree in the bits of the mask; the clamp is the last lane of a group, or its first.
  Value clamp = constant32(b, (kLanesPerWarp - width) << 8 | (isUp ? 0 : kLanesPerWarp - 1));
  Type pair = LLVM::LLVMStructType::getLiteral(b.getContext(), {b.getI32Type(), b.getI1Type()});
  ShiftedValue result;
  result.value = shuffle(b, value, [&](Value word) -> Value {
    Value both = NVVM::ShflOp::create(b, pair, everyLane, word, step, clamp,
                                      isUp ? NVVM::ShflKind::up : NVVM::ShflKind::down, b.getUnitAttr());
    if (!result.valid)
      result.valid = LLVM::ExtractValueOp::create(b, both, 1);
    return LLVM::ExtractValueOp::create(b, both, 0);
  });
  return result;
}
