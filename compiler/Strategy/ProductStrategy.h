// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What multiplies matrices: for each pair of element types the instruction of a target.
//
// | elements  | sums     | instruction                                                                              |
// |-----------|----------|------------------------------------------------------------------------------------------|
// | f32       | f32      | multiply-add in each lane: tensor cores would round the factors to tf32                  |
// | f64       | f64      | mma.sync m8n8k4                                                                          |
// | f16       | f16, f32 | mma.sync m16n8k16                                                                        |
// | bf16      | f32      | mma.sync m16n8k16                                                                        |
// | tf32      | f32      | mma.sync m16n8k8                                                                         |
// | i8        | i32      | mma.sync m16n8k32                                                                        |
// | fp8       | f32      | mma.sync m16n8k32 where that is the chip's own fp8 unit (8.9, 12.x); else as f16, exactly |
// | fp8       | f16      | as f16                                                                                   |
//
// Chips with a larger matrix unit (wgmma, tcgen05) multiply fp8 there alone; their mma.sync of fp8 is made of
// conversions.
#pragma once

#include "compiler/Layout/ProductLayouts.h"
#include "compiler/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::strategy {

struct ProductPlan {
  layout::ProductInstruction instruction = layout::ProductInstruction::MmaSync;
  /// What factors are converted to first; their own type if they need not be.
  mlir::Type factor;
};

/// For a product that the language has.
ProductPlan planProduct(mlir::Type factor, mlir::Type sum, const Target &target);

/// Warps for a kernel in `tile` form by its largest product; none if it has none.
std::optional<unsigned> warpsOfProducts(mlir::func::FuncOp kernel);

/// How far along K one multiply-add product may go, so that its operands fit a lane's registers.
int64_t depthOfFma(const layout::MatrixProduct &product, unsigned numWarps);

} // namespace tilec::strategy
