// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// LLVM's intrinsics for mma.sync take and give registers one by one: operands as `<2 x half>` (f16), `double` (f64) or
/// words (all others), accumulators as `<2 x half>` or single values.
#include "compiler/Conversion/TileGPUToNVVM/MatrixMultiply/MmaInstructions.h"
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "dialects/Tile/IR/PartialSums.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tilec;

static std::string fp8Name(Type type) {
  return isa<Float8E4M3FNType>(type) ? "e4m3" : "e5m2";
}

MatrixInstruction tilec::matrixInstruction(tile_gpu::MmaOp op) {
  if (op.getInstruction() == tile_gpu::MmaInstruction::Fma)
    return {};
  Type operandType = getElementTypeOrSelf(op.getA().getType()), accumulator = getElementTypeOrSelf(op.getType());
  auto integer = [](bool isUnsigned) { return std::string(isUnsigned ? "u8" : "s8"); };
  auto named = [](const std::string &shape, const std::string &types) {
    return "llvm.nvvm.mma." + shape + ".row.col." + types;
  };
  if (operandType.isF64())
    return {named("m8n8k4", "f64")};
  if (operandType.isF16() && accumulator.isF16())
    return {named("m16n8k16", "f16.f16"), 2, true, true};
  if (operandType.isF16())
    return {named("m16n8k16", "f32.f32"), 2, true};
  if (operandType.isBF16())
    return {named("m16n8k16", "bf16"), 2};
  if (isa<FloatTF32Type>(operandType))
    return {named("m16n8k8", "tf32"), 1};
  if (operandType.isInteger(8)) {
    std::string a = integer(op.getUnsignedA()), b = integer(op.getUnsignedB());
    return {named("m16n8k32", a == b ? a : a + "." + b), 4};
  }
  std::string name = fp8Name(operandType);
  return {named("m16n8k32", "f32." + name + "." + name + ".f32"), 4, false, false,
          tile::depthOfPartialSums(op, operandType, accumulator).value_or(0)};
}

MatrixInstruction tilec::tallDoubles(int64_t depth) {
  return {"llvm.nvvm.mma.m16n8k" + std::to_string(depth) + ".row.col.f64"};
}

//===- Operands --------------------------------------------------------------------------------------------------===//

static Value zeroOf(ImplicitLocOpBuilder &builder, Type type) {
  return arith::ConstantOp::create(builder, builder.getZeroAttr(type));
}

/// `values` side by side; 32 bits in all.
static Value packed(ImplicitLocOpBuilder &builder, ValueRange values, bool asHalves) {
  if (asHalves) {
    Value vector = LLVM::UndefOp::create(builder, VectorType::get({2}, builder.getF16Type()));
    for (auto [i, value] : llvm::enumerate(values))
      vector = LLVM::InsertElementOp::create(builder, vector, value, constant32(builder, i));
    return vector;
  }
  Value word = packWord(builder, values);
  return word.getType().isF32() ? arith::BitcastOp::create(builder, builder.getI32Type(), word).getResult() : word;
}

SmallVector<Value> tilec::packOperand(ImplicitLocOpBuilder &builder, const MatrixInstruction &instruction,
                                      ArrayRef<Value> elements, uint32_t lanesBeyondK) {
  Value zero = zeroOf(builder, elements.front().getType());
  SmallVector<Value> words;
  for (size_t i = 0; i < elements.size(); i += instruction.perWord) {
    SmallVector<Value> part = llvm::map_to_vector(elements.slice(i, instruction.perWord),
                                                  [&](Value element) { return element ? element : zero; });
    words.push_back(packed(builder, part, instruction.packedHalves));
  }
  if (!lanesBeyondK)
    return words;
  Value beyond = arith::AndIOp::create(builder, laneIndex(builder), constant32(builder, lanesBeyondK));
  Value isInside = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, beyond, constant32(builder, 0));
  for (Value &word : words)
    word = arith::SelectOp::create(builder, isInside, word, zeroOf(builder, word.getType()));
  return words;
}

//===- The instruction -------------------------------------------------------------------------------------------===//

SmallVector<Value> tilec::emitMatrixInstruction(ImplicitLocOpBuilder &builder, const MatrixInstruction &instruction,
                                                ValueRange operands, ValueRange accumulators) {
  unsigned perWord = instruction.packedAccumulators ? 2 : 1;
  SmallVector<Value> arguments(operands.begin(), operands.end());
  size_t first = arguments.size();
  for (size_t i = 0; i < accumulators.size(); i += perWord)
    arguments.push_back(perWord == 1 ? accumulators[i]
                                     : packed(builder, accumulators.slice(i, perWord), /*asHalves=*/true));
  SmallVector<Type> types = llvm::to_vector(TypeRange(ValueRange(arguments).drop_front(first)));
  auto type = LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
  Value result = LLVM::CallIntrinsicOp::create(builder, type, builder.getStringAttr(instruction.intrinsic), arguments)
                     .getResult(0);
  SmallVector<Value> values;
  for (unsigned i = 0; i < types.size(); ++i) {
    Value word = LLVM::ExtractValueOp::create(builder, result, i);
    for (unsigned part = 0; part < perWord; ++part)
      values.push_back(
          perWord == 1 ? word : LLVM::ExtractElementOp::create(builder, word, constant32(builder, part)).getResult());
  }
  return values;
}
