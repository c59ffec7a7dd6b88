// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Programs/RelocatableCode.h"

#include "compiler/HostPart/Registration.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilec;
using namespace tilec::tool;

static constexpr llvm::StringLiteral kPtx = "ptx";

static void appendText(std::string &bytes, llvm::StringRef text) {
  char length[8];
  llvm::support::endian::write64le(length, text.size());
  bytes.append(length, sizeof length);
  bytes += text;
}

std::string tool::packRelocatable(llvm::ArrayRef<codegen::FatbinImage> images, llvm::StringRef ptx) {
  std::string bytes;
  for (const codegen::FatbinImage &image : images) {
    appendText(bytes, image.target.cpu());
    appendText(bytes, image.bytes);
  }
  appendText(bytes, kPtx);
  appendText(bytes, ptx);
  return bytes;
}

namespace {

llvm::Error damaged(llvm::StringRef file) {
  return llvm::createStringError("the SIMT code in '" + file + "' is damaged");
}

bool takeText(llvm::StringRef &rest, llvm::StringRef &text) {
  if (rest.size() < 8)
    return false;
  uint64_t length = llvm::support::endian::read64le(rest.data());
  rest = rest.drop_front(8);
  if (rest.size() < length)
    return false;
  text = rest.take_front(length);
  rest = rest.drop_front(length);
  return true;
}

llvm::Error addSection(llvm::StringRef bytes, llvm::StringRef file, RelocatableCode &code) {
  while (!bytes.empty()) {
    llvm::StringRef architecture, contents;
    if (!takeText(bytes, architecture) || !takeText(bytes, contents))
      return damaged(file);
    if (architecture == kPtx)
      code.ptx += contents;
    else
      code.cubins[architecture.str()].push_back(contents.str());
  }
  return llvm::Error::success();
}

llvm::Error addObject(llvm::MemoryBufferRef buffer, RelocatableCode &code) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(buffer);
  if (!object) {
    llvm::consumeError(object.takeError()); // the linker knows what it is
    return llvm::Error::success();
  }
  for (const llvm::object::SectionRef &section : (*object)->sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    code.isLinked |= *name == hostpart::kLinkedSection;
    if (*name != hostpart::kRelocatableSection)
      continue;
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    if (llvm::Error error = addSection(*contents, buffer.getBufferIdentifier(), code))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error addArchive(llvm::MemoryBufferRef buffer, RelocatableCode &code) {
  auto archive = llvm::object::Archive::create(buffer);
  if (!archive)
    return archive.takeError();
  llvm::Error failed = llvm::Error::success();
  for (const llvm::object::Archive::Child &child : (*archive)->children(failed)) {
    llvm::Expected<llvm::MemoryBufferRef> member = child.getMemoryBufferRef();
    if (!member)
      return llvm::joinErrors(std::move(failed), member.takeError());
    if (llvm::Error error = addObject(*member, code))
      return llvm::joinErrors(std::move(failed), std::move(error));
  }
  return failed;
}

} // namespace

llvm::Expected<RelocatableCode> tool::findRelocatable(llvm::ArrayRef<std::string> files) {
  RelocatableCode code;
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer)
      continue; // the linker says so
    bool isArchive = (*buffer)->getBuffer().starts_with("!<arch>\n");
    llvm::MemoryBufferRef bytes = **buffer;
    if (llvm::Error error = isArchive ? addArchive(bytes, code) : addObject(bytes, code))
      return std::move(error);
  }
  return code;
}
