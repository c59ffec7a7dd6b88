// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/compiler/Host/HostKernel.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "test/support/Catch.h"

namespace tilec::host {

mlir::MLIRContext &testContext() {
  static mlir::MLIRContext context;
  static bool once = [] {
    context.loadDialect<tile::TileDialect, mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                        mlir::func::FuncDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                        mlir::tensor::TensorDialect, mlir::ub::UBDialect>();
    return true;
  }();
  (void)once;
  return context;
}

HostKernel::HostKernel(const std::string &text, bool verify) {
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler(&testContext(), [&](mlir::Diagnostic &diagnostic) {
    diagnostics += diagnostic.str() + "\n";
    return mlir::success();
  });
  auto parsed =
      mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&testContext(), verify), "kernel.mlir");
  INFO(diagnostics);
  INFO(text);
  REQUIRE(parsed);
  auto created = HostModule::create(*parsed);
  if (created)
    module.emplace(std::move(*created));
  else
    loadError = llvm::toString(created.takeError());
}

std::string HostKernel::launch(Grid grid, const LaunchOptions &options, llvm::ArrayRef<void *> arguments) {
  INFO(loadError);
  REQUIRE(module);
  return llvm::toString(module->launch(module->kernels().front(), grid, arguments, options));
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

} // namespace tilec::host
