// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Programmatic dependent launch: `griddepcontrol`, and where it stands.
///
/// What a CTA does before it touches global memory, initialise mbarriers and branch to its roles, may run while the
/// kernel ahead in the stream still does: each role begins with `griddepcontrol.wait`, and the kernel lets its own
/// successor begin at once, which waits in its turn. Both do nothing where a launch does not ask for it. Kernels
/// without roles wait at their entry: what is launched behind a long one is on its multiprocessors already when that
/// ends. Kernels of one or two warps do not: 32 CTAs of them come and go on a multiprocessor, and these two
/// instructions would take more time than all else (docs/Experiments.md, "Constants of the model").
/// `tile_gpu.waits_for_prerequisites` tells the manifest.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tilec {

/// Places the waits: in each role where only the prologue stands before the roles, else at the kernel's entry.
void waitInRoles(tile_gpu::WarpRolesOp roles);

/// A kernel without roles touches global memory from its entry on. Nothing where the kernel waits already, or is small.
void waitAtEntry(mlir::LLVM::LLVMFuncOp kernel);

} // namespace tilec
