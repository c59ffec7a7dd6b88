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

namespace clang {
class CompilerInstance;
} // namespace clang

namespace tilec::frontend {

/// Watches the tokens of `instance` for `__tile_global__` and `__global__`. To be called before parsing.
void watchKernelDeclarations(clang::CompilerInstance &instance);

} // namespace tilec::frontend
