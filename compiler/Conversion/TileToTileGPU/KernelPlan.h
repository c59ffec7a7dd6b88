// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a kernel as the conversion to `tile_gpu` makes it, for those who ask about it without converting.
#pragma once

#include "compiler/Strategy/KernelStrategy.h"

namespace tilec {

/// Plans a kernel in `tile` form, behind all passes on `tile`. Changes the kernel first: MMAs may be transposed, and
/// block-scaled ones that the target has no instruction for become plain ones.
strategy::KernelStrategy prepareAndPlan(mlir::func::FuncOp kernel, const Target &target, bool remarks);

} // namespace tilec
