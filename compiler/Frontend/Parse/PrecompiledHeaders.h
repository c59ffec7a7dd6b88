// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrecompiledHeaders.h - preambles kept between compilations -------------===//
//
// Parsing cuda_tile.h and the type headers takes longer than most kernels do, even without function bodies that nobody
// calls (SkippedBodies.h). Loading their precompiled form is quick. It is kept in the user's cache folder
// (TILEC_CACHE_DIR, else XDG_CACHE_HOME/tilec, else ~/.cache/tilec), under a hash of the compiler, the arguments and
// the preamble. Beside it stands a list of the files that were read, with their sizes and times. Where one of them has
// changed, the headers are parsed again.
//
// The cache is bounded (FrontendOptions::precompiledBytes). Nothing depends on it: if the folder cannot be written, or
// the preamble has errors, the headers are simply parsed.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Parse/Invocation.h"
#include "compiler/Frontend/Parse/Preamble.h"
#include <string>

namespace tilec::frontend {

/// The precompiled form of the preamble, made now if need be; empty if there is none. `files` holds the preamble.
std::string precompiledPreamble(const FrontendOptions &options, const Preamble &preamble,
                                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace tilec::frontend
