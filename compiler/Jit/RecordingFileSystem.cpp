// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/RecordingFileSystem.h"

using namespace tilec::jit;

void RecordingFileSystem::note(const llvm::Twine &path, const llvm::ErrorOr<llvm::vfs::Status> &status) {
  if (status && !status->isRegularFile())
    return;
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  if (!makeAbsolute(absolute))
    found[absolute.str().str()] = bool(status);
}

llvm::ErrorOr<llvm::vfs::Status> RecordingFileSystem::status(const llvm::Twine &path) {
  auto result = ProxyFileSystem::status(path);
  note(path, result);
  return result;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> RecordingFileSystem::openFileForRead(const llvm::Twine &path) {
  auto file = ProxyFileSystem::openFileForRead(path);
  note(path, file ? (*file)->status() : llvm::ErrorOr<llvm::vfs::Status>(file.getError()));
  return file;
}

bool RecordingFileSystem::exists(const llvm::Twine &path) {
  return bool(status(path));
}

llvm::ErrorOr<std::string> RecordingFileSystem::getCurrentWorkingDirectory() const {
  auto folder = ProxyFileSystem::getCurrentWorkingDirectory();
  return folder ? folder : llvm::ErrorOr<std::string>("/");
}
