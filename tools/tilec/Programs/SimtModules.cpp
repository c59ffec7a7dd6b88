// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Programs/SimtModules.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/Programs/RelocatableCode.h"

#include "compiler/Codegen/Ptx/Fatbin.h"
#include "compiler/Codegen/Ptx/Ptxas.h"
#include "compiler/HostPart/SimtSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;
using namespace tilec::hostpart;

namespace {

llvm::Expected<std::string> readFile(const std::string &path) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return llvm::createStringError("cannot read '" + path + "': " + text.getError().message());
  return (*text)->getBuffer().str();
}

bool isClang(llvm::StringRef program) {
  return llvm::sys::path::filename(program).contains("clang");
}

/// SIMT code of one source for one architecture.
class SimtCode {
public:
  SimtCode(const Options &options, const std::string &input, const std::string &object, const HostCompiler &compiler,
           const TemporaryFolder &temporary, const Commands &commands, std::string program)
      : options(options), input(input), object(object), compiler(compiler), temporary(temporary), commands(commands),
        program(std::move(program)) {}

  /// `ptx`: gets the text that the CPU runs; null where it is there already.
  llvm::Expected<codegen::FatbinImage> compileFor(const std::string &architecture,
                                                  llvm::ArrayRef<HostVariable> variables, std::string *ptx) const;

private:
  Command preprocessCommand(const codegen::FatbinImage &image, const std::string &output) const;
  Command nvccCommand(const codegen::FatbinImage &image, const std::string &source, const std::string &output) const;
  Command clangCommand(const codegen::FatbinImage &image, const std::string &source, const std::string &output) const;
  /// Assembles the PTX of `image` where that is wanted and there is an assembler.
  llvm::Error assemble(codegen::FatbinImage &image) const;

  const Options &options;
  const std::string &input, &object;
  const HostCompiler &compiler;
  const TemporaryFolder &temporary;
  const Commands &commands;
  std::string program; ///< nvcc or clang++
};

Command SimtCode::preprocessCommand(const codegen::FatbinImage &image, const std::string &output) const {
  std::string chip = image.target.cpu();
  return isClang(program) ? preprocessByClangCommand(compiler, program, chip, input, output)
                          : preprocessForDeviceCommand(compiler, chip, input, output);
}

Command SimtCode::nvccCommand(const codegen::FatbinImage &image, const std::string &source,
                              const std::string &output) const {
  bool isText = image.kind == codegen::FatbinImage::Kind::Ptx;
  llvm::StringRef standard = compiler.standard; // nvcc has no gnu++20
  std::string chip = image.target.name();
  // The text is preprocessed: it holds cuda_runtime.h, which nvcc includes before everything.
  Command command = {program,
                     isText ? "-ptx" : "-cubin",
                     "-arch=" + (isText ? "compute_" + llvm::StringRef(chip).split('_').second.str() : chip),
                     "-std=c" + standard.drop_until([](char c) { return c == '+'; }).str(),
                     "-D__CUDA_RUNTIME_H__",
                     "-ccbin",
                     compiler.program,
                     "-allow-unsupported-compiler",
                     "--extended-lambda"};
  const CompileOptions &compile = options.compile;
  auto flag = [&](const char *name, bool value) {
    command.push_back(std::string(name) + (value ? "=true" : "=false"));
  };
  flag("-ftz", compile.flushSubnormals);
  flag("-prec-div", compile.preciseDivision);
  flag("-prec-sqrt", compile.preciseSqrt);
  flag("-fmad", compile.contractFma);
  if (options.program.relocatable)
    command.push_back("-rdc=true");
  if (compile.relaxedConstexpr)
    command.push_back("--expt-relaxed-constexpr");
  if (compile.lineInfo)
    command.push_back("-lineinfo");
  command.insert(command.end(), {source, "-o", output});
  return command;
}

/// The text is preprocessed, and has Clang's own headers in it.
Command SimtCode::clangCommand(const codegen::FatbinImage &image, const std::string &source,
                               const std::string &output) const {
  Command command = {program, "-S", "-O3", "-nocudainc", "-Wno-pass-failed"};
  Command device = clangDeviceOptions(compiler, image.target.cpu());
  command.insert(command.end(), device.begin(), device.end());
  const CompileOptions &compile = options.compile;
  command.push_back(compile.contractFma ? "-ffp-contract=fast" : "-ffp-contract=off");
  if (compile.flushSubnormals)
    command.push_back("-fgpu-flush-denormals-to-zero");
  if (compile.fastMath)
    command.push_back("-ffast-math");
  if (options.program.relocatable)
    command.push_back("-fgpu-rdc");
  if (compile.lineInfo)
    command.push_back("-gline-tables-only");
  command.insert(command.end(), {source, "-o", output});
  return command;
}

llvm::Error SimtCode::assemble(codegen::FatbinImage &image) const {
  if (codegen::findToolkitProgram("ptxas").empty()) {
    image.kind = codegen::FatbinImage::Kind::Ptx; // the driver assembles it
    return llvm::Error::success();
  }
  codegen::AssembleOptions assembling;
  assembling.target = image.target;
  assembling.lineInfo = options.compile.lineInfo;
  if (options.program.relocatable)
    assembling.extraArguments = {"-c"};
  auto assembly = codegen::assemble(image.bytes, assembling);
  if (!assembly)
    return assembly.takeError();
  image.bytes = std::move(assembly->cubin);
  return llvm::Error::success();
}

/// Clang gives `__managed__` variables no memory on NVIDIA's GPUs: it compiles them as variables of the device, and the
/// PTX says what they are. A definition is a line like `.visible .global .align 4 .u32 hits;`.
void markManaged(std::string &ptx, llvm::ArrayRef<HostVariable> variables) {
  constexpr llvm::StringLiteral kGlobal = ".global ";
  llvm::StringSet<> managed;
  for (const HostVariable &variable : variables)
    if (variable.isManaged)
      managed.insert(variable.symbol);
  std::string marked;
  for (llvm::StringRef line : llvm::split(ptx, '\n')) {
    size_t global = line.find(kGlobal);
    llvm::StringRef name = line.take_until([](char c) { return c == '=' || c == '[' || c == ';'; }).rtrim();
    bool isManaged = global != llvm::StringRef::npos && managed.contains(name.rsplit(' ').second);
    marked +=
        isManaged
            ? (line.take_front(global) + kGlobal + ".attribute(.managed) " + line.drop_front(global + kGlobal.size()))
                  .str()
            : line.str();
    marked += '\n';
  }
  ptx = std::move(marked);
}

/// The program that compiles SIMT code; empty if there is none.
std::string findSimtCompiler(const Options &options, const HostCompiler &compiler) {
  if (!options.program.simtCompiler.empty())
    return options.program.simtCompiler;
  if (std::string nvcc = codegen::findToolkitProgram("nvcc"); !nvcc.empty() || compiler.toolkitInclude.empty())
    return nvcc;
  for (const char *name : {"clang++-22", "clang++"})
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
  return {};
}

llvm::Expected<codegen::FatbinImage>
SimtCode::compileFor(const std::string &architecture, llvm::ArrayRef<HostVariable> variables, std::string *ptx) const {
  bool isText = llvm::StringRef(architecture).starts_with("compute_");
  codegen::FatbinImage image{isText ? codegen::FatbinImage::Kind::Ptx : codegen::FatbinImage::Kind::Cubin,
                             llvm::cantFail(Target::parse(architecture)),
                             {}};
  // One name for all architectures, and another for each source: names of what is of one source alone follow from it.
  std::string stem = llvm::sys::path::stem(object).str();
  std::string preprocessed = temporary.file(stem + ".cpp2.ii"), source = temporary.file(stem + ".simt.cu"),
              output = temporary.file(stem + (isText || isClang(program) ? ".simt.ptx" : ".simt.cubin"));
  if (llvm::Error error = commands.run(preprocessCommand(image, preprocessed)))
    return std::move(error);
  auto text = readFile(preprocessed);
  auto rewritten = text ? rewriteForSimt(*text, {compiler.standard, isClang(program)}) : std::move(text);
  if (!rewritten)
    return rewritten.takeError();
  if (llvm::Error error = writeFile(source, *rewritten))
    return std::move(error);
  if (options.keep)
    if (llvm::Error error = writeFile(stemOf(input) + ".simt.cu", *rewritten))
      return std::move(error);
  bool byClang = isClang(program);
  Command command = byClang ? clangCommand(image, source, output) : nvccCommand(image, source, output);
  if (!byClang && !isText && ptx) // which nvcc names after the source
    command.insert(command.end(), {"-keep", "-keep-dir", llvm::sys::path::parent_path(output).str()});
  if (llvm::Error error = commands.run(command))
    return std::move(error);
  auto bytes = readFile(output);
  if (!bytes)
    return bytes.takeError();
  image.bytes = std::move(*bytes);
  if (byClang) {
    markManaged(image.bytes, variables);
    if (ptx)
      *ptx = image.bytes;
    if (!isText)
      if (llvm::Error error = assemble(image))
        return std::move(error);
    return image;
  }
  if (!ptx)
    return image;
  auto kept = readFile(temporary.file(stem + ".simt.ptx"));
  if (!kept)
    return kept.takeError();
  *ptx = std::move(*kept);
  return image;
}

} // namespace

llvm::Expected<DeviceModule> tool::compileSimtModule(const Options &options, const std::string &input,
                                                     const std::string &object, const HostCompiler &compiler,
                                                     const HostSource &host, const TemporaryFolder &temporary,
                                                     const Commands &commands) {
  DeviceModule module;
  module.isTile = false;
  const HostKernel *used = nullptr;
  for (const HostKernel &kernel : host.kernels) {
    if (kernel.isTile)
      continue;
    module.kernels.push_back(kernel);
    used = kernel.isUsed ? &kernel : used;
  }
  for (const HostVariable &variable : host.variables)
    if (!variable.isTile)
      module.variables.push_back(variable);
  if (module.kernels.empty() && module.variables.empty())
    return module;
  std::string program = findSimtCompiler(options, compiler);
  if (program.empty()) {
    if (used)
      return llvm::createStringError("'" + used->name + "' in '" + input +
                                     "' is SIMT code, which nvcc or clang++ compiles, and there is neither beside a "
                                     "CUDA Toolkit: set CUDA_PATH, or name one with --simt-compiler");
    llvm::errs() << "tilec: warning: the SIMT code of '" << input << "' is left out, for there is no compiler of it\n";
    module.kernels.clear();
    llvm::erase_if(module.variables, [](const HostVariable &variable) { return !variable.isManaged; });
    return module;
  }
  if (options.program.relocatable)
    for (llvm::StringRef architecture : options.architectures)
      if (architecture.starts_with("compute_"))
        return llvm::createStringError("-rdc=true makes SIMT code for chips, sm_" + architecture.split('_').second +
                                       " and the like, and not for '" + architecture + "'");
  std::vector<codegen::FatbinImage> images;
  // Clang keeps variables that other sources see, and of the others those that are used.
  for (HostVariable &variable : module.variables)
    variable.isOptional = isClang(program) && !variable.expression.empty() && !variable.isManaged;
  SimtCode code(options, input, object, compiler, temporary, commands, program);
  for (const std::string &architecture : options.architectures) {
    auto image = code.compileFor(architecture, module.variables, images.empty() ? &module.ptx : nullptr);
    if (!image)
      return image.takeError();
    images.push_back(std::move(*image));
  }
  for (const codegen::FatbinImage &image : images) {
    if (image.kind != codegen::FatbinImage::Kind::Cubin)
      continue;
    std::vector<HostReference *> references;
    for (HostKernel &kernel : module.kernels)
      references.push_back(&kernel);
    for (HostVariable &variable : module.variables)
      references.push_back(&variable);
    if (llvm::Error error = findSymbols(image.bytes, references))
      return std::move(error);
    llvm::erase_if(module.variables, [](const HostVariable &variable) { return variable.symbol.empty(); });
    break;
  }
  module.isRelocatable = options.program.relocatable;
  module.ptx += '\0';
  module.image = module.isRelocatable ? packRelocatable(images, module.ptx) : codegen::makeFatbin(images);
  return module;
}
