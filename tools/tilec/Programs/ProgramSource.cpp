// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Programs/ProgramSource.h"
#include "tools/tilec/Jobs.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/Programs/SimtModules.h"
#include "tools/tilec/Programs/TileModules.h"

#include "compiler/Frontend/Parse/Invocation.h"
#include "compiler/HostPart/HostSource.h"
#include "compiler/HostPart/ObjectSymbols.h"
#include "compiler/HostPart/Registration.h"
#include "runtime/Program/Registration.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;
using namespace tilec::hostpart;

/// The API needs C++20, whatever else the source was written for.
static std::string standardOf(llvm::StringRef standard) {
  auto [dialect, year] = standard.split("++");
  bool isOlder = llvm::is_contained({"98", "03", "0x", "11", "1y", "14", "1z", "17"}, year);
  return isOlder ? (dialect + "++20").str() : standard.str();
}

/// The user's arguments for Clang that a host compiler takes as well; warnings of host code are asked for by
/// -Xcompiler.
static void takePreprocessing(const std::vector<std::string> &arguments, HostCompiler &compiler) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    if (argument.starts_with("-std="))
      compiler.standard = standardOf(argument.drop_front(5));
    else if (argument.starts_with("-I") || argument.starts_with("-D") || argument.starts_with("-U"))
      compiler.preprocessing.push_back(argument.str());
    else if ((argument == "-isystem" || argument == "-include") && i + 1 < arguments.size())
      compiler.preprocessing.insert(compiler.preprocessing.end(), {argument.str(), arguments[++i]});
  }
}

HostCompiler tool::hostCompilerOf(const Options &options, const TemporaryFolder &temporary) {
  HostCompiler compiler;
  compiler.program = options.program.hostCompiler;
  compiler.arguments = options.program.hostArguments;
  takePreprocessing(options.compile.arguments, compiler);
  frontend::FrontendOptions front;
  front.cudaPath = options.compile.cudaPath;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::getRealFileSystem();
  compiler.toolkitInclude = frontend::findToolkitInclude(front, *files);
  compiler.headers = temporary.file("headers");
  compiler.architectures = options.architectures;
  compiler.relocatable = options.program.relocatable;
  compiler.relaxedConstexpr = options.compile.relaxedConstexpr;
  return compiler;
}

namespace {

unsigned arithmeticOf(const CompileOptions &compile) {
  return (compile.flushSubnormals ? TILEC_PROGRAM_FLUSH_SUBNORMALS : 0) |
         (compile.preciseDivision ? 0 : TILEC_PROGRAM_APPROXIMATE_DIVISION) |
         (compile.preciseSqrt ? 0 : TILEC_PROGRAM_APPROXIMATE_SQRT) | (compile.fastMath ? TILEC_PROGRAM_FAST_MATH : 0);
}

class CudaSource {
public:
  CudaSource(const Options &options, const std::string &input, const std::string &object,
             const std::string &libraryFolder, const TemporaryFolder &temporary, const Commands &commands)
      : options(options), input(input), object(object), libraryFolder(libraryFolder), temporary(temporary),
        commands(commands), compiler(hostCompilerOf(options, temporary)) {}

  llvm::Error compile();

private:
  /// `text`: the file that holds the source.
  llvm::Expected<std::vector<DeviceModule>> deviceModules(const HostSource &host, TileModule tile,
                                                          const std::string &text);
  /// The host part with the registration of `modules`, as an object.
  llvm::Error compileHostPart(const HostSource &host, std::vector<DeviceModule> &modules, const std::string &rewritten);
  /// An intermediate file; beside the object with --keep.
  std::string intermediate(const char *extension) const;

  const Options &options;
  const std::string &input, &object, &libraryFolder;
  const TemporaryFolder &temporary;
  const Commands &commands;
  HostCompiler compiler;
};

std::string CudaSource::intermediate(const char *extension) const {
  std::string name = stemOf(input) + extension;
  return options.keep ? name : temporary.file(llvm::sys::path::stem(object) + extension);
}

llvm::Expected<std::vector<DeviceModule>> CudaSource::deviceModules(const HostSource &host, TileModule tile,
                                                                    const std::string &text) {
  std::vector<DeviceModule> modules;
  llvm::StringSet<> symbols;
  for (const manifest::Kernel &kernel : tile.kernels)
    symbols.insert(kernel.name);
  // Sources may show their host code other launches than their tile code.
  for (const HostKernel &kernel : host.kernels)
    if (kernel.isTile && !symbols.contains(kernel.symbol))
      llvm::errs() << "tilec: warning: '" << kernel.name << "' in '" << input
                   << "' cannot be launched: only host code makes this kernel, where __CUDA_ARCH__ is not defined\n";
  if (!tile.kernels.empty()) {
    DeviceModule module;
    module.image = std::move(tile.image);
    module.tileModule = std::move(tile.tileModule);
    module.arithmetic = arithmeticOf(options.compile);
    for (const HostKernel &kernel : host.kernels)
      if (kernel.isTile && symbols.contains(kernel.symbol))
        module.kernels.push_back(kernel);
    for (const HostVariable &variable : host.variables)
      if (variable.isTile)
        module.variables.push_back(variable);
    modules.push_back(std::move(module));
  }
  auto simt = compileSimtModule(options, text, object, compiler, host, temporary, commands);
  if (!simt)
    return simt.takeError();
  if (!simt->image.empty() || !simt->variables.empty())
    modules.push_back(std::move(*simt));
  return modules;
}

llvm::Error CudaSource::compileHostPart(const HostSource &host, std::vector<DeviceModule> &modules,
                                        const std::string &rewritten) {
  Command command = compileCommand(compiler, rewritten, object, options.program.hostOptimization);
  auto compileText = [&]() -> llvm::Error {
    std::string registration = modules.empty() ? "" : registrationText(modules, libraryFolder + "/libtilec.so.1");
    if (llvm::Error error = writeFile(rewritten, host.text + registration))
      return error;
    return commands.run(command);
  };
  if (llvm::Error error = compileText())
    return error;
  auto compiled = llvm::MemoryBuffer::getFile(object);
  std::vector<std::string> names;
  if (compiled)
    names = nameBySpelling(modules, (*compiled)->getBuffer());
  if (names.empty())
    return llvm::Error::success();
  llvm::Error error = compileText();
  if (error)
    for (const std::string &name : names)
      llvm::errs() << "tilec: note: the host compiler has another symbol for '" << name
                   << "' than Clang, and it cannot be named at the end of the source: use no type that is local to a "
                      "function\n";
  return error;
}

llvm::Error CudaSource::compile() {
  auto source = readSource(input);
  if (!source)
    return source.takeError();
  TileModule tile;
  if (!options.program.dryRun) {
    Options own = options;
    own.compile.compilesHostCode = true;
    auto compiled = compileTileModule(own, *source, object);
    if (!compiled)
      return compiled.takeError();
    tile = std::move(*compiled);
    if (llvm::Error error = writeHostHeaders(compiler.headers))
      return error;
  }
  std::string text = input;
  if (input == "-") {
    // It has been read; includes are looked for in the current folder.
    text = temporary.file("stdin.cu");
    compiler.preprocessing.insert(compiler.preprocessing.begin(), {"-iquote", "."});
    if (llvm::Error error = writeFile(text, "# 1 \"<stdin>\"\n" + source->text))
      return error;
  }
  std::string preprocessed = intermediate(".cpp1.ii"), rewritten = intermediate(".host.ii");
  if (llvm::Error error = commands.run(preprocessCommand(compiler, text, preprocessed)))
    return error;
  if (!options.program.dryRun) {
    auto unit = llvm::MemoryBuffer::getFile(preprocessed);
    if (!unit)
      return llvm::createStringError("cannot read '" + preprocessed + "': " + unit.getError().message());
    auto host = rewriteForHost((*unit)->getBuffer().str(), {compiler.standard});
    if (!host)
      return host.takeError();
    if (options.verbose)
      for (const std::string &problem : host->problems)
        llvm::errs() << "tilec: host code: " << problem << '\n';
    auto modules = deviceModules(*host, std::move(tile), text);
    if (!modules)
      return modules.takeError();
    return compileHostPart(*host, *modules, rewritten);
  }
  return commands.run(compileCommand(compiler, rewritten, object, options.program.hostOptimization));
}

} // namespace

llvm::Error tool::compileCudaSource(const Options &options, const std::string &input, const std::string &object,
                                    const std::string &libraryFolder, const TemporaryFolder &temporary,
                                    const Commands &commands) {
  return CudaSource(options, input, object, libraryFolder, temporary, commands).compile();
}
