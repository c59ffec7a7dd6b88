// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/SimtModules.h"
#include "tools/tilec/Outputs.h"
#include "tools/tilec/RelocatableCode.h"

#include "compiler/Codegen/Fatbin.h"
#include "compiler/Codegen/Ptxas.h"
#include "compiler/HostPart/SimtSource.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
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

/// SIMT code of one source for one architecture.
class SimtCode {
public:
  SimtCode(const Options &options, const std::string &input, const std::string &object, const HostCompiler &compiler,
           const TemporaryFolder &temporary, const Commands &commands, std::string nvcc)
      : options(options), input(input), object(object), compiler(compiler), temporary(temporary), commands(commands),
        nvcc(std::move(nvcc)) {}

  /// `ptx`: gets the text that the CPU runs; null where it is there already.
  llvm::Expected<codegen::FatbinImage> compileFor(const std::string &architecture, std::string *ptx) const;

private:
  Command nvccCommand(const codegen::FatbinImage &image, const std::string &source, const std::string &output) const;

  const Options &options;
  const std::string &input, &object;
  const HostCompiler &compiler;
  const TemporaryFolder &temporary;
  const Commands &commands;
  std::string nvcc;
};

Command SimtCode::nvccCommand(const codegen::FatbinImage &image, const std::string &source,
                              const std::string &output) const {
  bool isText = image.kind == codegen::FatbinImage::Kind::Ptx;
  llvm::StringRef standard = compiler.standard; // nvcc has no gnu++20
  std::string chip = image.target.name();
  // The text is preprocessed: it holds cuda_runtime.h, which nvcc includes before everything.
  Command command = {nvcc,
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

llvm::Expected<codegen::FatbinImage> SimtCode::compileFor(const std::string &architecture, std::string *ptx) const {
  bool isText = llvm::StringRef(architecture).starts_with("compute_");
  codegen::FatbinImage image{isText ? codegen::FatbinImage::Kind::Ptx : codegen::FatbinImage::Kind::Cubin,
                             llvm::cantFail(Target::parse(architecture)),
                             {}};
  // One name for all architectures, and another for each source: names of what is of one source alone follow from it.
  std::string stem = llvm::sys::path::stem(object).str();
  std::string preprocessed = temporary.file(stem + ".cpp2.ii"), source = temporary.file(stem + ".simt.cu"),
              output = temporary.file(stem + (isText ? ".simt.ptx" : ".simt.cubin"));
  if (llvm::Error error = commands.run(preprocessForDeviceCommand(compiler, image.target.cpu(), input, preprocessed)))
    return std::move(error);
  auto text = readFile(preprocessed);
  auto rewritten = text ? rewriteForSimt(*text, {compiler.standard}) : std::move(text);
  if (!rewritten)
    return rewritten.takeError();
  if (llvm::Error error = writeFile(source, *rewritten))
    return std::move(error);
  if (options.keep)
    if (llvm::Error error = writeFile(stemOf(input) + ".simt.cu", *rewritten))
      return std::move(error);
  Command command = nvccCommand(image, source, output);
  if (!isText && ptx) // which nvcc names after the source
    command.insert(command.end(), {"-keep", "-keep-dir", llvm::sys::path::parent_path(output).str()});
  if (llvm::Error error = commands.run(command))
    return std::move(error);
  auto bytes = readFile(output);
  if (!bytes)
    return bytes.takeError();
  image.bytes = std::move(*bytes);
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
    if (variable.isManaged)
      return llvm::createStringError(
          "'" + variable.symbol + "' in '" + input +
          "' is __managed__, which programs cannot have; cudaMallocManaged gives such memory");
    else if (!variable.isTile)
      module.variables.push_back(variable);
  if (module.kernels.empty() && module.variables.empty())
    return module;
  std::string nvcc = codegen::findToolkitProgram("nvcc");
  if (nvcc.empty()) {
    if (used)
      return llvm::createStringError("'" + used->name + "' in '" + input +
                                     "' is SIMT code, which nvcc compiles, and there is none: set CUDA_PATH");
    llvm::errs() << "tilec: warning: the SIMT code of '" << input << "' is left out, for there is no nvcc\n";
    module.kernels.clear();
    module.variables.clear();
    return module;
  }
  if (options.program.relocatable)
    for (llvm::StringRef architecture : options.architectures)
      if (architecture.starts_with("compute_"))
        return llvm::createStringError("-rdc=true makes SIMT code for chips, sm_" + architecture.split('_').second +
                                       " and the like, and not for '" + architecture + "'");
  std::vector<codegen::FatbinImage> images;
  SimtCode code(options, input, object, compiler, temporary, commands, nvcc);
  for (const std::string &architecture : options.architectures) {
    auto image = code.compileFor(architecture, images.empty() ? &module.ptx : nullptr);
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
    break;
  }
  module.isRelocatable = options.program.relocatable;
  module.ptx += '\0';
  module.image = module.isRelocatable ? packRelocatable(images, module.ptx) : codegen::makeFatbin(images);
  return module;
}
