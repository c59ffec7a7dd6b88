// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tile kernels of a source as a program carries them.
#pragma once
#include "tools/tilec/CommandLine.h"

#include "llvm/Support/Error.h"

namespace tilec::tool {

struct TileModule {
  std::string image;      ///< a fatbin, or PTX where nothing assembles it
  std::string tileModule; ///< the `tile` dialect
  std::vector<manifest::Kernel> kernels;
};

/// Compiles the tile kernels of `source` for all architectures; what is reported is printed. No kernels: no image.
llvm::Expected<TileModule> compileTileModule(const Options &options, const SourceFile &source,
                                             const std::string &object);

} // namespace tilec::tool
