// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The consumers' copy of a kernel's body (WarpRoleRewrite.h), for one group of them or for several (ConsumerGroups.h).
#pragma once

#include "compiler/Transforms/TileGPU/WarpSpecialization/WarpRoleCopy.h"

namespace tilec::tile_gpu {

/// At the builder's place, in the consumers of `roles`.
void copyForConsumers(mlir::ImplicitLocOpBuilder &builder, const WarpRolePlan &plan, const SitePlaces &places,
                      llvm::ArrayRef<DrawBuffer> draws, WarpRolesOp roles, mlir::Block &body);

} // namespace tilec::tile_gpu
