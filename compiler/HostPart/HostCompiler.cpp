// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/HostCompiler.h"
#include "compiler/Frontend/Parse/CudaMacros.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace tilec;
using namespace tilec::hostpart;

llvm::Error hostpart::writeHostHeaders(llvm::StringRef folder) {
  return frontend::writeEmbeddedHeaders(folder, [](llvm::StringRef path) {
    if (path.starts_with("host/"))
      return true;
    // What the front end wraps for its own parse, the host compiler reads as it is.
    return path.consume_front("include/") && (path == "cuda_tile.h" || path.starts_with("cuda/"));
  });
}

static void append(Command &command, const std::vector<std::string> &arguments) {
  command.insert(command.end(), arguments.begin(), arguments.end());
}

/// The list of architectures as nvcc defines it: `800,900`.
static std::string architectureList(const HostCompiler &compiler) {
  std::vector<unsigned> numbers;
  for (const std::string &architecture : compiler.architectures)
    numbers.push_back(frontend::chipNumber(architecture) * 10);
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  std::string list;
  for (unsigned number : numbers)
    list += (list.empty() ? "" : ",") + std::to_string(number);
  return list;
}

Command hostpart::preprocessCommand(const HostCompiler &compiler, llvm::StringRef source, llvm::StringRef output) {
  Command command = {compiler.program, "-E", "-x", "c++", "-std=" + compiler.standard};
  append(command, frontend::cudaMacros(compiler.relaxedConstexpr));
  append(command, {"-D__TILEC__=1", "-D__TILEC_HOST_PART__=1", "-D__NV_NO_HOST_COMPILER_CHECK=1"});
  append(command, {"-D__CUDA_ARCH_LIST__=" + architectureList(compiler)});
  if (compiler.relocatable)
    append(command, {"-D__CUDACC_RDC__"});
  append(command, {"-isystem", compiler.headers + "/host"});
  append(command, {"-include", "cuda_runtime.h", "-include", "tilec_host.h"});
  append(command, compiler.arguments);
  append(command, compiler.preprocessing);
  if (!compiler.toolkitInclude.empty())
    append(command, {"-isystem", compiler.toolkitInclude, "-isystem", compiler.toolkitInclude + "/cccl"});
  append(command, {"-idirafter", compiler.headers + "/include", "-idirafter",
                   compiler.headers + "/include/cuda/tiles/fallback"});
  append(command, {source.str(), "-o", output.str()});
  return command;
}

Command hostpart::preprocessForDeviceCommand(const HostCompiler &compiler, llvm::StringRef chip, llvm::StringRef source,
                                             llvm::StringRef output) {
  Command command = preprocessCommand(compiler, source, output);
  append(command, frontend::deviceMacros(chip));
  return command;
}

Command hostpart::clangDeviceOptions(const HostCompiler &compiler, llvm::StringRef chip) {
  Command options = {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=" + chip.str(),
                     // Sources and headers may be newer than what it has been tried with.
                     "-Wno-unknown-cuda-version"};
  append(options, frontend::acceptedExtensions());
  if (!compiler.toolkitInclude.empty())
    options.push_back("--cuda-path=" + llvm::sys::path::parent_path(compiler.toolkitInclude).str());
  options.push_back("-std=" + compiler.standard);
  return options;
}

Command hostpart::preprocessByClangCommand(const HostCompiler &compiler, llvm::StringRef clang, llvm::StringRef chip,
                                           llvm::StringRef source, llvm::StringRef output) {
  Command command = {clang.str(), "-E"};
  append(command, clangDeviceOptions(compiler, chip));
  append(command, {"-D__CUDACC_TILE__=1", "-D__TILEC__=1", "-D__TILEC_HOST_PART__=1"});
  append(command, {"-D__CUDA_ARCH_LIST__=" + architectureList(compiler)});
  append(command, {"-D__tile_global__=__attribute__((tile_global))", "-D__tile__=__attribute__((tile))"});
  append(command, {"-isystem", compiler.headers + "/host"});
  append(command, compiler.preprocessing);
  if (!compiler.toolkitInclude.empty())
    append(command, {"-isystem", compiler.toolkitInclude + "/cccl"});
  append(command, {"-idirafter", compiler.headers + "/include"});
  append(command, {source.str(), "-o", output.str()});
  return command;
}

Command hostpart::compileCommand(const HostCompiler &compiler, llvm::StringRef preprocessed, llvm::StringRef object,
                                 const std::vector<std::string> &options) {
  Command command = {compiler.program, "-c", "-x", "c++-cpp-output", "-std=" + compiler.standard};
  append(command, options);
  append(command, compiler.arguments);
  append(command, {preprocessed.str(), "-o", object.str()});
  return command;
}

Command hostpart::compilePlainCommand(const HostCompiler &compiler, llvm::StringRef source, llvm::StringRef object,
                                      const std::vector<std::string> &options) {
  Command command = {compiler.program, "-c"};
  append(command, options);
  append(command, compiler.arguments);
  append(command, compiler.preprocessing);
  if (!compiler.toolkitInclude.empty())
    append(command, {"-isystem", compiler.toolkitInclude});
  append(command, {source.str(), "-o", object.str()});
  return command;
}
