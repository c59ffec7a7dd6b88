// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The files that one compilation sees: those in memory before those on disk.
#pragma once
#include "tilec/Compiler.h"

#include "llvm/Support/VirtualFileSystem.h"

namespace tilec::jit {

/// Folder, in memory only, that holds CompileOptions::headers.
inline constexpr llvm::StringLiteral kHeaderFolder = "/__tilec/headers";

/// `disk` with `source` (if given) under its name and `headers` below kHeaderFolder.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk,
                                                               const SourceFile *source,
                                                               const std::vector<SourceFile> &headers);

/// What `text` is instead of a source, by its first bytes, as in "PTX"; empty if it may be one.
llvm::StringRef formatOfNoSource(llvm::StringRef text);

} // namespace tilec::jit
