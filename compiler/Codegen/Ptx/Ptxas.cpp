// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/Ptx/Ptxas.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::codegen;
namespace sys = llvm::sys;

namespace {

std::string programIn(llvm::StringRef root, llvm::StringRef name) {
  llvm::SmallString<128> path(root);
  sys::path::append(path, "bin", name);
  return sys::fs::can_execute(path) ? path.str().str() : "";
}

/// A folder for the files of one run, removed at the end.
class TemporaryFolder {
public:
  TemporaryFolder() {
    error = sys::fs::createUniqueDirectory("tilec", path);
  }
  ~TemporaryFolder() {
    if (!error)
      (void)sys::fs::remove_directories(path);
  }
  std::string file(llvm::StringRef name) const {
    llvm::SmallString<128> full(path);
    sys::path::append(full, name);
    return full.str().str();
  }
  llvm::Error check() const {
    if (!error)
      return llvm::Error::success();
    return llvm::createStringError("cannot create a temporary folder: " + error.message());
  }

private:
  llvm::SmallString<128> path;
  std::error_code error;
};

llvm::Error writeFile(const std::string &path, llvm::StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  stream << bytes;
  stream.close();
  if (!error)
    error = stream.error();
  stream.clear_error();
  if (error)
    return llvm::createStringError("cannot write '" + path + "': " + error.message());
  return llvm::Error::success();
}

llvm::Expected<std::string> readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("cannot read '" + path + "': " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// Runs a program with both outputs in `log`; yields its text, or an error that holds it.
llvm::Expected<std::string> runProgram(const std::vector<std::string> &command, const std::string &log) {
  std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(log), llvm::StringRef(log)};
  std::string message;
  int status = sys::ExecuteAndWait(command.front(), arguments, std::nullopt, redirects, 0, 0, &message);
  std::string text = readFile(log) ? *readFile(log) : "";
  if (status == 0)
    return text;
  llvm::StringRef name = sys::path::filename(command.front());
  return llvm::createStringError(name + " failed" + (status < 0 ? " to run: " + message : "") + "\n" + text);
}

} // namespace

std::string codegen::findToolkitProgram(llvm::StringRef name) {
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> root = sys::Process::GetEnv(variable))
      if (std::string path = programIn(*root, name); !path.empty())
        return path;
  if (auto path = sys::findProgramByName(name))
    return *path;
  llvm::StringRef built = TILEC_BUILD_PTXAS;
  if (!built.empty())
    if (auto path = sys::findProgramByName(name, {sys::path::parent_path(built)}))
      return *path;
  return programIn("/usr/local/cuda", name);
}

llvm::Expected<Assembly> codegen::assemble(llvm::StringRef ptx, const AssembleOptions &options) {
  std::string ptxas = options.ptxas.empty() ? findToolkitProgram("ptxas") : options.ptxas;
  if (ptxas.empty())
    return llvm::createStringError("ptxas of the CUDA Toolkit was not found; set CUDA_PATH");
  TemporaryFolder folder;
  if (llvm::Error error = folder.check())
    return error;
  if (llvm::Error error = writeFile(folder.file("kernel.ptx"), ptx))
    return error;

  std::vector<std::string> command = {ptxas, "-arch=" + options.target.cpu(),
                                      "-O" + std::to_string(options.optimizationLevel)};
  if (options.lineInfo)
    command.push_back("-lineinfo");
  if (options.verbose)
    command.push_back("-v");
  llvm::append_range(command, options.extraArguments);
  command.insert(command.end(), {"-o", folder.file("kernel.cubin"), folder.file("kernel.ptx")});
  llvm::Expected<std::string> log = runProgram(command, folder.file("log"));
  if (!log)
    return log.takeError();
  llvm::Expected<std::string> cubin = readFile(folder.file("kernel.cubin"));
  if (!cubin)
    return cubin.takeError();
  return Assembly{std::move(*cubin), std::move(*log)};
}

llvm::Expected<std::string> codegen::disassemble(llvm::StringRef cubin, bool lineInfo) {
  TemporaryFolder folder;
  if (llvm::Error error = folder.check())
    return error;
  if (llvm::Error error = writeFile(folder.file("kernel.cubin"), cubin))
    return error;
  if (std::string nvdisasm = findToolkitProgram("nvdisasm"); !nvdisasm.empty()) {
    std::vector<std::string> command = {nvdisasm, "-c", folder.file("kernel.cubin")};
    if (lineInfo)
      command.insert(command.begin() + 1, "-g");
    return runProgram(command, folder.file("log"));
  }
  if (std::string cuobjdump = findToolkitProgram("cuobjdump"); !cuobjdump.empty())
    return runProgram({cuobjdump, "-sass", folder.file("kernel.cubin")}, folder.file("log"));
  return llvm::createStringError("neither nvdisasm nor cuobjdump of the CUDA Toolkit was found; set CUDA_PATH");
}
