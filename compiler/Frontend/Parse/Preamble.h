// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Preamble.h - what is read before the first line of a source ------------===//
//
// A source is read as if it began with
//
//   prelude.h                      spaces, vector types
//   predeclared.h                  parts of the C++ library; cuda_runtime.h, the Toolkit's or else our own
//   #include <cuda_tile.h> ...     the well-known headers that the source itself includes
//   #define NAME VALUE             the user's -D and -U
//
// A header is well known if neither its meaning nor anything else's changes when it is read earlier. Those are taken
// that nothing precedes but such an `#include`, or a macro of an ordinary name: conditions end the list, and so do
// names that headers look at. The user's own headers beside the source are looked into. All but the last part is the
// same for most sources, so it is kept precompiled (PrecompiledHeaders); and names such as N, given with -D, do not
// reach into our headers.
//
// The scan for these headers also finds launches that begin with `<<<{`, which Clang's parser does not take; such files
// are read with `dim3` before the brace.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Frontend.h"

namespace tilec::frontend {

/// A file of the user's, with another text.
struct PreambleFile {
  std::string path;
  std::string text;
};

struct Preamble {
  /// The text of everything but the definitions.
  std::string headers;
  /// `#define` and `#undef` lines.
  std::string definitions;
  /// What is left of the user's arguments: definitions of reserved names stay.
  std::vector<std::string> arguments;
  /// What is to be read in place of files on disk.
  std::vector<PreambleFile> rewritten;
};

Preamble makePreamble(const FrontendOptions &options, llvm::StringRef fileName, llvm::vfs::FileSystem &files);

} // namespace tilec::frontend
