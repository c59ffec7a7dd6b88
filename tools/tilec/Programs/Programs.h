// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whole programs: every source becomes an object, and the host compiler links these with the runtime of programs.
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// Compiles and links everything that `options` asks for. False if anything failed, which is then printed.
bool buildProgram(const Options &options);

} // namespace tilec::tool
