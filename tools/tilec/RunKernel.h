// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --run: one launch of one kernel with described arguments, on the host or on a device.
#pragma once
#include "tools/tilec/Options.h"

namespace tilec::tool {

/// Runs the kernel and prints the arguments marked `out:`. False after an error, which is printed.
bool runKernel(Compilation &compilation, const RunOptions &options);

} // namespace tilec::tool
