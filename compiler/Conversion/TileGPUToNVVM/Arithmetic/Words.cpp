// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

Value tilec::packWord(ImplicitLocOpBuilder &builder, ValueRange values) {
  if (values.size() == 1)
    return values.front();
  Type stored = storedType(values.front().getType());
  Value vector = LLVM::UndefOp::create(builder, VectorType::get({int64_t(values.size())}, stored));
  for (auto [i, value] : llvm::enumerate(values))
    vector = LLVM::InsertElementOp::create(builder, vector, toStored(builder, value), constant32(builder, i));
  unsigned bits = registerBits(stored) * values.size();
  Value word = LLVM::BitcastOp::create(builder, builder.getIntegerType(bits), vector);
  return bits == 32 ? word : arith::ExtUIOp::create(builder, builder.getI32Type(), word).getResult();
}

SmallVector<Value> tilec::unpackWord(ImplicitLocOpBuilder &builder, Value word, Type element, unsigned count) {
  if (count == 1)
    return {word};
  Type stored = storedType(element);
  unsigned bits = registerBits(stored) * count;
  if (bits != 32)
    word = arith::TruncIOp::create(builder, builder.getIntegerType(bits), word);
  Value vector = LLVM::BitcastOp::create(builder, VectorType::get({int64_t(count)}, stored), word);
  SmallVector<Value> values;
  for (unsigned i = 0; i < count; ++i)
    values.push_back(
        fromStored(builder, LLVM::ExtractElementOp::create(builder, vector, constant32(builder, i)), element));
  return values;
}
