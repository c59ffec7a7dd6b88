// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reports say of an operation's place in the source.
#pragma once

#include "compiler/Host/DecodedKernel.h"

namespace mlir {
class Operation;
}

namespace tilec::host {

/// File, line and column, and the chain of calls that was inlined to bring the op here.
Site makeSite(mlir::Operation *op);

} // namespace tilec::host
