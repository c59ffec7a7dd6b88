// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/SourceFiles.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilec;

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
jit::makeFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk, const SourceFile *source,
                    const std::vector<SourceFile> &headers) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  if (auto folder = disk->getCurrentWorkingDirectory())
    memory->setCurrentWorkingDirectory(*folder);
  auto add = [&](llvm::StringRef path, const std::string &text) {
    memory->addFile(path, /*ModificationTime=*/0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  };
  if (source)
    add(source->name, source->text);
  for (const SourceFile &header : headers) {
    bool absolute = llvm::sys::path::is_absolute(header.name);
    add(absolute ? header.name : (kHeaderFolder + "/" + header.name).str(), header.text);
  }
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
  both->pushOverlay(memory);
  return both;
}
