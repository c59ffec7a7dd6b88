// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedMemory.h"
#include "dialects/Tile/IR/ElementTypes.h"

using namespace mlir;
using namespace tilec;

Type tilec::registerType(Type element) {
  if (isa<tile::PtrType>(element))
    return LLVM::LLVMPointerType::get(element.getContext());
  if (isa<FloatTF32Type>(element))
    return Float32Type::get(element.getContext());
  if (auto type = dyn_cast<FloatType>(element); type && type.getWidth() <= 8)
    return IntegerType::get(element.getContext(), 8);
  return element;
}

unsigned tilec::registerBits(Type type) {
  return isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
}

unsigned tilec::numRegisters(Type type) {
  return tile_gpu::isDistributed(type) ? tile_gpu::LayoutAttr::of(type).size(layout::Place::Register) : 1;
}

RegisterTypeConverter::RegisterTypeConverter() {
  addConversion([](Type type) { return registerType(type); });
  addConversion([](RankedTensorType type, SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
    if (!tile_gpu::isDistributed(type))
      return std::nullopt;
    results.append(numRegisters(type), registerType(type.getElementType())); // behind those of other types
    return success();
  });
  auto toSharedAddress = [](Type type) { return LLVM::LLVMPointerType::get(type.getContext(), kSharedAddressSpace); };
  addConversion([=](tile_gpu::BufferType type) { return toSharedAddress(type); });
  addConversion([=](tile_gpu::MbarriersType type) { return toSharedAddress(type); });
  addConversion([](tile_gpu::TensorMapHandleType type) { return LLVM::LLVMPointerType::get(type.getContext()); });
  addConversion([=](tile_gpu::TensorMemoryType type, SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
    results.append({IntegerType::get(type.getContext(), 32), toSharedAddress(type),
                    LLVM::LLVMPointerType::get(type.getContext())});
    return success();
  });
  addConversion([](tile_gpu::TokenType, SmallVectorImpl<Type> &) -> std::optional<LogicalResult> { return success(); });
  auto cast = [](OpBuilder &builder, Type type, ValueRange inputs, Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, inputs).getResult(0);
  };
  addSourceMaterialization(cast);
  addTargetMaterialization(
      [](OpBuilder &builder, TypeRange types, ValueRange inputs, Location loc) -> SmallVector<Value> {
        return llvm::to_vector_of<Value>(UnrealizedConversionCastOp::create(builder, loc, types, inputs).getResults());
      });
}
