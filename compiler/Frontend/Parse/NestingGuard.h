// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestingGuard.h - an end to sources that nest without end ---------------===//
#pragma once

#include "llvm/ADT/FunctionExtras.h"

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace tilec::frontend {

/// What is to see each token that `preprocessor` hands out: it reports statements and expressions nested too deep for a
/// parser that recurses, and ends the source there.
llvm::unique_function<void(const clang::Token &)> guardNesting(clang::Preprocessor &preprocessor);

} // namespace tilec::frontend
