// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Other programs that are run, and the files between them.
#pragma once
#include "tools/tilec/CommandLine.h"

#include "llvm/Support/Error.h"

namespace tilec::tool {

/// Runs programs, or only prints how (--dryrun).
class Commands {
public:
  explicit Commands(const Options &options) : options(options) {}

  /// The error says that the program could not be run; what else went wrong it has printed itself.
  llvm::Error run(const std::vector<std::string> &command) const;

private:
  const Options &options;
};

/// A folder for intermediate files, which goes with the object.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&other);
  ~TemporaryFolder();

  std::string file(const llvm::Twine &name) const;

private:
  TemporaryFolder() = default;
  std::string path;
};

/// An error whose text someone else has printed.
class Reported : public llvm::ErrorInfo<Reported> {
public:
  static char ID;
  void log(llvm::raw_ostream &) const override {}
  std::error_code convertToErrorCode() const override;
};

} // namespace tilec::tool
