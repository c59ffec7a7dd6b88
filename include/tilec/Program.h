// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compiled kernels that run on a GPU or on the CPU, with the same calls for both.
#ifndef TILEC_PROGRAM_H
#define TILEC_PROGRAM_H

#include "tilec/CodeCache.h"
#include "tilec/Compiler.h"
#include "tilec/Runtime.h"

#include <initializer_list>

namespace tilec {

/// Where kernels run.
class Place {
public:
  /// The first GPU, or the CPU where there is none.
  static Place best();
  static Place host(HostOptions options = {});
  static Place device(runtime::Context context);

  bool isHost() const {
    return !context;
  }
  /// What to compile for: the GPU's, or sm_90a for the CPU.
  std::string architecture() const;

private:
  friend class Program;
  friend class Memory;
  std::optional<runtime::Context> context;
  HostOptions hostOptions;
};

/// Memory that kernels at a place can use; freed with the last handle. Sizes in bytes.
class Memory {
public:
  static runtime::Expected<Memory> allocate(const Place &place, size_t bytes);
  runtime::Status copyFrom(const void *source, size_t bytes) const;
  /// Waits for nothing: Program::launch has.
  runtime::Status copyTo(void *target, size_t bytes) const;
  /// For launches.
  operator runtime::Argument() const;

private:
  std::shared_ptr<std::vector<unsigned char>> hostBytes;
  std::optional<runtime::Buffer> buffer;
};

/// A source compiled for a place.
class Program {
public:
  /// Compiles; `options.architecture` is set by the place. A failure's text is what the compiler reported. For a GPU,
  /// code that was compiled before comes from `cache`.
  static runtime::Expected<Program> build(const Place &place, const SourceFile &source, CompileOptions options = {},
                                          const CodeCache &cache = {});

  /// Runs a kernel (by symbol or C++ name) over a grid of tile blocks and waits for its end.
  runtime::Status launch(const std::string &kernel, runtime::Dim3 grid, std::span<const runtime::Argument> arguments);
  runtime::Status launch(const std::string &kernel, runtime::Dim3 grid,
                         std::initializer_list<runtime::Argument> arguments) {
    return launch(kernel, grid, std::span(arguments.begin(), arguments.size()));
  }

  /// Parses the source now if the code came from the cache.
  Compilation &compilation();

private:
  Place place;
  SourceFile source;
  CompileOptions options;
  std::shared_ptr<Compilation> compiled;
  std::optional<runtime::Module> module;
};

} // namespace tilec

#endif // TILEC_PROGRAM_H
