// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/HostParse.h"
#include "compiler/Frontend/Parse/CudaMacros.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::hostpart;

namespace {
constexpr llvm::StringLiteral kFileName = "/__tilec_host.ii";

class Collector : public clang::DiagnosticConsumer {
public:
  explicit Collector(std::vector<std::string> &problems) : problems(problems) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    std::string place;
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      clang::PresumedLoc where = diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
      if (where.isValid())
        place = std::string(where.getFilename()) + ":" + std::to_string(where.getLine()) + ": ";
    }
    problems.push_back(place + text.str().str());
  }

private:
  std::vector<std::string> &problems;
};

/// What a parse is for.
struct Uses {
  llvm::function_ref<bool(const clang::Decl *)> skipsBody;
  llvm::function_ref<void(clang::CompilerInstance &)> then;
};

class HostConsumer : public clang::ASTConsumer {
public:
  HostConsumer(clang::CompilerInstance &instance, Uses &uses) : instance(instance), uses(uses) {}

  void HandleTranslationUnit(clang::ASTContext &) override {
    uses.then(instance);
  }
  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    return uses.skipsBody(declaration);
  }

private:
  clang::CompilerInstance &instance;
  Uses &uses;
};

class HostAction : public clang::ASTFrontendAction {
public:
  explicit HostAction(Uses &uses) : uses(uses) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance, llvm::StringRef) override {
    return std::make_unique<HostConsumer>(instance, uses);
  }

private:
  Uses &uses;
};

} // namespace

llvm::Error tilec::hostpart::parseHostText(const std::string &text, const HostOptions &options,
                                           std::vector<std::string> &problems,
                                           llvm::function_ref<bool(const clang::Decl *)> skipsBody,
                                           llvm::function_ref<void(clang::CompilerInstance &)> then) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(kFileName, /*ModificationTime=*/0, llvm::MemoryBuffer::getMemBuffer(text, kFileName));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::createPhysicalFileSystem());
  files->pushOverlay(memory);

  std::vector<std::string> arguments = {
      "/usr/bin/tilec",     "-x", "c++-cpp-output", "-fsyntax-only", "-w", "-ferror-limit=0", "-fbracket-depth=512",
      "-fno-spell-checking"};
  llvm::append_range(arguments, frontend::acceptedExtensions());
  if (!options.standard.empty())
    arguments.push_back("-std=" + options.standard);
  arguments.push_back(kFileName.str());
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());

  Collector collector(problems);
  clang::DiagnosticOptions diagnosticOptions;
  clang::CreateInvocationOptions create;
  create.Diags = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(clang::DiagnosticIDs::create(), diagnosticOptions,
                                                                     &collector, /*ShouldOwnClient=*/false);
  create.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, create);
  if (!invocation)
    return llvm::createStringError("cannot parse the host part: " +
                                   (problems.empty() ? std::string("wrong arguments") : problems.front()));
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = false;

  // Lambdas then have the same names here as in device code. Without attributes all functions are the host's.
  invocation->getLangOpts().CUDA = true;
  invocation->getLangOpts().CUDAHostDeviceConstexpr = false;

  clang::CompilerInstance instance(std::move(invocation));
  instance.setVirtualFileSystem(files);
  instance.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  instance.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  Uses uses{skipsBody, then};
  HostAction action(uses);
  instance.ExecuteAction(action);
  return llvm::Error::success();
}
