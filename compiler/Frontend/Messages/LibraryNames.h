// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LibraryNames.h - what to say about functions of other libraries --------===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::frontend {

/// Is it a function that only SIMT code has, such as `__syncthreads`?
bool isSimtIntrinsic(llvm::StringRef name);

/// The function of `cuda::tiles` that stands in for one of the C or CUDA library ("sqrt" for `sqrtf`), or empty.
llvm::StringRef apiCounterpart(llvm::StringRef name);

} // namespace tilec::frontend
