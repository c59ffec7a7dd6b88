// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PrecompiledHeaders.h - preambles kept between compilations -------------===//
//
// Reading cuda_tile.h and the type headers takes up to 0.2 s, without the bodies that nobody reads (SkippedBodies.h);
// loading their precompiled form takes a tenth of that. The form is kept in the user's cache folder (TILEC_CACHE_DIR,
// else XDG_CACHE_HOME/tilec, else ~/.cache/tilec), under a name that is a hash of the compiler, the arguments and the
// preamble; beside it stands a list of the files of the machine that went into it, with sizes and times, which must
// still hold.
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
