// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products whose sums lie in tensor memory (tcgen05), on chips that have it:
//
// | a product of M x N sums, K deep | by tcgen05                                                                     |
// |---------------------------------|--------------------------------------------------------------------------------|
// | f16, bf16, tf32, fp8            | with sums f32                                                                  |
// | i8                              | where the chip has it (10.0)                                                   |
// | M                               | 64 or a multiple of 128                                                        |
// | N                               | 16 or more                                                                     |
// | K                               | 32 bytes or more: one instruction                                              |
// | M x N                           | 4096 or more                                                                   |
// | columns                         | N for each 128 rows; of all such products of the kernel 512 at most            |
// | operands                        | at most 128 KB; of all products with the largest tile that is stored (32 KB at |
// |                                 | least) in a CTA's shared memory                                                |
//
// All others, those with sums f16 among them, are left to mma.sync. Warps: four for 64 rows, eight for more; more than
// that where a lane would have more than 128 sums of a tile that it loads.
#pragma once

#include "compiler/Strategy/ProductStrategy.h"

namespace tilec::strategy {

/// All products of a kernel in `tile` form that could use it have room in tensor and shared memory.
bool canUseTensorMemory(mlir::func::FuncOp kernel, const Target &target);

/// None where the product has to go another way.
std::optional<ProductPlan> planTensorProduct(tile::MmaOp op, unsigned numWarps, const Target &target);
/// The warps that it would like to have.
std::optional<unsigned> warpsOfTensorProduct(tile::MmaOp op, const Target &target);

} // namespace tilec::strategy
