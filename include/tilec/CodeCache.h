// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compiled code that is kept on disk, for programs that compile the same kernels each time they run.
///
///   tilec::CodeCache cache;
///   tilec::CompiledCode code = cache.compile({"scale.cu", text}, options);
///   if (!code.succeeded()) ... // code.diagnostics say why
///   auto module = tilec::runtime::Module::load(context, code.image);
#ifndef TILEC_CODECACHE_H
#define TILEC_CODECACHE_H

#include "tilec/Compiler.h"

#include <map>

namespace tilec {

/// What a source was compiled to.
struct CompiledCode {
  std::string image;                               ///< PTX or a cubin with its manifest inside; empty after an error
  std::vector<Diagnostic> diagnostics;             ///< as the compilation gave them, whenever that was
  std::map<std::string, std::string> loweredNames; ///< symbols of the name expressions
  bool fromCache = false;                          ///< nothing was compiled

  bool succeeded() const {
    return !image.empty();
  }
};

/// A folder of compiled code. Entries hold for one build of the compiler (wherever it lies), source, set of options,
/// working folder, and for the headers on disk as they were, and as they were not: one that appears earlier on a search
/// path counts. Any number of threads and processes may use a folder at once: one compiles, the others wait for it.
/// What cannot be read or written is compiled as if there were no cache.
class CodeCache {
public:
  struct Options {
    /// Empty: `code` in TILEC_CACHE_DIR, else `$XDG_CACHE_HOME/tilec`, else `~/.cache/tilec`.
    std::string folder = {};
    /// Least recently used entries go when there is more.
    uint64_t maxBytes = uint64_t(256) << 20;
  };

  CodeCache() : CodeCache(Options()) {}
  explicit CodeCache(Options options);

  /// Compiles `source` to `stage` (PTX or Cubin), or takes what an equal call made before. Failures are not kept.
  CompiledCode compile(const SourceFile &source, const CompileOptions &options, Stage stage = Stage::PTX) const;
  /// Empty if there is no place for caches.
  const std::string &folder() const {
    return options.folder;
  }

private:
  Options options;
};

} // namespace tilec

#endif // TILEC_CODECACHE_H
