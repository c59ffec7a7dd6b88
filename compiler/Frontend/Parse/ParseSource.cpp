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
#include "compiler/Frontend/Parse/InitializedArrays.h"
#include "compiler/Frontend/Parse/Invocation.h"
#include "compiler/Frontend/Parse/KernelDeclarations.h"
#include "compiler/Frontend/Parse/LastResortLookup.h"
#include "compiler/Frontend/Parse/MissingKeywords.h"
#include "compiler/Frontend/Parse/NestingGuard.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include "compiler/Frontend/Parse/PrecompiledHeaders.h"
#include "compiler/Frontend/Parse/SkippedBodies.h"
#include "compiler/Frontend/Parse/UninstantiatedTemplates.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/DiagnosticAST.h"
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

/// What a further parse is to do otherwise.
struct Retry {
  /// Texts to read in place of files.
  std::vector<PreambleFile> files;
  /// No other parse may follow.
  bool isLast = false;
  /// Whether expressions are constants that name a reference or `this` and use no value of the object: `n.size()` of a
  /// `const std::array<int, 4> &n`. C++23 says so for all standards, and NVIDIA's compiler goes by that; Clang does in
  /// C++23 only.
  bool unknownReferencesAreConstant = false;
};

/// What one parse is for, and what came of it.
struct Job {
  const FrontendOptions &options;
  Then then;
  MessageRecord record;
  MessageFilter filter;
  bool succeeded = false;
  /// How this parse differs from the first.
  const Retry &changes;
  /// Where to put what a further parse is to do otherwise, if that may succeed. Null: there is none.
  std::optional<Retry> *retry;

  Job(const FrontendOptions &options, Then then, clang::DiagnosticConsumer &consumer, const Retry &changes,
      std::optional<Retry> *retry)
      : options(options), then(then), record(consumer), filter(record, options.architecture), changes(changes),
        retry(retry) {}
};

/// Does a message say that an expression is no constant since it names a reference or `this`?
bool isAboutUnknownReference(const Message &message) {
  return message.is({clang::diag::note_constexpr_function_param_value_unknown,
                     clang::diag::note_constexpr_var_init_non_constant, clang::diag::note_constexpr_var_init_unknown,
                     clang::diag::note_constexpr_this});
}

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
    // All that is read before the first token, such as the macros of the standard, stays as it is.
    if (job.changes.unknownReferencesAreConstant)
      instance.getLangOpts().CPlusPlus23 = true;
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
      if (job.retry)
        planRetry(*job.retry);
    }
    job.filter.know(nullptr);
  }

  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    return skipsBody(declaration, instance.getSourceManager());
  }

private:
  void planRetry(std::optional<Retry> &retry) {
    // Looking through them loads others, which are added.
    llvm::SmallVector<clang::Decl *> ofSource(parsed);
    if (auto files = withMissingKeywords(job.record.held(), instance.getSourceManager())) {
      retry = {.files = std::move(*files)};
      job.record.sendErrorsAsWarnings("; read as if it were there", missesKeyword);
    } else if (auto files = withoutArrayInitializers(job.record.held(), instance.getSourceManager())) {
      retry = {.files = std::move(*files)};
      job.record.clear();
    } else if (!job.changes.unknownReferencesAreConstant && llvm::any_of(job.record.held(), isAboutUnknownReference)) {
      retry.emplace().unknownReferencesAreConstant = true;
      job.record.clear();
    } else if (auto files = withoutFaultyTemplates(job.filter.errorPlaces(), ofSource)) {
      retry = {.files = std::move(*files), .isLast = true};
      job.record.sendErrorsAsWarnings("; only a warning, as nothing instantiates this template",
                                      [](const Message &) { return true; });
    }
  }

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

/// One parse. True if it succeeded; else `retry` has what a further one should do otherwise, if anything.
static bool parseOnce(const FrontendOptions &options, llvm::StringRef fileName, clang::DiagnosticConsumer &consumer,
                      Then then, const Retry &changes, std::optional<Retry> *retry) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine = options.fileSystem;
  if (!machine)
    machine = llvm::vfs::createPhysicalFileSystem();
  machine = withRewritten(machine, changes.files);
  Preamble preamble = makePreamble(options, fileName, *machine);
  auto files = withEmbeddedHeaders(withRewritten(machine, preamble.rewritten),
                                   {{preambleFile, preamble.headers}, {definitionsFile, preamble.definitions}});
  InvocationPlan plan{preamble, InvocationPurpose::Compile, {}};
  if (options.precompileHeaders)
    plan.precompiled = precompiledPreamble(options, preamble, files);

  Job job(options, then, consumer, changes, retry);
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
  // A parse ends after twenty errors, so each may find that many keywords missing.
  constexpr unsigned kMaxParses = 16;
  Retry changes;
  for (unsigned parses = 1;; ++parses) {
    std::optional<Retry> retry;
    bool mayRetry = parses < kMaxParses && !changes.isLast;
    bool succeeded = parseOnce(options, fileName, consumer, then, changes, mayRetry ? &retry : nullptr);
    if (!retry)
      return mlir::success(succeeded);
    changes.isLast = retry->isLast;
    changes.unknownReferencesAreConstant |= retry->unknownReferencesAreConstant;
    for (PreambleFile &file : retry->files) {
      llvm::erase_if(changes.files, [&](const PreambleFile &other) { return other.path == file.path; });
      changes.files.push_back(std::move(file));
    }
  }
}

mlir::LogicalResult tilec::frontend::checkSource(const FrontendOptions &options, llvm::StringRef fileName,
                                                 clang::DiagnosticConsumer &consumer) {
  return parseSource(options, fileName, consumer, [](clang::CompilerInstance &) { return mlir::success(); });
}
