// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many floats one atomic instruction adds.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tilec::strategy {

/// Neighbours of `element`'s type that one instruction adds, each atomically by itself, where nobody reads them back.
/// Only global memory has wide forms; pairs of halves are one word everywhere. `red` of the PTX ISA.
inline unsigned widestAtomicAdd(mlir::Type element, bool isGlobal, const Target &target) {
  if (!element.isF32() && !element.isF16() && !element.isBF16())
    return 1;
  if (isGlobal && target.has(Capability::AtomicAddVector))
    return 16 / (element.getIntOrFloatBitWidth() / 8);
  bool hasPairs = element.isF16() || (element.isBF16() && target.has(Capability::AtomicAddBf16));
  return hasPairs ? 2 : 1;
}

} // namespace tilec::strategy
