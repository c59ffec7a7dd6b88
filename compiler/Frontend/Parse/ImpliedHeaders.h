// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ImpliedHeaders.h - headers that nobody includes and everybody uses -----===//
//
// The Toolkit's cuda_runtime.h, which every CUDA source begins with, includes much of the C library. Host code beside
// kernels relies on that; so the headers are included where a name of theirs is used, and cost nothing elsewhere. What
// tile code itself may use of them, the prelude has.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace tilec::frontend {

/// The header that declares `name`, if cuda_runtime.h includes it: "cstdio" for `stderr`, "limits" for
/// `std::numeric_limits`. Empty for all other names.
llvm::StringRef impliedHeader(llvm::StringRef name, bool isInStd);

} // namespace tilec::frontend
