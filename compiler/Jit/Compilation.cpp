// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The library's door: runs the front end at once, the stages behind it when asked.
#include "compiler/Frontend/Lower/Lowering.h"
#include "compiler/Frontend/Parse/ParseSource.h"
#include "compiler/Jit/CompilationState.h"
#include "compiler/Jit/KernelDescriptions.h"
#include "compiler/Jit/LargeStack.h"
#include "compiler/Jit/SourceFiles.h"
#include "compiler/Jit/Stages.h"
#include "compiler/Target/Target.h"
#include "dialects/Tile/IR/PartialSums.h"

using namespace tilec;
using namespace tilec::jit;

const char *tilec::version() {
  return TILEC_VERSION;
}

Compilation::State::~State() {
  onLargeStack([&] {
    checkingModule.reset();
    gpuModule.reset();
    hostModule.reset();
    module = nullptr;
  });
}

Compilation::State::State(const CompileOptions &options, const SourceFile *source)
    : options(options), disk(llvm::makeIntrusiveRefCnt<RecordingFileSystem>(llvm::vfs::getRealFileSystem())),
      files(makeFileSystem(disk, source, options.headers)), context(mlir::MLIRContext::Threading::DISABLED) {
  registerDialects(context);
  // Messages are for users of the language: they do not read our IR.
  context.printOpOnDiagnostic(false);
  module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  if (options.fastAccumulation)
    module.get()->setAttr(tile::kFastAccumulationAttr, mlir::UnitAttr::get(&context));
  manifest.compilerVersion = version();
  manifest.architecture = options.architecture;
}

namespace {

frontend::FrontendOptions frontendOptions(const CompileOptions &options, const std::string &architecture) {
  frontend::FrontendOptions front;
  front.arguments = {"-I" + kHeaderFolder.str()};
  front.arguments.insert(front.arguments.end(), options.arguments.begin(), options.arguments.end());
  front.architecture = architecture;
  front.relaxedConstexpr = options.relaxedConstexpr;
  front.fmad = options.contractFma;
  front.bounds = options.bounds;
  front.compilesHostCode = options.compilesHostCode;
  front.restrictPointers = options.restrictPointers;
  front.precompileHeaders = options.precompileHeaders;
  front.cudaPath = options.cudaPath;
  return front;
}

/// Text of the source when it holds something else; else empty.
std::string problemOfInput(llvm::vfs::FileSystem &files, const std::string &name) {
  auto text = files.getBufferForFile(name);
  llvm::StringRef format = text ? formatOfNoSource((*text)->getBuffer()) : "";
  return format.empty() ? "" : ("'" + name + "' holds " + format + ", expected CUDA Tile C++ source").str();
}

/// Kernels that the module has; a kernel template that was never instantiated is none.
void keepLowered(std::vector<manifest::Kernel> &kernels, mlir::ModuleOp module) {
  std::erase_if(kernels, [&](const manifest::Kernel &kernel) { return !module.lookupSymbol(kernel.name); });
}

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> Compilation::State::lowerUnfolded() {
  llvm::Expected<Target> target = Target::parse(options.architecture);
  if (!target)
    return llvm::consumeError(target.takeError()), nullptr;
  frontend::FrontendOptions front = frontendOptions(options, target->cpu());
  front.fileSystem = files;
  front.structured = false;
  std::vector<Diagnostic> known; // reported the first time
  ClangCollector clangDiagnostics(known, options.colors);
  mlir::OwningOpRef<mlir::ModuleOp> unfolded = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  auto lower = [&](clang::CompilerInstance &instance) {
    findLoweredNames(instance, options.nameExpressions); // instantiates what they name
    return frontend::lowerTranslationUnit(instance, front, *unfolded);
  };
  if (mlir::failed(frontend::parseSource(front, fileName, clangDiagnostics, lower)))
    return nullptr;
  return unfolded;
}

void Compilation::State::runFrontend(const std::string &name) {
  fileName = name;
  // The compile unit of debug information takes its name from here.
  module.get()->setLoc(mlir::FileLineColLoc::get(&context, fileName, 1, 1));
  MlirCollector mlirDiagnostics(context, diagnostics, files, options.remarks);
  llvm::Expected<Target> target = Target::parse(options.architecture);
  if (!target) {
    mlirDiagnostics.reportError(llvm::toString(target.takeError()));
    return;
  }
  manifest.architecture = target->name();
  if (std::string problem = problemOfInput(*files, fileName); !problem.empty()) {
    mlirDiagnostics.reportError(problem);
    return;
  }
  frontend::FrontendOptions front = frontendOptions(options, target->cpu());
  front.fileSystem = files;
  ClangCollector clangDiagnostics(diagnostics, options.colors);
  Stopwatch(times).measure("front end", [&] {
    auto lower = [&](clang::CompilerInstance &instance) {
      loweredNames = findLoweredNames(instance, options.nameExpressions);
      manifest.kernels = describeKernels(instance);
      mlir::LogicalResult lowered = frontend::lowerTranslationUnit(instance, front, *module);
      keepLowered(manifest.kernels, *module);
      if (mlir::succeeded(lowered) && manifest.kernels.empty())
        warnWithoutKernels(instance);
      return lowered;
    };
    accepted = mlir::succeeded(frontend::parseSource(front, fileName, clangDiagnostics, lower));
  });
}

Compilation::Compilation(std::unique_ptr<State> state) : state(std::move(state)) {}
Compilation::Compilation(Compilation &&) noexcept = default;
Compilation &Compilation::operator=(Compilation &&) noexcept = default;
Compilation::~Compilation() = default;

Compilation Compilation::start(const SourceFile &source, const CompileOptions &options) {
  SourceFile whole{source.name, source.text + nameExpressionText(options.nameExpressions)};
  auto state = std::make_unique<State>(options, &whole);
  onLargeStack([&] { state->runFrontend(source.name); });
  return Compilation(std::move(state));
}

Compilation Compilation::startFile(const std::string &path, const CompileOptions &options) {
  if (!options.nameExpressions.empty())
    if (auto text = llvm::MemoryBuffer::getFile(path))
      return start({path, (*text)->getBuffer().str()}, options);
  auto state = std::make_unique<State>(options, nullptr);
  onLargeStack([&] { state->runFrontend(path); });
  return Compilation(std::move(state));
}

bool Compilation::succeeded() const {
  return state->accepted;
}

const std::vector<Diagnostic> &Compilation::diagnostics() const {
  return state->diagnostics;
}

const manifest::Manifest &Compilation::manifest() const {
  return state->manifest;
}

std::optional<std::string> Compilation::loweredName(const std::string &nameExpression) const {
  auto found = state->loweredNames.find(nameExpression);
  return found == state->loweredNames.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> Compilation::emit(Stage stage) {
  if (!state->accepted)
    return std::nullopt;
  bool remarks = state->options.remarks || state->options.assemblerVerbose;
  MlirCollector collector(state->context, state->diagnostics, state->files, remarks);
  mlir::FailureOr<std::string> text = mlir::failure();
  onLargeStack([&] { text = lower(*state->module, stage, state->options, state->manifest, Stopwatch(state->times)); });
  if (mlir::failed(text))
    return std::nullopt;
  return std::move(*text);
}

std::optional<std::string> Compilation::emitTileWithLocations() {
  bool lineInfo = std::exchange(state->options.lineInfo, true);
  std::optional<std::string> text = emit(Stage::Tile);
  state->options.lineInfo = lineInfo;
  return text;
}

const std::vector<StageTime> &Compilation::times() const {
  return state->times;
}
