// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A stack for compilers: parsers, evaluators and passes recurse as deep as a source nests.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilec::jit {

/// Runs `work` on a thread of its own with a stack of 512 MiB, and returns when it has ended. The caller may have any
/// stack. Pages that are never touched cost nothing. Within `work` a further call is an ordinary one.
///
/// Where so many addresses are not to be had, the stack is smaller; without threads `work` runs on the caller's stack.
void onLargeStack(llvm::function_ref<void()> work);

} // namespace tilec::jit
