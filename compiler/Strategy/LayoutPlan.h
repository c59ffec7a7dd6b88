// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many warps compute a tile block, and the layouts that its tiles start with.
//
// Warps. A lane should hold enough elements to keep several loads in flight (8), and few enough to stay in registers: a
// lane has 255 registers with up to 8 warps, 128 with 16, 64 with 32, and a kernel holds a few tiles at once.
//
// | elements of the largest tile | warps      | elements a lane |
// |------------------------------|------------|-----------------|
// | up to 256                    | 1          | up to 8         |
// | 512 .. 2048                  | 2 .. 8     | 8               |
// | 4096, 8192                   | 8          | 16, 32          |
// | 16384                        | 16         | 32              |
// | 32768 and more               | 32         | 32 and more     |
//
// Layouts. Every tile starts row-major, lanes side by side; `tile-gpu-assign-layouts` chooses anew.
#pragma once

#include "compiler/Layout/LinearLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::strategy {

struct LayoutPlan {
  unsigned numWarps = 1;

  /// The first layout of a tile of this shape.
  layout::LinearLayout layoutOf(llvm::ArrayRef<int64_t> shape) const;
};

/// Plans the layouts of a kernel in `tile` form.
LayoutPlan planLayouts(mlir::func::FuncOp kernel);

} // namespace tilec::strategy
