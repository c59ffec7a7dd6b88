// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads a producer warp would bring (WarpRolePlan.h), found out before anything is rewritten: on a copy of the
// kernel.
//
// A load by tensor map that no producer brings is waited for on the spot, slower than a load to registers. Whether
// there will be a producer depends on the whole kernel: on what computes the place of each load, the loops around it,
// the shared memory that is left. So the accesses that are to go by tensor map are rewritten in a copy, which is
// planned and thrown away.
#pragma once

#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorMap.h"
#include "llvm/ADT/MapVector.h"

namespace tilec::tile_gpu {

/// By access; those without a map go by registers.
using TensorMapChoices = llvm::MapVector<mlir::Operation *, TensorMapChoice>;

/// The loads among `choices` with a map that no producer would bring, and why not.
llvm::MapVector<mlir::Operation *, std::string>
findLoadsWithoutProducer(mlir::func::FuncOp kernel, const TensorMapChoices &choices, const Target &target);

} // namespace tilec::tile_gpu
