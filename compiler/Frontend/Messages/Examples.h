// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Examples.h - how functions of the API are called -----------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::frontend {

/// A call of the function, or a construction of the class, called `name` in `cuda::tiles`: `sum<0>(tile)` for "sum".
/// Empty if a plain list of arguments says nothing new.
llvm::StringRef exampleOf(llvm::StringRef name);

/// An example of a view's member: `view.load(i, j)` for "load".
llvm::StringRef exampleOfMember(llvm::StringRef name);

/// The header of the toolkit that defines the floating type `name`: "cuda_fp16.h" for "__half"; empty for others.
llvm::StringRef headerOfType(llvm::StringRef name);

} // namespace tilec::frontend
