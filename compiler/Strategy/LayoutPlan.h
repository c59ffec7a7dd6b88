// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many warps compute a tile block, and how each tile shape is spread over them.
//
// One layout for each tile shape of a kernel. It follows that elementwise work never changes layouts, and loop-carried
// tiles neither; changes remain where the shape changes (reshape, cat, scans, a transpose), and only if the layouts do
// not fit.
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
// Layouts. Large shapes first: they carry the work. Their memory accesses run along the last dimension (C++ order):
// consecutive lanes take consecutive elements there, so that a warp touches whole 128-byte lines, then consecutive
// rows, then warps, then registers. Where an access may be wider than one element, each lane takes `elementsPerLane`
// neighbours: 16 bytes is the widest access, and one instruction then moves four times as much. Without known alignment
// single elements are the better choice: lanes with gaps between them would touch every line several times.
//
// A smaller shape that comes from a larger one (reduced, about to be stretched, reshaped) takes the layout that costs
// no movement.
#pragma once

#include "compiler/Layout/LinearLayout.h"
#include "compiler/Strategy/ElementsPerLane.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::strategy {

struct LayoutPlan {
  unsigned numWarps = 1;
  std::map<std::vector<int64_t>, layout::LinearLayout> layouts;

  /// The layout of a tile of this shape; shapes the kernel does not have get one too.
  layout::LinearLayout layoutOf(llvm::ArrayRef<int64_t> shape) const;
};

/// Plans the layouts of a kernel in `tile` form.
LayoutPlan planLayouts(mlir::func::FuncOp kernel);

} // namespace tilec::strategy
