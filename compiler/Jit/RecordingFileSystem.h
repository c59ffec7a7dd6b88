// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Remembers what a compilation looked for on disk, so that a later one can tell whether it would find the same.
#pragma once
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace tilec::jit {

class RecordingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override;
  /// The root where the working directory was deleted: overlays expect that there is one.
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override;

  /// Absolute paths of what was asked for: true for regular files, false for what was not there. Folders are left out.
  const std::map<std::string, bool> &lookups() const {
    return found;
  }

private:
  void note(const llvm::Twine &path, const llvm::ErrorOr<llvm::vfs::Status> &status);

  std::map<std::string, bool> found;
};

} // namespace tilec::jit
