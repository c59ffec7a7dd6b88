// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Invocation.cpp - what Clang is told ------------------------------------===//
//
// CUDA in *host* mode, without Clang's own CUDA headers and without a Toolkit: the parse serves the tile space, whose
// values are those of a 64-bit host. Our headers come before the user's include folders, so that no other
// `cuda_tile.h` is found first; the Toolkit's come last.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Parse/Invocation.h"
#include "compiler/Frontend/Parse/CudaMacros.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace tilec::frontend;

namespace {
using Arguments = std::vector<std::string>;
using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

} // namespace

std::string tilec::frontend::findToolkitInclude(const FrontendOptions &options, llvm::vfs::FileSystem &files) {
  llvm::SmallVector<std::string> candidates;
  if (!options.cudaPath.empty())
    candidates.push_back(options.cudaPath + "/include");
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *path = std::getenv(variable))
      candidates.push_back(std::string(path) + "/include");
  candidates.insert(candidates.end(), {"/usr/local/cuda/include", "/opt/cuda/include", TILEC_CUDA_INCLUDE});
  // The type headers include <nv/target>, which some packages leave out.
  for (const std::string &folder : candidates)
    if (!folder.empty() && files.exists(folder + "/cuda_fp16.h") && files.exists(folder + "/nv/target"))
      return folder;
  return {};
}

namespace {
void addEmbeddedHeaders(Arguments &arguments) {
  arguments.push_back(("-resource-dir=" + embeddedClang).str());
  arguments.push_back(("-I" + embeddedInclude).str());
  for (const char *prefix : {"cuda_tile.h", "cuda/tiles/"})
    arguments.insert(arguments.end(), {"-Xclang", std::string("--system-header-prefix=") + prefix});
}

/// A dependency file belongs to the compilation, not to its preamble.
void addUserArguments(Arguments &arguments, const InvocationPlan &plan) {
  const Arguments &given = plan.preamble.arguments;
  for (size_t i = 0; i != given.size(); ++i) {
    llvm::StringRef argument = given[i];
    if (plan.purpose == InvocationPurpose::Compile || !argument.starts_with("-M"))
      arguments.push_back(given[i]);
    else if (argument == "-MF" || argument == "-MT" || argument == "-MQ")
      ++i;
  }
}

/// What comes before the source: read, or loaded in its precompiled form.
void addPreamble(Arguments &arguments, const InvocationPlan &plan) {
  if (plan.purpose == InvocationPurpose::Precompile)
    return;
  if (plan.precompiled.empty())
    arguments.insert(arguments.end(), {"-include", (embeddedRoot + "/" + preambleFile).str()});
  if (!plan.preamble.definitions.empty())
    arguments.insert(arguments.end(), {"-include", (embeddedRoot + "/" + definitionsFile).str()});
}
} // namespace

Arguments tilec::frontend::languageFlags(const FrontendOptions &options) {
  // The version fixes the name that `<<<>>>` calls: __cudaPushCallConfiguration.
  Arguments flags = {"-x",         "cuda",    "--cuda-host-only",         "-nocudainc",      "-nocudalib",
                     "-std=c++20", "-Xclang", "-target-sdk-version=12.8", "-Wno-cuda-compat"};
  llvm::append_range(flags, acceptedExtensions());
  llvm::append_range(flags, cudaMacros(options.relaxedConstexpr));
  llvm::append_range(flags, deviceMacros(options.architecture));
  std::string number = std::to_string(chipNumber(options.architecture));
  flags.insert(flags.end(), {"-U__CUDA_ARCH_LIST__", "-D__CUDA_ARCH_LIST__=" + number + "0", "-D__NV_TL__=__tile__",
                             "-D__NV_TL_BUILTIN__=__tile_builtin__"});
  // Sources ask for the version of the host compiler, and whether Clang's own CUDA compiles them.
  flags.insert(flags.end(), {"-fgnuc-version=12.2.0", "-U__CUDA__"});
  return flags;
}

Arguments tilec::frontend::makeArguments(const FrontendOptions &options, const InvocationPlan &plan,
                                         llvm::StringRef fileName, llvm::vfs::FileSystem &files) {
  // Clang finds the C++ library from where it seems to be installed.
  Arguments arguments = {"/usr/bin/tilec"};
  llvm::append_range(arguments, languageFlags(options));
  // Clang recurses (see NestingGuard.cpp); what is nested in brackets becomes nested code.
  arguments.insert(arguments.end(),
                   {"--cuda-path=/__tilec", "-Wno-format", "-fno-elide-type", "-fsyntax-only", "-fbracket-depth=512"});
  // With modules, Clang looks up the name of each builtin in the preamble as it begins, which loads the C library's
  // functions.
  arguments.push_back("-fno-cxx-modules");
  // `cutile` names itself: the hint rewriter is called where it is "expanded".
  arguments.insert(arguments.end(), {"-Dcutile=cutile", "-D__TILEC__=1"});
  addEmbeddedHeaders(arguments);
  addPreamble(arguments, plan);
  addUserArguments(arguments, plan);
  if (std::string folder = findToolkitInclude(options, files); !folder.empty())
    arguments.insert(arguments.end(), {"-idirafter", folder, "-idirafter", folder + "/cccl"});
  // Stand-ins of the type headers, for machines without a Toolkit.
  arguments.insert(arguments.end(), {"-idirafter", (embeddedInclude + "/cuda/tiles/fallback").str()});
  arguments.push_back(fileName.str());
  return arguments;
}

/// Has Clang's own headers looked for where they are embedded. Some builds of its driver look on the disk whether they
/// are there, and take a folder of a clang package instead, which need not be installed.
static void searchEmbeddedClang(clang::HeaderSearchOptions &search) {
  using Entry = clang::HeaderSearchOptions::Entry;
  std::string folder = (embeddedClang + "/include").str();
  std::vector<Entry> &entries = search.UserEntries;
  llvm::erase_if(entries, [&](const Entry &entry) {
    return entry.Path == folder || llvm::StringRef(entry.Path).starts_with("/usr/include/clang/");
  });
  // Behind the C++ library, and before the C library's headers.
  auto place = llvm::find_if(entries, [](const Entry &entry) {
    return entry.Group == clang::frontend::ExternCSystem || entry.Path == "/usr/local/include";
  });
  entries.insert(place, Entry(folder, clang::frontend::System, /*isFramework=*/false, /*ignoreSysRoot=*/true));
}

std::shared_ptr<clang::CompilerInvocation> tilec::frontend::makeInvocation(const FrontendOptions &options,
                                                                           const InvocationPlan &plan,
                                                                           llvm::StringRef fileName, Files files,
                                                                           clang::DiagnosticConsumer &consumer) {
  Arguments arguments = makeArguments(options, plan, fileName, *files);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());

  clang::DiagnosticOptions diagnosticOptions;
  clang::CreateInvocationOptions create;
  create.Diags = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(clang::DiagnosticIDs::create(), diagnosticOptions,
                                                                     &consumer, /*ShouldOwnClient=*/false);
  create.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, create);
  if (!invocation)
    return nullptr;
  searchEmbeddedClang(invocation->getHeaderSearchOpts());
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  // The driver is used to programs that end with the compilation.
  invocation->getFrontendOpts().DisableFree = false;
  if (!plan.precompiled.empty()) {
    clang::PreprocessorOptions &preprocessor = invocation->getPreprocessorOpts();
    preprocessor.ImplicitPCHInclude = plan.precompiled;
    // Its name and its list of files say that it fits.
    preprocessor.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::All;
  }
  return invocation;
}
