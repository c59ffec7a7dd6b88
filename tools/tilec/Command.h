// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command as a function, which the program `tilec` and libtilec.so share.
#pragma once
#include "tilec-c/Compiler.h"

namespace tilec::tool {

/// Ends the process with a message.
[[noreturn]] void endWithoutMemory();

} // namespace tilec::tool
