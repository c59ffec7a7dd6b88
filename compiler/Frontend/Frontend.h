// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Frontend.h - CUDA Tile C++ to the `tile` dialect -----------------------===//
//
// The front end parses a whole `.cu` file with Clang, in process and for the tile space only: host functions are parsed
// because they launch (and so instantiate) kernels, SIMT functions are skipped, and every kernel is checked against the
// rules of tile code and lowered to one function of the module.
//
//   ParseSource    one parse: arguments, embedded headers, diagnostics
//   Hints          [[cutile::hint(...)]] from tokens to typed attributes
//   Restrictions   what tile code may not contain
//   Lowering       from the AST to the `tile` dialect
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tilec/Choice.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace clang {
class DiagnosticConsumer;
}

namespace tilec::frontend {

struct FrontendOptions {
  /// Clang's spellings of what the user may choose: -I -isystem -D -U -include -std= -W... -w.
  std::vector<std::string> arguments;
  /// What `__CUDA_ARCH__` tells the source: sm_80 ... sm_121, with an optional `a` or `f`.
  std::string architecture = "sm_90a";
  /// Plain constexpr functions are callable from tile code (--expt-relaxed-constexpr).
  bool relaxedConstexpr = false;
  /// Products and sums may become one fma (-fmad).
  bool fmad = true;
  /// Unmasked accesses through views that leave their tensors (--bounds).
  Bounds bounds = Bounds::Auto;
  /// The host code is compiled too, by somebody else: its wrong uses of tile code are errors, not warnings.
  bool compilesHostCode = false;
  /// Every pointer parameter of a kernel counts as `__restrict__`.
  bool restrictPointers = false;
  /// Structured control flow, canonical. Without, the module is left as it was lowered from the source: basic blocks,
  /// nothing folded, not even verifiable (combining regions may have several blocks). Executors that look for what a
  /// fold may exploit want that.
  bool structured = true;
  /// Use and fill the cache of precompiled type headers (cuda_fp16.h and its relatives).
  bool precompileHeaders = true;
  /// What that cache may hold, in bytes; the forms that were not used for longest go first.
  uint64_t precompiledBytes = 200 << 20;
  /// The CUDA Toolkit whose headers a source may include; searched for when empty.
  std::string cudaPath;
  /// Where sources and their includes come from; the machine's own when null.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem;
};

/// Parses and checks `fileName`; fails if there was any error. Diagnostics go to `consumer`, which is not owned. May be
/// called from several threads at once. (compiler/Jit does the same with `parseSource`, and lowers what was parsed.)
mlir::LogicalResult checkSource(const FrontendOptions &options, llvm::StringRef fileName,
                                clang::DiagnosticConsumer &consumer);

/// The flags with which Clang itself, and tools made of it, read sources: kernels, launches and host code, without the
/// rules of tile code. They name headers that this writes into the user's cache folder.
llvm::Expected<std::vector<std::string>> clangFlags(const FrontendOptions &options);

} // namespace tilec::frontend
