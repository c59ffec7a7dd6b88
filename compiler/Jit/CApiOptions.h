// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Options of the C API as the library has them.
#pragma once
#include "tilec-c/Compiler.h"
#include "tilec/Compiler.h"

namespace tilec {

/// Defaults for null.
CompileOptions compileOptionsFromC(const TilecCompileOptions *given);

} // namespace tilec
