// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- EmbeddedHeaders.cpp - headers held in the binary -----------------------===//
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

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
