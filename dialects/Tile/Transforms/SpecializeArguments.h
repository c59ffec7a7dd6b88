// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-specialize-arguments for targets where tensor maps carry more than loads and stores.
#pragma once

#include "dialects/Tile/Transforms/Passes.h"

namespace tilec::tile {

/// `bulkReductions`: tensor maps carry every reduction that they can, not only those behind products.
std::unique_ptr<mlir::Pass> createSpecializeArguments(const SpecializeArgumentsOptions &options, bool bulkReductions);

} // namespace tilec::tile
