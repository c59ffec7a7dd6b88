// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// `kernel<<<grid, block>>>(a)` as a call of the kernel's stub:
///
///   (::__tilec_host::configure(grid, block) ? (void)0 : kernel(a))
///
/// A launch is found by its tokens, which nothing else has in this order. So launches in templates, macros' expansions
/// and code that does not compile are found like all others.
#pragma once
#include "compiler/HostPart/SourceTokens.h"
#include "compiler/HostPart/TextEdits.h"

namespace tilec::hostpart {

/// Adds what rewrites the launches to `edits`.
void rewriteLaunches(const SourceTokens &tokens, TextEdits &edits);

/// Adds the block to launches that have none, as CUDA compilers without tile code want it.
void completeLaunches(const SourceTokens &tokens, TextEdits &edits);

} // namespace tilec::hostpart
