// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lines of the user's source an op comes from.
#pragma once

#include "mlir/IR/Location.h"

namespace tilec::tile {

/// The positions in `location` from the innermost callee out. Those in headers of the compiler's own, below
/// `/__tilec/`, mean nothing to a user: they are left out, unless there is no other.
llvm::SmallVector<mlir::FileLineColLoc> userLocations(mlir::Location location);

} // namespace tilec::tile
