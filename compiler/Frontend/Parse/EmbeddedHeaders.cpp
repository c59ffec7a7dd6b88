// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- EmbeddedHeaders.cpp - headers held in the binary -----------------------===//
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
tilec::frontend::withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                     llvm::ArrayRef<EmbeddedHeader> further) {
  auto embedded = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader &header : embeddedHeaders())
    embedded->addFile(embeddedRoot + "/" + header.path, /*ModificationTime=*/0,
                      llvm::MemoryBuffer::getMemBuffer(header.text, header.path));
  for (const EmbeddedHeader &header : further)
    embedded->addFile(embeddedRoot + "/" + header.path, /*ModificationTime=*/0,
                      llvm::MemoryBuffer::getMemBufferCopy(header.text, header.path));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  overlay->pushOverlay(std::move(embedded));
  return overlay;
}

llvm::Error tilec::frontend::writeEmbeddedHeaders(llvm::StringRef folder,
                                                  llvm::function_ref<bool(llvm::StringRef)> isWanted) {
  for (const EmbeddedHeader &header : embeddedHeaders()) {
    if (!isWanted(header.path))
      continue;
    std::string path = (folder + "/" + header.path).str();
    if (std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
      return llvm::createStringError("cannot write '" + path + "': " + error.message());
    llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &stream) {
      stream << header.text;
      return llvm::Error::success();
    });
    if (error)
      return error;
  }
  return llvm::Error::success();
}
