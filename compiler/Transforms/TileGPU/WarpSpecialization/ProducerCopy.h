// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The producer's copy of a kernel's body (WarpRoleRewrite.h): what its loads and draws need, and they themselves.
#pragma once

#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRoleCopy.h"

namespace tilec::tile_gpu {

/// At the builder's place, in the producer's region.
void copyForProducer(mlir::ImplicitLocOpBuilder &builder, const WarpRolePlan &plan, const SitePlaces &places,
                     llvm::ArrayRef<DrawBuffer> draws, llvm::ArrayRef<StageBuffer> stageBuffers, mlir::Block &body);

} // namespace tilec::tile_gpu
