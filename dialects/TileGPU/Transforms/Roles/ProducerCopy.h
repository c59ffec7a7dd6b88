// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The producer's copy of a kernel's body (RoleRewrite.h): what its loads and draws need, and they themselves.
#pragma once

#include "dialects/TileGPU/Transforms/Roles/RoleCopy.h"

namespace tilec::tile_gpu {

/// At the builder's place, in the producer's region.
void copyForProducer(mlir::ImplicitLocOpBuilder &builder, const RolePlan &plan, const SitePlaces &places,
                     llvm::ArrayRef<DrawRing> draws, llvm::ArrayRef<Ring> rings, mlir::Block &body);

} // namespace tilec::tile_gpu
