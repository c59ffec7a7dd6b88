// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which accesses certainly go to global memory.
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

namespace tilec {

/// The loads, stores and atomics below `root` whose pointers come from kernel parameters and module variables alone.
/// Pointers that were loaded, made of integers, or lead to the block's own memory are not.
GlobalAccesses findGlobalAccesses(mlir::Operation *root);

} // namespace tilec
