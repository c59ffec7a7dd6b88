// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stages of a stage buffer are different ones, where loops count them on.
//
//     scf.for .. iter_args(%read = 0, %write = 2) {        // of 3 stages
//       async_copy .. into %buffer[%write]
//       %next = (%read + 1 == 3) ? 0 : %read + 1
//       buffer_load %buffer[%next]                         // in the next iteration this was %read: not what is written
//       scf.yield %next, ..
//     }
#pragma once

#include "mlir/IR/Value.h"
#include <optional>

namespace tilec::tile_gpu {

/// How many stages of a stage buffer `stage` is ahead of `other`, 0 up to one less than all, in every iteration of the
/// loop that counts both; none where that is not seen.
std::optional<int64_t> stagesAhead(mlir::Value stage, mlir::Value other);

/// Numbers that one loop counts on by the same rule from different places. False where it is not seen.
bool areDifferentStages(mlir::Value stage, mlir::Value other);

/// What a value is called once `loop` has gone on to its next iteration; null if it has no name there.
mlir::Value inNextIteration(mlir::Operation *loop, mlir::Value value);

} // namespace tilec::tile_gpu
