// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What exponentials that were looked at together (Exponentials.cpp) tell those who use them.
#pragma once

#include "mlir/IR/Value.h"

namespace tilec {

/// Where `value` is such an exponential, the condition under which it went the fast path: then it lies between 2^-47
/// and 2^47, or is no number. Empty for other registers.
mlir::Value conditionOfFastPath(mlir::Value value);

} // namespace tilec
