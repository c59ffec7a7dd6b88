// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Commands.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;

char Reported::ID = 0;

std::error_code Reported::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error Commands::run(const std::vector<std::string> &command) const {
  if (options.verbose || options.program.dryRun) {
    llvm::errs() << "#$";
    for (const std::string &argument : command) {
      llvm::errs() << ' ';
      llvm::sys::printArg(llvm::errs(), argument, /*Quote=*/false);
    }
    llvm::errs() << '\n';
  }
  if (options.program.dryRun)
    return llvm::Error::success();
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(command.front());
  if (!program)
    return llvm::createStringError("cannot find the program '" + command.front() + "'");
  std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  std::string problem;
  int code = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, {}, 0, 0, &problem);
  if (code < 0)
    return llvm::createStringError("'" + command.front() + "' failed: " + problem);
  return code == 0 ? llvm::Error::success() : llvm::make_error<Reported>();
}

llvm::Expected<TemporaryFolder> TemporaryFolder::create() {
  llvm::SmallString<128> path;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("tilec", path))
    return llvm::createStringError("cannot make a temporary folder: " + error.message());
  TemporaryFolder folder;
  folder.path = path.str();
  return folder;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder &&other) : path(std::exchange(other.path, {})) {}

TemporaryFolder::~TemporaryFolder() {
  if (!path.empty())
    llvm::sys::fs::remove_directories(path);
}

std::string TemporaryFolder::file(const llvm::Twine &name) const {
  llvm::SmallString<128> file(path);
  llvm::sys::path::append(file, name);
  return file.str().str();
}
