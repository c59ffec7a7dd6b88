// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/HostCompiler.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::hostpart;

llvm::Error hostpart::writeHostHeaders(llvm::StringRef folder) {
  for (const frontend::EmbeddedHeader &header : frontend::embeddedHeaders()) {
    if (!header.path.starts_with("include/cuda") && !header.path.starts_with("host/"))
      continue;
    // What the front end wraps for its own parse, the host compiler reads as it is.
    llvm::StringRef name = header.path;
    if (name.consume_front("include/") && name != "cuda_tile.h" && !name.starts_with("cuda/"))
      continue;
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, header.path);
    std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path));
    if (!error) {
      llvm::raw_fd_ostream stream(path, error);
      if (!error) {
        stream << header.text;
        stream.close();
        error = stream.error();
        stream.clear_error();
      }
    }
    if (error)
      return llvm::createStringError("cannot write '" + path + "': " + error.message());
  }
  return llvm::Error::success();
}

static void append(Command &command, const std::vector<std::string> &arguments) {
  command.insert(command.end(), arguments.begin(), arguments.end());
}

/// `sm_90a` -> `90`
static std::string chipNumber(llvm::StringRef architecture) {
  return architecture.split('_').second.take_while(llvm::isDigit).str();
}

/// As nvcc defines it: `800,900`.
static std::string architectureList(const HostCompiler &compiler) {
  std::vector<unsigned> numbers;
  for (const std::string &architecture : compiler.architectures)
    numbers.push_back(std::stoul(chipNumber(architecture)) * 10);
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  std::string list;
  for (unsigned number : numbers)
    list += (list.empty() ? "" : ",") + std::to_string(number);
  return list;
}

Command hostpart::preprocessCommand(const HostCompiler &compiler, llvm::StringRef source, llvm::StringRef output) {
  Command command = {compiler.program, "-E", "-x", "c++", "-std=" + compiler.standard};
  // What nvcc tells its host compiler; the version is the one that the front end tells tile code.
  append(command,
         {"-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_TILE__=1", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=5",
          "-D__CUDACC_VER_BUILD__=37", "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=5",
          "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1", "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1", "-D__TILEC__=1",
          "-D__TILEC_HOST_PART__=1", "-D__NV_NO_HOST_COMPILER_CHECK=1"});
  append(command, {"-D__CUDA_ARCH_LIST__=" + architectureList(compiler)});
  if (compiler.relocatable)
    append(command, {"-D__CUDACC_RDC__"});
  if (compiler.relaxedConstexpr)
    append(command, {"-D__CUDACC_RELAXED_CONSTEXPR__"});
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
  std::string digits = chipNumber(chip), variant = chip.split('_').second.drop_front(digits.size()).str();
  append(command, {"-D__CUDA_ARCH__=" + digits + "0", "-DCUDA_DOUBLE_MATH_FUNCTIONS"});
  if (variant == "a")
    append(command, {"-D__CUDA_ARCH_FEAT_SM" + digits + "_ALL", "-D__CUDA_ARCH_SPECIFIC__=" + digits + "0"});
  if (!variant.empty())
    append(command, {"-D__CUDA_ARCH_FAMILY_SPECIFIC__=" + digits + "0"});
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
