// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where the body of a function stands in the text.
#pragma once
#include "compiler/HostPart/SourceTokens.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilec::hostpart {

/// Place in the text of a source location.
using PlaceOf = llvm::function_ref<size_t(clang::SourceLocation)>;

struct BodyRange {
  size_t begin, end; ///< with its braces
};

/// The body of this definition, whether it was parsed or skipped. Nothing for one that has none of its own (`=
/// default`).
std::optional<BodyRange> bodyOf(const clang::FunctionDecl *function, const SourceTokens &tokens, PlaceOf placeOf);

} // namespace tilec::hostpart
