// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which accesses certainly go to global memory, and which to shared memory.
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

namespace tilec {

/// The loads, stores and atomics below `root` whose pointers come from kernel parameters and module variables alone,
/// and those whose pointers come from local objects alone. Pointers that were loaded or made of integers are of neither
/// kind.
KnownSpaces findKnownSpaces(mlir::Operation *root);

} // namespace tilec
