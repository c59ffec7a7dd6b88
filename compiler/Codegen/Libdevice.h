// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The vendor's library of mathematical functions (`__nv_expf`, ...), LLVM bitcode that comes with the CUDA Toolkit.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tilec::codegen {

/// Path of libdevice.10.bc, or empty: `hint` when given, else below $CUDA_PATH or $CUDA_HOME, beside the toolkit found
/// when this library was built, or in /usr/local/cuda.
std::string findLibdevice(llvm::StringRef hint = "");

/// Links the functions that `module` calls, internalised, out of the libdevice at `hint` (see findLibdevice). Does
/// nothing when none is called. The error names a function that is needed and the places looked at.
llvm::Error linkLibdevice(llvm::Module &module, llvm::StringRef hint = "");

} // namespace tilec::codegen
