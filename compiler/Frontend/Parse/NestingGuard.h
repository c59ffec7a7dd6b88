// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestingGuard.h - an end to sources that nest without end ---------------===//
#pragma once

namespace clang {
class Preprocessor;
}

namespace tilec::frontend {

/// Makes `preprocessor` report statements and expressions nested too deep for a parser that recurses, and end the
/// source there.
void guardNesting(clang::Preprocessor &preprocessor);

} // namespace tilec::frontend
