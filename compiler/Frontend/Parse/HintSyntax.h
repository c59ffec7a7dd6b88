// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HintSyntax.h - [[cutile::hint(...)]] as Clang reads it -----------------===//
#pragma once

namespace clang {
class Preprocessor;
}

namespace tilec::frontend {

/// Makes `preprocessor` turn each hint into `[[clang::annotate("cutile.hint", arch, "key", value, ...)]]`.
void rewriteHints(clang::Preprocessor &preprocessor);

} // namespace tilec::frontend
