// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Restrictions.h - what tile code may not contain ------------------------===//
#pragma once

namespace clang {
class CompilerInstance;
}

namespace tilec::frontend {
struct FrontendOptions;

/// Reports what the kernels of the translation unit, and all that they reach, must not contain.
void checkTileCode(clang::CompilerInstance &instance, const FrontendOptions &options);

} // namespace tilec::frontend
