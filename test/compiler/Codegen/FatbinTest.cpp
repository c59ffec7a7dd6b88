// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver documents no format, so the toolkit's own tool is the reference.
#include "compiler/Codegen/Ptx/Fatbin.h"
#include "compiler/Codegen/Ptx/Ptxas.h"
#include "test/support/Catch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::codegen;

static std::string ptxFor(const Target &target) {
  return ".version " + std::to_string(target.ptxVersion() / 10) + "." + std::to_string(target.ptxVersion() % 10) +
         "\n.target " + target.cpu() + "\n.address_size 64\n.visible .entry k() { ret; }\n";
}

/// What `fatbinary` makes of one image.
static std::string reference(const std::string &tool, const Target &target, const std::string &image,
                             const std::string &kind = "elf") {
  llvm::SmallString<64> in, out;
  REQUIRE(!llvm::sys::fs::createTemporaryFile("fatbin", "image", in));
  REQUIRE(!llvm::sys::fs::createTemporaryFile("fatbin", "fatbin", out));
  std::error_code error;
  llvm::raw_fd_ostream(in, error) << image;
  std::string create = "--create=" + out.str().str();
  std::string described = "--image3=kind=" + kind + ",sm=" + target.cpu().substr(3) + ",file=" + in.str().str();
  REQUIRE(llvm::sys::ExecuteAndWait(tool, {tool, "-64", "--compress=false", create, described}) == 0);
  std::string bytes = (*llvm::MemoryBuffer::getFile(out))->getBuffer().str();
  llvm::sys::fs::remove(in);
  llvm::sys::fs::remove(out);
  return bytes;
}

// From sm_100 on the tool adds a table of what the image could be finalised for, which images for one chip do not need.
TEST_CASE("a fatbin is byte for byte the toolkit's") {
  std::string tool = findToolkitProgram("fatbinary");
  if (tool.empty() || findToolkitProgram("ptxas").empty())
    return;
  for (const char *name : {"sm_80", "sm_89", "sm_90a", "compute_90"}) {
    INFO(name);
    AssembleOptions options;
    options.target = llvm::cantFail(Target::parse(name));
    auto assembly = assemble(ptxFor(options.target), options);
    REQUIRE(bool(assembly));
    bool same = makeFatbin({{FatbinImage::Kind::Cubin, options.target, assembly->cubin}}) ==
                reference(tool, options.target, assembly->cubin);
    CHECK(same);
  }
}

TEST_CASE("PTX stands in a fatbin as it is") {
  Target target = llvm::cantFail(Target::parse("compute_80"));
  std::string ptx = ptxFor(target);
  std::string bytes = makeFatbin({{FatbinImage::Kind::Ptx, target, ptx}});
  CHECK(bytes.size() % 8 == 0);
  CHECK(bytes.find(ptx + '\0') == 16 + 64 + 16);
  if (std::string tool = findToolkitProgram("fatbinary"); !tool.empty())
    CHECK(bool(bytes == reference(tool, target, ptx, "ptx")));
}
