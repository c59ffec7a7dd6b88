// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Output/DriverCalls.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"

using namespace mlir;
using namespace tilec;

Value tilec::stringConstant(ImplicitLocOpBuilder &builder, ModuleOp module, llvm::StringRef text) {
  std::string bytes = text.str() + '\0';
  LLVM::GlobalOp global;
  unsigned count = 0;
  for (auto existing : module.getOps<LLVM::GlobalOp>())
    if (existing.getName().starts_with("__tilec_string")) {
      ++count;
      if (existing.getValueAttr() == builder.getStringAttr(bytes))
        global = existing;
    }
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    global =
        LLVM::GlobalOp::create(builder, LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
                               /*isConstant=*/true, LLVM::Linkage::Internal, "__tilec_string" + std::to_string(count),
                               builder.getStringAttr(bytes), /*alignment=*/1, kGlobalAddressSpace);
  }
  Value address = LLVM::AddressOfOp::create(builder, global);
  return LLVM::AddrSpaceCastOp::create(builder, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

LLVM::LLVMFuncOp tilec::declareFunction(ModuleOp module, llvm::StringRef name, Type result, ArrayRef<Type> arguments) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, LLVM::LLVMFunctionType::get(result, arguments));
}
