// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One file of the code cache: a line of JSON (what the code depends on, what was reported), then the image.
#pragma once
#include "tilec/CodeCache.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace tilec::jit {

/// A file as it was found, or a place where none was.
struct FileState {
  std::string path;
  bool exists = false;
  uint64_t size = 0;
  int64_t time = 0; ///< of the last change, in the clock's ticks
  std::string hash; ///< of the content

  /// What is there now. Nothing if it is there and cannot be read.
  static std::optional<FileState> read(const std::string &path);
  /// Whether a compilation would see the same; equal times and sizes are taken for equal contents.
  bool isUnchanged() const;
};

struct CacheEntry {
  std::vector<FileState> files;
  CompiledCode code;

  /// The entry as bytes of a file.
  std::string serialize() const;
  /// Nothing if the bytes are damaged or of another version.
  static std::optional<CacheEntry> parse(llvm::StringRef bytes);
};

/// 32 hexadecimal digits.
std::string hashOf(llvm::StringRef bytes);
/// The same for all that changes what a compilation gives.
std::string hashOfOptions(const CompileOptions &options);

} // namespace tilec::jit
