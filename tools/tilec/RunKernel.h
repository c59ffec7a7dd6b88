// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// --run: one launch of one kernel with described arguments, on the host or on a device.
#pragma once
#include "tools/tilec/CommandLine.h"

namespace tilec::tool {

/// Asks for the instance of a kernel template that `run` names, as `scale<float, 4>`.
void requestKernel(CompileOptions &options, const RunOptions &run);

/// Runs the kernel and prints the arguments marked `out:`. False after an error, which is printed.
bool runKernel(Compilation &compilation, const RunOptions &options);

/// Runs it on the CPU as a GPU would get it, with the arguments' first values, and hands over what its warps do. The
/// error is what the run's checks found, or why there was no run. Nothing is printed or written.
llvm::Error observeKernel(Compilation &compilation, const RunOptions &options,
                          const std::function<void(const HostEvent &)> &observer);

} // namespace tilec::tool
