// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tilec/Outputs.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tool;

llvm::Error tool::writeFile(llvm::StringRef path, llvm::StringRef bytes) {
  // A folder would only fail at the final rename, with a text that names the temporary file.
  if (path != "-" && llvm::sys::fs::is_directory(path))
    return llvm::createStringError("cannot write '" + path + "': is a directory");
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &stream) {
    stream << bytes;
    return llvm::Error::success();
  });
  if (error)
    return llvm::createStringError("cannot write '" + path + "': " + llvm::toString(std::move(error)));
  return llvm::Error::success();
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
  case Product::Dependencies:
    return ".d";
  }
  return "";
}

static bool isText(Product product) {
  return product != Product::Cubin && product != Product::Fatbin;
}

std::string tool::outputPath(const Options &options, llvm::StringRef input, llvm::StringRef architecture) {
  if (!options.output.empty())
    return options.output;
  if (isText(options.product) && (options.productByEmit || input == "-"))
    return "-";
  bool several = options.architectures.size() > 1 && options.product != Product::Fatbin;
  return stemOf(input) + (several ? "." + architecture.str() : "") + extensionOf(options.product);
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
    return Stage::Cubin;
  case Product::SASS:
    return Stage::SASS;
  }
  return Stage::PTX;
}
