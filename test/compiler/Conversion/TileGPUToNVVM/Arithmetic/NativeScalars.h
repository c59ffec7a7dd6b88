// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Scalar code of kernels compiled for this CPU, so that tests call it.
#pragma once
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "test/support/Catch.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

namespace tilec {

/// A context in which scalar code is built and compiled.
struct ScalarContext {
  ScalarContext() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    mlir::DialectRegistry registry;
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect, mlir::arith::ArithDialect,
                        mlir::math::MathDialect>();
  }

  mlir::MLIRContext context;
};

/// The functions of a module of scalar code.
class NativeScalars {
public:
  explicit NativeScalars(mlir::ModuleOp module) {
    mlir::PassManager passes(module.getContext());
    passes.addPass(createConvertScalarsToLLVM());
    REQUIRE(mlir::succeeded(passes.run(module)));
    auto context = std::make_unique<llvm::LLVMContext>();
    std::unique_ptr<llvm::Module> translated = mlir::translateModuleToLLVMIR(module, *context);
    jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(translated), std::move(context))));
  }

  template <typename Function> Function *function(llvm::StringRef name) const {
    return llvm::cantFail(jit->lookup(name)).toPtr<Function *>();
  }

private:
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace tilec
