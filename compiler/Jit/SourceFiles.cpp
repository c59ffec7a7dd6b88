// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/SourceFiles.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace tilec;

static llvm::StringRef withoutComments(llvm::StringRef text) {
  while (true) {
    text = text.ltrim();
    if (text.starts_with("//"))
      text = text.drop_front(std::min(text.find('\n'), text.size()));
    else if (text.starts_with("/*"))
      text = text.drop_front(std::min(text.find("*/", 2), text.size() - 2) + 2);
    else
      return text;
  }
}

llvm::StringRef jit::formatOfNoSource(llvm::StringRef text) {
  constexpr llvm::StringLiteral kFatbin("\x50\xed\x55\xba"), kBytecode("ML\xefR");
  constexpr size_t kBeginning = 512;
  switch (llvm::file_magic magic = llvm::identify_magic(text); magic) {
  case llvm::file_magic::bitcode:
    return "LLVM bitcode";
  case llvm::file_magic::archive:
    return "an archive";
  default:
    if (text.starts_with("\x7f"
                         "ELF"))
      return "a cubin or an object file";
  }
  if (text.starts_with(kFatbin))
    return "a fatbin";
  if (text.starts_with(kBytecode))
    return "MLIR bytecode";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return "UTF-16 text";
  if (text.take_front(kBeginning).contains('\0'))
    return "binary data";
  if (text.starts_with("; ModuleID"))
    return "LLVM IR";
  llvm::StringRef beginning = withoutComments(text);
  if (beginning.starts_with(".version") || beginning.starts_with(".target"))
    return "PTX";
  if (beginning.starts_with("#") && beginning.split('\n').first.contains(" = #"))
    return "MLIR"; // `#layout = #tile_gpu.layout<...>`
  for (llvm::StringRef start : {"module {", "module @", "module attributes", "#loc", "func.func"})
    if (beginning.starts_with(start))
      return "MLIR";
  return "";
}

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
