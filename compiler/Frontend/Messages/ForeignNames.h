// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ForeignNames.h - names of other languages and libraries ----------------===//
//
// Who writes tile code has written SIMT code, C, or Python with arrays before, and names from there come along. This is
// the one place that knows them, and what tile code has for them.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::frontend {

/// Is it a function that only SIMT code has, such as `__syncthreads`?
bool isSimtIntrinsic(llvm::StringRef name);

/// What tile code has in place of a SIMT function: "use atomic_add<...>(pointer, value)" for `atomicAdd`; empty if
/// nothing stands in for it.
llvm::StringRef insteadOfSimt(llvm::StringRef name);

/// The function of `cuda::tiles` that stands in for one of the C or CUDA library ("sqrt" for `sqrtf`), or empty.
llvm::StringRef apiCounterpart(llvm::StringRef name);

/// What to write for a function called `name` in array languages and libraries, which `cuda::tiles` has not:
/// `select(condition, a, b)` for "where"; empty if there is nothing.
llvm::StringRef insteadOf(llvm::StringRef name);

/// Whose namespace or module `name` is: "Triton" for `tl`; empty for others.
llvm::StringRef ownerOfModule(llvm::StringRef name);

} // namespace tilec::frontend
