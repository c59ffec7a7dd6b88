// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where results go. A file is written whole or not at all.
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// Writes to `path` ("-": standard output) by way of a temporary file, so that an error leaves no half of it.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef bytes);

/// File for the product of `input` for `architecture`.
std::string outputPath(const Options &options, llvm::StringRef input, llvm::StringRef architecture);

/// `kernel.cu` -> `kernel`; standard input -> `stdin`.
std::string stemOf(llvm::StringRef input);

/// The library's stage that holds `product`; a fatbin is made of cubins.
Stage stageOf(Product product);

} // namespace tilec::tool
