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
#include "compiler/Frontend/Parse/LastResortLookup.h"
#include "compiler/Frontend/Parse/NestingGuard.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include "compiler/Frontend/Parse/PrecompiledHeaders.h"
#include "compiler/Frontend/Parse/SkippedBodies.h"
#include "compiler/Frontend/Parse/UninstantiatedTemplates.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::frontend;

namespace {
using Then = llvm::function_ref<mlir::LogicalResult(clang::CompilerInstance &)>;

/// What one parse is for, and what came of it.
struct Job {
  const FrontendOptions &options;
  Then then;
  MessageRecord record;
  MessageFilter filter;
  bool succeeded = false;
  /// Where to put the files that a second parse is to read with other texts, if that may succeed. Null: there is none.
  std::optional<std::vector<PreambleFile>> *secondTry;

  Job(const FrontendOptions &options, Then then, clang::DiagnosticConsumer &consumer,
      std::optional<std::vector<PreambleFile>> *secondTry)
      : options(options), then(then), record(consumer), filter(record, options.architecture), secondTry(secondTry) {}
};

class TileConsumer : public clang::SemaConsumer {
public:
  TileConsumer(clang::CompilerInstance &instance, Job &job) : instance(instance), job(job) {}

  void InitializeSema(clang::Sema &sema) override {
    sema.addExternalSource(llvm::makeIntrusiveRefCnt<LastResortLookup>(sema));
  }
  ~TileConsumer() override {
    job.filter.know(nullptr);
  }

  void Initialize(clang::ASTContext &ast) override {
    job.filter.know(&ast);
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    parsed.append(declarations.begin(), declarations.end());
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    // To look through all that was precompiled would load it.
    ast.setTraversalScope({parsed.begin(), parsed.end()});
    checkTileCode(instance, job.options);
    if (!instance.getDiagnostics().hasErrorOccurred()) {
      job.succeeded = succeeded(job.then(instance));
    } else {
      job.filter.flush();
      if (job.secondTry && (*job.secondTry = withoutFaultyTemplates(job.filter.errorPlaces(), parsed)))
        job.record.sendErrorsAsWarnings();
    }
    job.filter.know(nullptr);
  }

  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    return skipsBody(declaration, instance.getSourceManager());
  }

private:
  clang::CompilerInstance &instance;
  Job &job;
  /// The declarations at file level that were not loaded.
  llvm::SmallVector<clang::Decl *> parsed;
};

class TileAction : public clang::ASTFrontendAction {
public:
  explicit TileAction(Job &job) : job(job) {}

  bool BeginSourceFileAction(clang::CompilerInstance &instance) override {
    rewriteHints(instance.getPreprocessor());
    // The tuner reads it from the text.
    instance.getPreprocessor().AddPragmaHandler("tilec", new clang::EmptyPragmaHandler("tune"));
    instance.getPreprocessor().setTokenWatcher(
        [guard = guardNesting(instance.getPreprocessor()),
         kernels = watchKernelDeclarations(instance)](const clang::Token &token) mutable {
          guard(token);
          kernels(token);
        });
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance, llvm::StringRef) override {
    return std::make_unique<TileConsumer>(instance, job);
  }

private:
  Job &job;
};
} // namespace

/// `files`, with other texts for some.
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withRewritten(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, llvm::ArrayRef<PreambleFile> rewritten) {
  if (rewritten.empty())
    return files;
  auto texts = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const PreambleFile &file : rewritten) {
    llvm::SmallString<128> path(file.path);
    files->makeAbsolute(path);
    texts->addFile(path, /*ModificationTime=*/0, llvm::MemoryBuffer::getMemBufferCopy(file.text, file.path));
  }
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  overlay->pushOverlay(std::move(texts));
  return overlay;
}

/// One parse. True if it succeeded; else `again` has what a second one should read in place of files, if anything.
static bool parseOnce(const FrontendOptions &options, llvm::StringRef fileName, clang::DiagnosticConsumer &consumer,
                      Then then, std::vector<PreambleFile> rewritten, std::optional<std::vector<PreambleFile>> *again) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine = options.fileSystem;
  if (!machine)
    machine = llvm::vfs::createPhysicalFileSystem();
  machine = withRewritten(machine, rewritten);
  Preamble preamble = makePreamble(options, fileName, *machine);
  auto files = withEmbeddedHeaders(withRewritten(machine, preamble.rewritten),
                                   {{preambleFile, preamble.headers}, {definitionsFile, preamble.definitions}});
  InvocationPlan plan{preamble, InvocationPurpose::Compile, {}};
  if (options.precompileHeaders)
    plan.precompiled = precompiledPreamble(options, preamble, files);

  Job job(options, then, consumer, again);
  auto finish = [&] {
    job.filter.flush();
    job.record.send();
  };
  std::shared_ptr<clang::CompilerInvocation> invocation = makeInvocation(options, plan, fileName, files, job.filter);
  if (!invocation) {
    finish();
    return false;
  }

  clang::CompilerInstance instance(std::move(invocation));
  instance.setVirtualFileSystem(files);
  instance.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  instance.createDiagnostics(&job.filter, /*ShouldOwnClient=*/false);
  // Narrowing is accepted in braces (see acceptedExtensions), not in template arguments.
  instance.getDiagnostics().setSeverity(clang::diag::ext_cce_narrowing, clang::diag::Severity::Error, {});
  TileAction action(job);
  bool ran = instance.ExecuteAction(action);
  finish();
  return ran && job.succeeded && !instance.getDiagnostics().hasErrorOccurred();
}

mlir::LogicalResult tilec::frontend::parseSource(const FrontendOptions &options, llvm::StringRef fileName,
                                                 clang::DiagnosticConsumer &consumer, Then then) {
  std::optional<std::vector<PreambleFile>> again;
  bool succeeded = parseOnce(options, fileName, consumer, then, {}, &again);
  if (again)
    succeeded = parseOnce(options, fileName, consumer, then, std::move(*again), nullptr);
  return mlir::success(succeeded);
}

mlir::LogicalResult tilec::frontend::checkSource(const FrontendOptions &options, llvm::StringRef fileName,
                                                 clang::DiagnosticConsumer &consumer) {
  return parseSource(options, fileName, consumer, [](clang::CompilerInstance &) { return mlir::success(); });
}
