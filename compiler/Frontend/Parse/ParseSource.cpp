// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ParseSource.cpp - one parse of one source ------------------------------===//
//
// All our work is done in `HandleTranslationUnit`: by then every pending template is instantiated, and diagnostics can
// still be printed.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Parse/ParseSource.h"
#include "compiler/Frontend/Check/Restrictions.h"
#include "compiler/Frontend/Messages/MessageFilter.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "compiler/Frontend/Parse/HintTokens.h"
#include "compiler/Frontend/Parse/Invocation.h"
#include "compiler/Frontend/Parse/KernelDeclarations.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include "compiler/Frontend/Parse/PrecompiledHeaders.h"
#include "compiler/Frontend/Parse/SkippedBodies.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::frontend;

namespace {
using Then = llvm::function_ref<mlir::LogicalResult(clang::CompilerInstance &)>;

/// What one parse is for, and whether it succeeded.
struct Job {
  const FrontendOptions &options;
  Then then;
  bool succeeded = false;
};

class TileConsumer : public clang::ASTConsumer {
public:
  TileConsumer(clang::CompilerInstance &instance, Job &job) : instance(instance), job(job), kernels(instance) {
    kernels.watch();
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl *declaration : declarations) {
      kernels.declarationEnds(declaration);
      parsed.push_back(declaration);
    }
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    // To look through all that was precompiled would load it.
    ast.setTraversalScope(parsed);
    checkTileCode(instance, job.options);
    if (!instance.getDiagnostics().hasErrorOccurred())
      job.succeeded = succeeded(job.then(instance));
  }

  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    kernels.bodyStarts(declaration);
    return skipsBody(declaration, instance.getSourceManager());
  }

private:
  clang::CompilerInstance &instance;
  Job &job;
  KernelDeclarations kernels;
  /// The declarations at file level that were not loaded.
  std::vector<clang::Decl *> parsed;
};

class TileAction : public clang::ASTFrontendAction {
public:
  explicit TileAction(Job &job) : job(job) {}

  bool BeginSourceFileAction(clang::CompilerInstance &instance) override {
    rewriteHints(instance.getPreprocessor());
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance, llvm::StringRef) override {
    return std::make_unique<TileConsumer>(instance, job);
  }

private:
  Job &job;
};
} // namespace

mlir::LogicalResult tilec::frontend::parseSource(const FrontendOptions &options, llvm::StringRef fileName,
                                                 clang::DiagnosticConsumer &consumer, Then then) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine = options.fileSystem;
  if (!machine)
    machine = llvm::vfs::createPhysicalFileSystem();
  Preamble preamble = makePreamble(options, fileName, *machine);
  auto files =
      withEmbeddedHeaders(machine, {{preambleFile, preamble.headers}, {definitionsFile, preamble.definitions}});
  InvocationPlan plan{preamble, InvocationPurpose::Compile, {}};
  if (options.precompileHeaders)
    plan.precompiled = precompiledPreamble(options, preamble, files);

  MessageFilter filter(consumer, options.architecture);
  std::shared_ptr<clang::CompilerInvocation> invocation = makeInvocation(options, plan, fileName, files, filter);
  if (!invocation) {
    filter.flush();
    return mlir::failure();
  }

  clang::CompilerInstance instance(std::move(invocation));
  instance.setVirtualFileSystem(files);
  instance.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  instance.createDiagnostics(&filter, /*ShouldOwnClient=*/false);
  Job job{options, then};
  TileAction action(job);
  bool ran = instance.ExecuteAction(action);
  filter.flush();
  return mlir::success(ran && job.succeeded && !instance.getDiagnostics().hasErrorOccurred());
}

mlir::LogicalResult tilec::frontend::checkSource(const FrontendOptions &options, llvm::StringRef fileName,
                                                 clang::DiagnosticConsumer &consumer) {
  return parseSource(options, fileName, consumer, [](clang::CompilerInstance &) { return mlir::success(); });
}
