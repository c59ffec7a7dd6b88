// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the blocks of one launch over threads.
#pragma once

#include "compiler/Host/DecodedKernel.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilec::host {

/// Runs every block of `launch.grid`; `threads` 0 means one for each core. Returns when all have ended or one has
/// failed.
void execute(const Program &program, LaunchState &launch, llvm::ArrayRef<void *> arguments, unsigned threads);

} // namespace tilec::host
