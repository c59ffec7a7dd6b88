// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Frontend.cpp - parse, check and lower one source -----------------------===//
#include "compiler/Frontend/Frontend.h"
#include "compiler/Frontend/Lower/Lowering.h"
#include "compiler/Frontend/Parse/ParseSource.h"

using namespace tilec::frontend;

mlir::LogicalResult tilec::frontend::compileToTile(const FrontendOptions &options, llvm::StringRef fileName,
                                                   clang::DiagnosticConsumer &consumer, mlir::ModuleOp module) {
  return parseSource(options, fileName, consumer, [&](clang::CompilerInstance &instance) {
    return lowerTranslationUnit(instance, options, module);
  });
}
