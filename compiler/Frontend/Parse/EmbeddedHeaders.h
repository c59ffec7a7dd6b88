// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- EmbeddedHeaders.h - headers held in the binary -------------------------===//
//
// `cuda_tile.h`, the prelude, the wrappers of the type headers and Clang's own headers live in the binary, so that
// nothing but the library has to be installed. A build step (EmbedHeaders.cmake) writes the table.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace tilec::frontend {

struct EmbeddedHeader {
  /// Below one of the folders named here: "include/cuda_tile.h", "prelude.h", "clang/include/stddef.h".
  llvm::StringRef path;
  llvm::StringRef text;
};

/// Where the embedded headers appear to live.
inline constexpr llvm::StringLiteral embeddedRoot = "/__tilec";
inline constexpr llvm::StringLiteral embeddedInclude = "/__tilec/include";
inline constexpr llvm::StringLiteral embeddedPrelude = "/__tilec/prelude.h";
inline constexpr llvm::StringLiteral embeddedPredeclared = "/__tilec/predeclared.h";
inline constexpr llvm::StringLiteral embeddedClang = "/__tilec/clang";

/// Generated.
llvm::ArrayRef<EmbeddedHeader> embeddedHeaders();

/// Writes those that are wanted by their path in the table into `folder`, each whole or not at all.
llvm::Error writeEmbeddedHeaders(llvm::StringRef folder, llvm::function_ref<bool(llvm::StringRef)> isWanted);

/// `files` with the embedded headers, and further ones of a like kind, laid over it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, llvm::ArrayRef<EmbeddedHeader> further);

} // namespace tilec::frontend
