// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The consumers' copy of a kernel's body (RoleRewrite.h), for one group of them or for several (BlocksInFlight.h).
#pragma once

#include "dialects/TileGPU/Transforms/Roles/RoleCopy.h"

namespace tilec::tile_gpu {

/// At the builder's place, in the consumers of `roles`.
void copyForConsumers(mlir::ImplicitLocOpBuilder &builder, const RolePlan &plan, const SitePlaces &places,
                      llvm::ArrayRef<DrawRing> draws, WarpRolesOp roles, mlir::Block &body);

} // namespace tilec::tile_gpu
