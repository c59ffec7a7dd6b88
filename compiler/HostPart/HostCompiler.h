// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command lines of the host compiler, and the folder of headers that it reads.
#pragma once
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tilec::hostpart {

using Command = std::vector<std::string>;

struct HostCompiler {
  std::string program = "c++";
  /// -I -isystem -D -U -include, as the user gave them.
  std::vector<std::string> preprocessing;
  /// For every call of it: -Xcompiler, -m64.
  std::vector<std::string> arguments;
  /// As -std= has it.
  std::string standard = "gnu++20";
  /// The CUDA Toolkit's include folder; empty without one.
  std::string toolkitInclude;
  /// Chips that device code is made for, `sm_90a` or `compute_90`: headers make names of the list.
  std::vector<std::string> architectures;
  /// Options that sources see as macros.
  bool relaxedConstexpr = false, relocatable = false;
  /// Where writeHostHeaders has put the headers.
  std::string headers;
};

/// Writes the headers that host code reads into `folder`.
llvm::Error writeHostHeaders(llvm::StringRef folder);

/// Preprocesses a CUDA source as nvcc has its host code preprocessed.
Command preprocessCommand(const HostCompiler &compiler, llvm::StringRef source, llvm::StringRef output);
/// The command that preprocesses SIMT code for a chip, `sm_90a`.
Command preprocessForDeviceCommand(const HostCompiler &compiler, llvm::StringRef chip, llvm::StringRef source,
                                   llvm::StringRef output);
/// The command that preprocesses with a Clang that compiles CUDA, with its own headers before the Toolkit's.
Command preprocessByClangCommand(const HostCompiler &compiler, llvm::StringRef clang, llvm::StringRef chip,
                                 llvm::StringRef source, llvm::StringRef output);
/// What tells such a Clang the chip and the Toolkit.
Command clangDeviceOptions(const HostCompiler &compiler, llvm::StringRef chip);
/// Compiles a preprocessed source to an object. `options`: -O, -g and the like.
Command compileCommand(const HostCompiler &compiler, llvm::StringRef preprocessed, llvm::StringRef object,
                       const std::vector<std::string> &options);
/// Compiles a source without CUDA.
Command compilePlainCommand(const HostCompiler &compiler, llvm::StringRef source, llvm::StringRef object,
                            const std::vector<std::string> &options);

} // namespace tilec::hostpart
