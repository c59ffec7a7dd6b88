// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelDeclarations.h - kernels keep to Clang's space rules -------------===//
//
// The prelude makes Clang add host and device attributes to every function (`force_cuda_host_device`). A kernel, of
// tiles or of threads, must not get them: they contradict `global` as soon as it is declared again, specialised or
// instantiated explicitly. So the forcing is suspended from the specifier until the head of its declaration is
// complete: until the token after the `;` or `{` that stands outside of all brackets.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/FunctionExtras.h"

namespace clang {
class CompilerInstance;
class Token;
} // namespace clang

namespace tilec::frontend {

/// What is to see each token that is parsed, from the first on; the specifiers are `__tile_global__` and `__global__`.
llvm::unique_function<void(const clang::Token &)> watchKernelDeclarations(clang::CompilerInstance &instance);

} // namespace tilec::frontend
