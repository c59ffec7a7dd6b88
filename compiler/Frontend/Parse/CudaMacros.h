// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CudaMacros.h - what sources ask to learn that CUDA is compiled ---------===//
//
// And what they take for granted then. As flags of a compiler's command line: for the parse of tile code, and for the
// host compiler.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilec::frontend {

/// That CUDA with tiles is compiled, and by which version of the language: the one that this front end takes.
std::vector<std::string> cudaMacros(bool relaxedConstexpr);

/// What device code for `architecture`, such as `sm_90a`, is told of it.
std::vector<std::string> deviceMacros(llvm::StringRef architecture);

/// The extensions that Clang refuses by default and that NVIDIA's compiler and GCC take with a warning: narrowing in
/// braces (`dim3 grid{n, m}`), `register`, `"%"PRIu64`.
std::vector<std::string> acceptedExtensions();

/// 90 of `sm_90a` and `compute_90`.
unsigned chipNumber(llvm::StringRef architecture);

} // namespace tilec::frontend
