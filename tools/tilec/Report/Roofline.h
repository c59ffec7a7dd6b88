// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rooflines of a report: for each variant of each kernel a graph of what limits it, and the same in words.
#pragma once
#include "tilec/Compiler.h"

#include "llvm/Support/Error.h"

namespace tilec::tool {

/// As HTML. `tile` is the module with locations, `manifest` says which variants there are.
llvm::Expected<std::string> drawRooflines(const std::string &tile, const std::string &sourceName,
                                          const CompileOptions &options, const manifest::Manifest &manifest);

} // namespace tilec::tool
