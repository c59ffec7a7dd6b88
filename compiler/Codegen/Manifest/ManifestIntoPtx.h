// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Writes the manifest into PTX, where the runtime finds it: as data, which ptxas carries into the cubin, and as a
/// comment for people.
#pragma once
#include "tilec/Manifest.h"
#include "llvm/IR/Module.h"
#include <string>

namespace tilec::codegen {

/// Adds the constant global array `__tilec_manifest` (JSON, zero-terminated) to `module`.
void addManifestArray(llvm::Module &module, const manifest::Manifest &manifest);

/// Puts the comment line behind the leading comment of `ptx`.
void addManifestComment(std::string &ptx, const manifest::Manifest &manifest);

} // namespace tilec::codegen
