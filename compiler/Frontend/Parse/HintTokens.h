// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HintTokens.h - [[cutile::hint(...)]] rewritten for Clang ---------------===//
#pragma once

namespace clang {
class Preprocessor;
}

namespace tilec::frontend {

/// Makes `preprocessor` turn each hint into `[[clang::annotate("cutile.hint", arch, "key", value, ...)]]`.
void rewriteHints(clang::Preprocessor &preprocessor);

} // namespace tilec::frontend
