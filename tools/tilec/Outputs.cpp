// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Outputs.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;

/// A full disk shows when the stream is flushed; an error left in the stream would end the process.
static std::error_code writeTo(llvm::raw_fd_ostream &stream, llvm::StringRef bytes) {
  stream << bytes;
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

/// A device or a pipe cannot be replaced, only written to.
static std::error_code writeSpecial(llvm::StringRef path, llvm::StringRef bytes) {
  if (path == "-")
    return writeTo(llvm::outs(), bytes);
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  return error ? error : writeTo(stream, bytes);
}

static std::error_code writeWhole(llvm::StringRef path, llvm::StringRef bytes) {
  llvm::Expected<llvm::sys::fs::TempFile> file = llvm::sys::fs::TempFile::create(path + ".temp-%%%%%%");
  if (!file)
    return llvm::errorToErrorCode(file.takeError());
  llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
  if (std::error_code error = writeTo(stream, bytes)) {
    llvm::consumeError(file->discard());
    return error;
  }
  return llvm::errorToErrorCode(file->keep(path));
}

llvm::Error tool::writeFile(llvm::StringRef path, llvm::StringRef bytes) {
  llvm::sys::fs::file_status status;
  bool exists = path != "-" && !llvm::sys::fs::status(path, status);
  std::error_code error;
  if (exists && llvm::sys::fs::is_directory(status))
    error = std::make_error_code(std::errc::is_a_directory);
  else if (path == "-" || (exists && !llvm::sys::fs::is_regular_file(status)))
    error = writeSpecial(path, bytes);
  else
    error = writeWhole(path, bytes);
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError("cannot write '" + (path == "-" ? "standard output" : path) + "': " + error.message());
}

std::string tool::stemOf(llvm::StringRef input) {
  return input == "-" ? "stdin" : llvm::sys::path::stem(input).str();
}

static const char *extensionOf(Product product) {
  switch (product) {
  case Product::Tile:
    return ".tile.mlir";
  case Product::TileGPU:
    return ".tile-gpu.mlir";
  case Product::NVVM:
    return ".nvvm.mlir";
  case Product::LLVM:
    return ".ll";
  case Product::PTX:
    return ".ptx";
  case Product::Cubin:
    return ".cubin";
  case Product::SASS:
    return ".sass";
  case Product::Fatbin:
    return ".fatbin";
  case Product::Bundle:
    return ".tilec";
  case Product::Embed:
    return ".kernels.cpp";
  case Product::Program:
    return ".o";
  case Product::Dependencies:
    return ".d";
  }
  return "";
}

static bool isText(Product product) {
  return product != Product::Cubin && product != Product::Program && !holdsArchitectures(product);
}

std::string tool::outputPath(const Options &options, llvm::StringRef input, llvm::StringRef architecture) {
  if (!options.output.empty())
    return options.output;
  if (isText(options.product) && (options.productByEmit || input == "-"))
    return "-";
  bool several = options.architectures.size() > 1 && !holdsArchitectures(options.product);
  llvm::SmallString<128> path(options.outputFolder);
  llvm::sys::path::append(path, stemOf(input) + (several ? "." + architecture : "") + extensionOf(options.product));
  return path.str().str();
}

Stage tool::stageOf(Product product) {
  switch (product) {
  case Product::Tile:
    return Stage::Tile;
  case Product::TileGPU:
    return Stage::TileGPU;
  case Product::NVVM:
    return Stage::NVVM;
  case Product::LLVM:
    return Stage::LLVM;
  case Product::PTX:
  case Product::Dependencies:
    return Stage::PTX;
  case Product::Cubin:
  case Product::Fatbin:
  case Product::Bundle:
  case Product::Embed:
  case Product::Program:
    return Stage::Cubin;
  case Product::SASS:
    return Stage::SASS;
  }
  return Stage::PTX;
}
